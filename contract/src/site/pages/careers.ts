import { z } from 'zod';
import { Card, Hero, meta, Picture, Section, Text } from '../text-parts.ts';

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
