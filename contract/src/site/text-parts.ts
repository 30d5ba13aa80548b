import { z } from 'zod';
import { hasHundredParts } from '../shared/money.ts';

/**
 * The texts of the company's pages, one file for each page in `content/texts`. They are data, so that a company writes
 * its own. Unknown fields are refused, so that a misspelt name cannot pass for an omitted one.
 */

/** What a text may name in braces, such as `{brand}`, and where the value comes from. */
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
  consentYears: 'How many years the evidence of a choice about cookies is kept.',
  country: 'The name of the detected country.',
  mapHost: 'The host that the map comes from.',
  email: 'What the visitor has typed.',
} as const;
const KNOWN: ReadonlySet<string> = new Set(Object.keys(PLACEHOLDERS));

/** Plain text, without markup. */
export const Text = z
  .string()
  .trim()
  .min(1)
  .refine(
    (text) => [...text.matchAll(/\{([^{}]*)\}/g)].every(([, name]) => KNOWN.has(name ?? '')),
    'names a placeholder that nobody fills in',
  );

export const Id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
export const Path = z.string().regex(/^\/(?!\/)\S*$/, 'must be a path of this site');
export const Address = z.url({ protocol: /^https$/ });
export const Amount = z.number().int().min(0);
/** Of the prices beside it: the site's own, or one that this page alone counts in. */
export const Currency = z
  .string()
  .refine(
    (text) => text === '{currency}' || hasHundredParts(text),
    'must be a currency such as INR, or {currency} for that of the site',
  );

/** What every file begins with. The site's name is added to the title by the page. */
export const meta = {
  title: Text.max(60),
  description: Text.max(155).describe('For search engines and shared links.'),
};

export const Link = z.strictObject({ label: Text, to: Path });
export const Card = z.strictObject({ title: Text, text: Text });
export const Section = z.strictObject({ heading: Text, text: Text });

/** A picture of our own: the thumbnail of a tour of the catalogue. Where there is no such tour, the slot stays empty. */
export const Picture = z.strictObject({ tour: Id, alt: Text });
export type Picture = z.infer<typeof Picture>;

export const Opening = z.strictObject({
  heading: Text.describe("The page's h1."),
  lead: Text,
  picture: Picture.optional(),
});

/** A list that the company fills. While it is sample content, its note stands beside it. */
export function listOf<T extends z.ZodType>(items: T) {
  return z
    .strictObject({ heading: Text, lead: Text.optional(), sample: z.boolean(), note: Text.optional(), items })
    .refine(({ sample, note }) => !sample || note !== undefined, 'sample content needs its note');
}

/** As the call's body names it. */
export const FieldName = z.string().regex(/^[a-z][a-zA-Z]*$/);

/** The labels of a form, and what it answers. */
export const Form = z.strictObject({
  heading: Text,
  lead: Text,
  fields: z.record(FieldName, z.strictObject({ label: Text, hint: Text.optional() })),
  submit: Text,
  success: Text,
  failure: Text,
});
