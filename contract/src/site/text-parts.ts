import { z } from 'zod';
import { hasHundredParts } from '../shared/money.ts';

/**
 * Building blocks of the page texts, one file per page in `content/texts`. Texts are data, so that each site can have its
 * own. Unknown fields are refused, so that a misspelt name cannot pass for an omitted one.
 */

/** The placeholders of texts, such as `{brand}`, and where their values come from. */
export const PLACEHOLDERS = {
  brand: "The site's name.",
  slogan: "The site's slogan.",
  legalEntity: 'Who runs the site.',
  legalAddress: 'Their postal address.',
  legalEmail: 'Where legal questions go.',
  siteEmail: 'Where everything else goes.',
  vrContent: 'How long media of tours are kept: `CACHE_SECONDS.tourMedia` in words.',
  images: 'The same of flat pictures.',
  staticAssets: 'The same of scripts, styles and fonts.',
  yearlyDiscount: '`YEARLY_DISCOUNT` in percent, with its sign.',
  currency: "The currency of the site's prices, such as INR.",
  currencyName: 'The same in words, such as Indian rupees.',
  tokensPerTour: 'What a locked tour costs unless it says otherwise.',
  giftDays: 'How many days bonus and referral tokens last.',
  analyticsDays: 'How many days single analytics events are kept.',
  attentionMonths: 'How many months the sums of where visitors look are kept.',
  consentYears: 'How many years the evidence of a choice about cookies is kept.',
  country: 'The name of the detected country.',
  mapHost: 'The host that the map comes from.',
  email: 'What the visitor has typed.',
} as const;
const NAMES: ReadonlySet<string> = new Set(Object.keys(PLACEHOLDERS));

/** Plain text, without markup. */
export const Text = z
  .string()
  .trim()
  .min(1)
  .refine(
    (text) => [...text.matchAll(/\{([^{}]*)\}/g)].every(([, name]) => NAMES.has(name ?? '')),
    'names a placeholder that nobody fills in',
  );

/** An id in kebab case. */
export const Id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
/** A path of this site. */
export const Path = z.string().regex(/^\/(?!\/)\S*$/, 'must be a path of this site');
/** A URL of another site. */
export const HttpsUrl = z.url({ protocol: /^https$/ });
/** A price in major units. */
export const Amount = z.number().int().min(0);
/** The currency of a page's prices: the site's, or another one. */
export const Currency = z
  .string()
  .refine(
    (text) => text === '{currency}' || hasHundredParts(text),
    'must be a currency such as INR, or {currency} for that of the site',
  );

/** The fields of every file. Pages append the site's name to the title. */
export const meta = {
  title: Text.max(60),
  description: Text.max(155).describe('For search engines and shared links.'),
};

/** A link to a page of this site. */
export const Link = z.strictObject({ label: Text, to: Path });
/** A card of a grid. */
export const Card = z.strictObject({ title: Text, text: Text });
/** A section of a page. */
export const Section = z.strictObject({ heading: Text, text: Text });

/** An image: the thumbnail of a tour in the catalogue. Without such a tour the slot stays empty. */
export const Picture = z.strictObject({ tour: Id, alt: Text });
export type Picture = z.infer<typeof Picture>;

/** An image of this site: its file, and what it shows. */
export const SiteImage = z.strictObject({ src: Path, alt: Text });

/** What a table of plans or packages says of one: that it has something or not, or how much of it. */
export const Cell = z.union([z.boolean(), Text]);

/** A page's first section. */
export const Hero = z.strictObject({
  heading: Text.describe("The page's h1."),
  lead: Text,
  picture: Picture.optional(),
});

/** A list that each site fills. Sample content is shown with its note. */
export function listOf<T extends z.ZodType>(items: T) {
  return z
    .strictObject({ heading: Text, lead: Text.optional(), sample: z.boolean(), note: Text.optional(), items })
    .refine(({ sample, note }) => !sample || note !== undefined, 'sample content needs its note');
}

/** The name of a field in the request's body. */
export const FieldName = z.string().regex(/^[a-z][a-zA-Z]*$/);

/** The labels of a form and its messages. */
export const Form = z.strictObject({
  heading: Text,
  lead: Text,
  fields: z.record(FieldName, z.strictObject({ label: Text, hint: Text.optional() })),
  submit: Text,
  success: Text,
  failure: Text,
});
