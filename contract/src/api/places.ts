import { z } from 'zod';
import { Experience, ExperienceKey, ExperienceQuery } from './catalogue.ts';
import { publicEndpoint } from './endpoint.ts';
import { Thumbnails } from './media.ts';

/** The most pins of a map. */
export const MAX_PINS = 10_000;
/** Pins are placed to a thousandth of a degree, about a hundred metres. */
export const PIN_UNITS_PER_DEGREE = 1000;
/** The facts of a place sheet. */
export const MAX_FACTS = 3;

/** In degrees. */
export const GeoLocation = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .meta({ id: 'GeoLocation' });
export type GeoLocation = z.infer<typeof GeoLocation>;

/** How one gets in. What is not known is left out. */
export const PlaceAccess = z
  .object({
    steps: z.number().int().min(0).max(1000).optional().describe('Steps on the way in.'),
    doorWidthCm: z.number().int().min(1).max(1000).optional().describe('Of the narrowest door.'),
    note: z.string().max(200).optional(),
  })
  .meta({ id: 'PlaceAccess' });
export type PlaceAccess = z.infer<typeof PlaceAccess>;

/** A flat picture of a place, with the direction that it shows, in degrees, where that is known. */
export const Still = z
  .object({
    thumbnails: Thumbnails,
    label: z.string().max(120).optional(),
    yaw: z.number().optional(),
    pitch: z.number().optional(),
  })
  .meta({ id: 'Still' });
export type Still = z.infer<typeof Still>;

/** An experience as other places name it. */
export const PlaceCard = Experience.pick({
  id: true,
  slug: true,
  title: true,
  propertyName: true,
  city: true,
  country: true,
  thumbnail: true,
  thumbnails: true,
  tokensRequired: true,
}).meta({ id: 'PlaceCard' });
export type PlaceCard = z.infer<typeof PlaceCard>;

/** What the place sheet of an experience says besides the experience itself. */
export const PlaceSheet = z
  .object({
    facts: z.array(z.string()).max(MAX_FACTS),
    access: PlaceAccess.optional(),
    website: z.string().optional().describe("The owner's; visitors are led there to enquire."),
    location: GeoLocation.optional(),
    stills: z.array(Still).describe('Empty for experiences that cost tokens.'),
    similar: z.array(PlaceCard).describe('At most four.'),
    previous: PlaceCard.optional().describe('In the order of the library, which begins again at its end.'),
    next: PlaceCard.optional(),
  })
  .meta({ id: 'PlaceSheet' });
export type PlaceSheet = z.infer<typeof PlaceSheet>;

export const getPlaceSheet = publicEndpoint('GET', '/api/vr360/:id/place', {
  summary: 'Facts, access, location and stills of an experience, and places like it',
  tag: 'catalogue',
  params: ExperienceKey,
  response: PlaceSheet,
  errors: ['experience_not_found'],
});

/** The filters of a list; a map has no order and no pages. */
const PinQuery = ExperienceQuery.omit({ sort: true, limit: true, cursor: true });

export const listPins = publicEndpoint('GET', '/api/map', {
  summary: `The places of a list on a map, at most ${MAX_PINS}`,
  tag: 'catalogue',
  query: PinQuery,
  response: z.object({
    pins: z
      .array(z.number().int())
      .describe(
        `Three numbers for each place: the id of the experience, latitude and longitude in degrees times ${PIN_UNITS_PER_DEGREE}.`,
      ),
  }),
});
