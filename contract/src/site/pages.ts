import { z } from 'zod';
import { GeoLocation } from '../api/places.ts';
import {
  Amount,
  Card,
  Currency,
  Form,
  Hero,
  HttpsUrl,
  Id,
  Link,
  listOf,
  meta,
  Path,
  Picture,
  Section,
  Text,
} from './text-parts.ts';

/** The landing page. */
export const HomePage = z.strictObject({
  ...meta,
  hero: z.strictObject({
    heading: Text.describe("The page's h1."),
    taglines: z.array(Text.max(70)).length(5),
    start: Link,
    video: z
      .strictObject({
        label: Text,
        hint: Text,
        src: Path.optional().describe('The video, a file of this site; without one there is no switch.'),
      })
      .describe('The switch of the looping video.'),
    picture: Picture,
    portrait: z
      .strictObject({ src: Path, yaw: z.number(), pitch: z.number() })
      .optional()
      .describe(
        "The picture's place on upright screens: a file of this site, and the view of the tour that it shows, in degrees.",
      ),
  }),
  about: Section,
  features: z.array(Card).min(3).max(6),
  inAction: z.strictObject({
    heading: Text,
    lead: Text,
    cards: z.array(Card.extend({ picture: Picture })).length(4),
  }),
  why: z.strictObject({ heading: Text, items: z.array(Card).length(4) }),
  services: z.strictObject({
    heading: Text,
    cards: z.array(Card.extend({ link: Link, picture: Picture })).length(3),
  }),
  sustainability: Section.extend({ points: z.array(Text).min(2), link: Link, picture: Picture }),
  explore: Section.extend({ link: Link }),
  learning: Section.extend({ link: Link }),
});
export type HomePage = z.infer<typeof HomePage>;

/** An image of this site: its file, and what it shows. */
const SiteImage = z.strictObject({ src: Path, alt: Text });
const Light = SiteImage.extend({ label: Text });

/** The page `/service`. */
export const ServicePage = z.strictObject({
  ...meta,
  opening: Hero,
  sections: z.array(Section.extend({ points: z.array(Text).optional(), picture: Picture.optional() })).min(2),
  lights: Section.extend({ label: Text.describe("The slider's."), first: Light, second: Light })
    .optional()
    .describe('One view at two times of day, with a slider across them.'),
  honesty: Section.describe('What is not claimed.'),
  next: Section.extend({ links: z.array(Link).min(1) }),
});
export type ServicePage = z.infer<typeof ServicePage>;

const PACKAGE_IDS = ['basic', 'standard', 'premium', 'elite'] as const;
const Cell = z.union([z.boolean(), Text]);

/** An add-on of the package builder; prices are in major units of the builder's currency. */
export const AddOn = z
  .strictObject({
    id: Id,
    label: Text,
    description: Text,
    price: Amount,
    unit: z.enum(['once', 'per area', 'per month']),
    quantityEnabled: z.boolean(),
    quantityLabel: Text.optional(),
  })
  .refine(
    ({ quantityEnabled, quantityLabel }) => quantityEnabled === (quantityLabel !== undefined),
    'a quantity needs its label, and only a quantity has one',
  );
export type AddOn = z.infer<typeof AddOn>;

