import { z } from 'zod';
import { Card, Link, meta, Path, Picture, Section, Text } from '../text-parts.ts';

/** The landing page. */
export const HomePage = z.strictObject({
  ...meta,
  hero: z.strictObject({
    heading: Text.describe("The page's h1."),
    kicker: Text.max(60).optional().describe('What the site is, above the heading.'),
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
