import { z } from 'zod';
import { Form, Id, Link, meta, Section, Text } from './text-parts.ts';

const LegalSection = z.strictObject({
  id: Id,
  heading: Text,
  paragraphs: z.array(Text).min(1),
  points: z.array(Text).optional().describe('A list after the paragraphs.'),
});

const legal = {
  ...meta,
  heading: Text.describe("The page's h1."),
  intro: Text,
  updated: z.iso.date(),
  back: Text,
  review: z
    .strictObject({
      notice: Text.describe('Shown at the head of the page.'),
      open: z.array(Text).describe('What the operator has to settle; in the log of the start.'),
    })
    .nullable()
    .describe('Until the site has had the page reviewed, and sets this to null.'),
  sections: z.array(LegalSection).min(1),
  contact: Section,
};

/** The pages `/terms` and `/privacy`. */
export const LegalPage = z.strictObject(legal);
export type LegalPage = z.infer<typeof LegalPage>;

/** The kinds of cookies that visitors choose between. */
export const ConsentKind = z.enum(['necessary', 'analytics', 'marketing']);
export type ConsentKind = z.infer<typeof ConsentKind>;

const StoredItem = z.strictObject({
  name: z
    .string()
    .regex(/^[\w{}-]+$/)
    .describe("As the browser's tools show it; never filled in."),
  consent: ConsentKind,
  when: Text,
  purpose: Text,
  duration: Text,
});

/** The page `/cookies`. */
export const CookiesPage = z.strictObject({
  ...legal,
  columns: z.strictObject({ name: Text, when: Text, purpose: Text, duration: Text }),
  stored: z.array(
    z.strictObject({
      kind: z.enum(['cookie', 'local', 'session']),
      heading: Text,
      text: Text,
      items: z.array(StoredItem).min(1),
    }),
  ),
  settingsLabel: Text.describe('The button that opens the choice again.'),
});
export type CookiesPage = z.infer<typeof CookiesPage>;

/** The page `/cache`. */
export const CachePage = z.strictObject({
  ...legal,
  durations: z
    .array(
      z.strictObject({
        kind: z.enum(['tourMedia', 'images', 'buildFiles']).describe('A key of `CACHE_SECONDS`.'),
        label: Text,
        value: Text,
        text: Text,
      }),
    )
    .length(3),
});
export type CachePage = z.infer<typeof CachePage>;

/** The dialog about cookies. */
export const ConsentTexts = z.strictObject({
  ...meta,
  version: z.literal(1),
  text: Text,
  kinds: z.array(z.strictObject({ kind: ConsentKind, label: Text, text: Text })).length(3),
  always: Text.describe('Next to the kind that cannot be switched off.'),
  /** Shows the kinds where there is no room for them at first. */
  choose: Text,
  rejectAll: Text,
  save: Text,
  allowAll: Text,
  close: Text,
  more: Link,
});
export type ConsentTexts = z.infer<typeof ConsentTexts>;

/** The footer, and the pages of newsletter links. */
export const FooterTexts = z.strictObject({
  ...meta,
  newsletter: Form.extend({
    confirm: Section.extend({ label: Text, needsScripts: Text }).describe(
      'The page of the confirmation link.',
    ),
    confirmed: Text,
    expired: Text.describe('For a link that is wrong, used or too old.'),
    checking: Text.describe('While the server checks a link.'),
    leave: Section.extend({ label: Text, done: Text }).describe('The page of the unsubscribe link.'),
  }),
  groups: z.array(z.strictObject({ heading: Text, links: z.array(Link).min(1) })).min(1),
  cookieSettings: Text,
  socialHeading: Text,
  region: z.strictObject({ label: Text, detected: Text }),
  contribute: Section.extend({ label: Text, codeAlt: Text }).describe(
    'Shown if the site configuration has `support`.',
  ),
  copyright: Text,
});
export type FooterTexts = z.infer<typeof FooterTexts>;

/** The page for unknown URLs. */
export const NotFoundPage = z.strictObject({
  ...meta,
  heading: Text,
  text: Text,
  links: z.array(Link).length(2),
});
export type NotFoundPage = z.infer<typeof NotFoundPage>;