/** The page `/enterprise`. */
export const EnterprisePage = z.strictObject({
  ...meta,
  opening: Hero,
  services: z.strictObject({ heading: Text, items: z.array(Card).min(3) }),
  steps: z.strictObject({ heading: Text, lead: Text, items: z.array(Card).length(7) }),
  packages: z.strictObject({
    heading: Text,
    note: Text,
    featureLabel: Text.describe('The head of the first column.'),
    currency: Currency,
    unit: Text,
    items: z.array(
      z.strictObject({ id: z.enum(PACKAGE_IDS), name: Text, price: Amount.describe('A month.'), for: Text }),
    ),
    rows: z.array(
      z.strictObject({
        label: Text,
        cells: z.strictObject({ basic: Cell, standard: Cell, premium: Cell, elite: Cell }),
      }),
    ),
    included: Text.describe('The label of a tick for screen readers.'),
    missing: Text,
  }),
  builder: z.strictObject({
    heading: Text,
    lead: Text,
    currency: Currency,
    addOns: z.array(AddOn).min(1),
    total: z.strictObject({ once: Text, monthly: Text, none: Text }),
    checkout: Text,
    checkoutAlert: Text,
  }),
  quote: Form,
  clients: listOf(z.array(z.strictObject({ name: Text })).min(1)),
  partners: listOf(z.array(z.strictObject({ name: Text })).min(1)),
});
export type EnterprisePage = z.infer<typeof EnterprisePage>;

const Unit = z.strictObject({
  number: z.number().int().min(0).max(5),
  title: Text,
  summary: Text,
  lessons: z.array(Text).min(1),
});

/** Of a picture's width or height, in percent. */
const Share = z.number().min(0).max(100);

/** The page `/opportunity`. */
export const OpportunityPage = z.strictObject({
  ...meta,
  opening: Hero,
  anatomy: z
    .strictObject({
      heading: Text,
      lead: Text,
      picture: SiteImage.describe('A 360-degree photo, laid flat.'),
      notes: z
        .array(z.strictObject({ left: Share, top: Share, text: Text }))
        .min(1)
        .max(8),
    })
    .optional()
    .describe('What a 360-degree photo looks like before it is a tour, with notes.'),
  course: z.strictObject({ name: Text, facts: z.array(z.strictObject({ label: Text, value: Text })) }),
  units: listOf(
    z
      .array(Unit)
      .length(6)
      .refine((units) => units.every(({ number }, index) => number === index), 'must be 0 to 5 in order'),
  ),
  enrolment: Form,
  brochure: Section.extend({ label: Text, fileName: z.string().regex(/^[a-z0-9-]+\.pdf$/) }),
  testimonials: listOf(z.array(z.strictObject({ quote: Text, name: Text, role: Text })).min(1)),
  values: z.strictObject({ heading: Text, items: z.array(Card).min(3) }),
});
export type OpportunityPage = z.infer<typeof OpportunityPage>;

/** The page `/community`. */
export const CommunityPage = z.strictObject({
  ...meta,
  opening: Hero,
  app: Section.extend({
    homeScreen: z
      .strictObject({ label: Text, steps: z.array(Text).min(1).describe('One for each kind of phone.') })
      .optional()
      .describe('Puts the site on the home screen, which needs no app.'),
    ios: z
      .strictObject({ label: Text, tag: Text.optional().describe('Beside the button.') })
      .describe('Opens the popup.'),
    android: z.strictObject({
      label: Text,
      url: z.union([Path, HttpsUrl]).nullable().describe('Of the APK; null while there is none.'),
      missing: Text,
    }),
    picture: Picture,
  }),
  popup: z.strictObject({
    title: Text,
    text: Text,
    questions: z.array(z.strictObject({ question: Text, answer: Text })),
    link: Link,
    close: Text,
  }),
  professionals: listOf(
    z
      .array(
        z.strictObject({
          name: Text,
          role: Text,
          place: Text,
          about: Text,
          profile: HttpsUrl.nullable().describe('Opens in a new tab; null opens the popup.'),
          picture: Picture.optional().describe('One of their tours; initials stand for it otherwise.'),
          location: GeoLocation.optional().describe('Where the map shows them.'),
        }),
      )
      .min(1),
  ),
  professionalLabel: Text,
  connect: Card.extend({ label: Text }).describe('The card after the last professional; opens the popup.'),
  reviews: listOf(
    z
      .array(
        z.strictObject({
          name: Text,
          role: Text,
          rating: z.number().int().min(1).max(5),
          text: Text,
          url: HttpsUrl.describe('The page that the review is on.'),
        }),
      )
      .min(1),
  ),
  reviewLabel: Text,
});
export type CommunityPage = z.infer<typeof CommunityPage>;

