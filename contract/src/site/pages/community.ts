import { z } from 'zod';
import { GeoLocation } from '../../api/places.ts';
import { Card, Hero, HttpsUrl, Link, listOf, meta, Path, Picture, Section, Text } from '../text-parts.ts';

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
