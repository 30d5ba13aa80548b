import { z } from 'zod';
import { Hero, Link, meta, Picture, Section, SiteImage, Text } from '../text-parts.ts';

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
