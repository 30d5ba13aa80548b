import { z } from 'zod';

/**
 * The shapes of the files in this folder. Unknown fields are refused, so that a misspelt name cannot pass for an
 * omitted one.
 */

/** The 360 photos and videos in `../media` by name; each has up to eight flat views, numbered from 0, for cards. */
export const PHOTO_SOURCES = [
  'cinema',
  'classroom',
  'dental-practice',
  'factory-hall',
  'flat-bedroom',
  'gallery',
  'hotel-bathroom',
  'hotel-lobby',
  'hotel-lobby-night',
  'hotel-room',
  'library',
  'museum-foyer',
  'pool-terrace',
  'restaurant',
  'roof-bar',
  'sculpture-court',
  'shop',
  'show-flat',
  'show-flat-kitchen',
  'spa',
  'swimming-hall',
  'wine-cellar',
  'winter-garden-stereo',
] as const;
/** The 360 photos in `../media` that only scenes of tours show, never a card. */
export const SCENE_PHOTOS = [
  'cinema-film',
  'flat-bathroom',
  'hotel-corridor',
  'roof-bar-dusk',
  'swimming-hall-evening',
] as const;
/** Of both, those with a picture for each eye, the left one above. */
export const STEREO_PHOTOS: readonly string[] = ['winter-garden-stereo'];
export const VIDEO_SOURCES = ['hearth-lounge', 'terrace-dusk'] as const;
/** The flat images in `../media` that tours of several scenes show: floor plans, and what pictures hold. */
export const IMAGE_SOURCES = [
  'garden-in-flower',
  'paper-garden',
  'plan-almedra-bathhouse',
  'plan-almedra-ground',
  'plan-almedra-suites',
  'plan-kunsthal-fjordbo',
  'plan-sonnenkai',
  'window-table',
] as const;
/** The flat films in `../media` that hotspots play. */
export const FILM_SOURCES = ['hall-noon-to-midnight'] as const;
/** The sounds in `../media` that hotspots play. */
export const SOUND_SOURCES = [
  'morning-meadow',
  'piano-by-the-bar',
  'reading-room',
  'sea-below-the-balcony',
  'steps-in-the-gallery',
] as const;
export const EMBEDDED_PAGES = ['floor-plan-atelier', 'floor-plan-marina', 'site-map-campus'] as const;
/** Drawn covers of films that others host, in `web/public/images/covers`. */
export const COVERS = ['orbit', 'reef', 'savanna', 'track'] as const;
export const VIEWS_PER_SOURCE = 8;

const Slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const Text = z.string().trim().min(1);
const Count = z.number().int().min(0);

export const SampleCategory = z.strictObject({
  id: z.number().int(),
  name: Text,
  description: Text,
  icon: Text,
  coverTour: Slug.describe('The tour whose picture shows what the category is; chosen by eye.'),
  itemCount: Count.describe('The number of tours whose home category this is.'),
});

export const SampleSubcategory = z.strictObject({
  id: z.number().int(),
  categoryId: z.number().int(),
  slug: Slug,
  name: Text,
  description: Text,
  icon: Text,
  coverTour: Slug.describe('The tour whose picture shows what the subcategory is; chosen by eye.'),
});

export const SampleTag = z.strictObject({
  id: z.number().int(),
  name: Text.max(20),
  categoryId: z.number().int().nullable().describe('The category it is offered in; null for all.'),
});

const Photo = z.strictObject({
  kind: z.literal('photo'),
  source: z.enum(PHOTO_SOURCES),
  view: z
    .strictObject({ yaw: z.number().min(-180).max(180), pitch: z.number().min(-85).max(85) })
    .describe('Where the viewer looks first: degrees from the centre of the photo, right and up positive.'),
});
const Video = z.strictObject({ kind: z.literal('video'), source: z.enum(VIDEO_SOURCES) });
const EmbeddedUrl = z.strictObject({ kind: z.literal('embed'), url: z.url({ protocol: /^https$/ }) });
const EmbeddedPage = z.strictObject({ kind: z.literal('embed'), page: z.enum(EMBEDDED_PAGES) });

export const SampleExperience = z.strictObject({
  slug: Slug,
  legacyId: z.number().int().min(1).nullable(),
  title: Text.max(60),
  propertyName: Text.max(60).nullable().describe('The invented place; null shows the title instead.'),
  description: Text,
  country: Text.nullable().describe('English short name; null for videos that belong to no place.'),
  city: Text.nullable(),
  subcategory: Slug.describe('A subcategory of the home category.'),
  categories: z.array(z.number().int()).min(1).describe('The first is the home category and counts.'),
  tags: z.array(Text).min(2).max(4),
  rating: z.number().min(3.9).max(5).multipleOf(0.1).nullable(),
  sortOrder: z.number().int().min(1),
  tokensRequired: z
    .union([Count, z.literal('default')])
    .describe('0 is free; "default" is what a locked tour costs in this installation, TOKENS_PER_TOUR.'),
  partOfPackage: z.boolean().describe('Whether an active Plus or Pro plan opens it.'),
  buttonTitle: Text.max(20).nullable().describe('null is "Watch Now".'),
  likeCount: Count,
  viewCount: Count,
  createdAt: z.iso.datetime(),
  media: z.union([Photo, Video, EmbeddedUrl, EmbeddedPage]),
  thumbnail: z.union([
    z.strictObject({
      source: z.enum([...PHOTO_SOURCES, ...VIDEO_SOURCES]),
      view: z
        .number()
        .int()
        .min(0)
        .max(VIEWS_PER_SOURCE - 1),
    }),
    z.strictObject({ cover: z.enum(COVERS) }),
  ]),
});
export type SampleExperience = z.infer<typeof SampleExperience>;

/** Where towns are, by "town, country"; invented ones lie where such a place could. */
export const SampleTowns = z.record(
  Text,
  z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
);

/** What the place sheets of tours say, by slug. */
export const SamplePlaces = z.record(
  Slug,
  z.strictObject({
    facts: z.array(Text.max(60)).max(3),
    access: z
      .strictObject({
        steps: z.number().int().min(0),
        doorWidthCm: z.number().int().min(1),
        note: Text.max(120).optional(),
      })
      .optional(),
    website: z.url().optional(),
  }),
);

export const SampleLegacyLink = z.strictObject({ legacyId: z.number().int().min(1), slug: Slug });

/** Legacy id to the free media file shown when the experience has no valid URL. */
export const SampleFallbackTours = z.record(z.string().regex(/^\d+$/), Text);