const PLAN_IDS = ['free', 'pro', 'teams', 'enterprise'] as const;

const Limit = Amount.nullable().describe('null is by agreement, or not stated.');
const PricingPlan = z.strictObject({
  id: z.enum(PLAN_IDS),
  name: Text,
  for: Text,
  monthlyPrice: Amount.nullable().describe('null is by agreement.'),
  priceLabel: Text.optional().describe('In place of a price.'),
  unit: Text.optional(),
  includes: Text.optional().describe('What it has in common with a smaller plan; heads the list.'),
  limits: z.strictObject({
    seats: Limit,
    tours: Limit,
    scenes: Limit,
    storageGb: Limit,
    monthlyViews: Limit,
  }),
  pooledViews: z.boolean().describe('Whether the views are shared by all members of a team.'),
  features: z.array(Text).min(1),
  action: z.strictObject({ kind: z.enum(['current', 'upgrade', 'team', 'quote']), label: Text }),
});

/** The page `/pricing`. */
export const PricingPage = z.strictObject({
  ...meta,
  opening: Hero,
  families: z
    .strictObject({ label: Text, places: Text, viewing: Text, viewingNote: Text, viewingAction: Text })
    .describe('Plans for showing places, and token plans for viewing them.'),
  currency: Currency,
  period: z.strictObject({ label: Text, monthly: Text, yearly: Text, saving: Text, billedYearly: Text }),
  limitLabels: z.strictObject({
    seats: Text,
    tours: Text,
    scenes: Text,
    storageGb: Text,
    monthlyViews: Text,
    pooledViews: Text,
  }),
  plans: z.array(PricingPlan).length(4),
  comparison: z
    .strictObject({
      heading: Text,
      featureLabel: Text.describe('The head of the first column.'),
      limits: z
        .strictObject({ seats: Text, tours: Text, scenes: Text, storageGb: Text, monthlyViews: Text })
        .describe('The names of the first rows, which hold the limits of the plans.'),
      gigabytes: Text,
      pooled: Text.describe('After views that a team shares.'),
      sameAs: Text.describe('Before the name of the smaller plan.'),
      byAgreement: Text,
      included: Text.describe('The label of a tick for screen readers.'),
      missing: Text,
      rows: z.array(
        z.strictObject({
          label: Text,
          cells: z.strictObject({ free: Cell, pro: Cell, teams: Cell, enterprise: Cell }),
        }),
      ),
    })
    .optional()
    .describe('The plans in one table; without it there is none.'),
  note: Text,
  questions: listOf(z.array(z.strictObject({ question: Text, answer: Text })).length(6)),
});
export type PricingPage = z.infer<typeof PricingPage>;

/** The page `/careers`. */
export const CareersPage = z.strictObject({
  ...meta,
  opening: Hero,
  values: z.strictObject({ heading: Text, items: z.array(Card).length(5) }),
  diary: z
    .strictObject({
      heading: Text,
      lead: Text,
      entries: z
        .array(Card.extend({ time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), picture: Picture }))
        .length(5),
    })
    .optional()
    .describe('A day of work, hour by hour.'),
  apply: Section,
});
export type CareersPage = z.infer<typeof CareersPage>;

/** The page `/contact`. */
export const ContactPage = z.strictObject({
  ...meta,
  opening: Hero,
  form: Form.extend({
    consent: Text,
    missing: Text.describe('When a field is blank.'),
    banner: Text.describe('Shown above the form when sending failed, followed by the reason.'),
    subjects: z.strictObject({ team: Text, quote: Text }).describe('What the pricing page fills in.'),
  }),
  reply: Section,
  map: z.strictObject({ heading: Text, gate: Text, load: Text, frameTitle: Text }),
});
export type ContactPage = z.infer<typeof ContactPage>;
