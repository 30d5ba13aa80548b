import { z } from 'zod';
import { Card, Form, Hero, listOf, meta, Section, SiteImage, Text } from '../text-parts.ts';

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
