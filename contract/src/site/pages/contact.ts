import { z } from 'zod';
import { Form, Hero, meta, Section, Text } from '../text-parts.ts';

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
