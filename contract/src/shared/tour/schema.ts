import { z } from 'zod';
import {
  AssetId,
  Direction,
  lineOfText,
  list,
  numberBetween,
  record,
  Stereo,
  TourId,
  TourView,
  text,
  WebUrl,
} from './fields.ts';
import { DEFAULT_FOV, MAX_FOV, MIN_FOV, TOUR_LIMITS } from './limits.ts';

const Seconds = numberBetween(0, 86_400);

/** What is said or heard, as text that appears and disappears; `at` is where the speaker is. */
export const CaptionTrack = record({
  /** A language tag, such as `en` or `pt-BR`. */
  language: z
    .string('must be a language such as "en"')
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language such as "en"')
    .max(35, 'must be a language such as "en"'),
  label: lineOfText(100),
  cues: list(
    record({ from: Seconds, to: Seconds, text: text(500), at: Direction.optional() }),
    TOUR_LIMITS.cuesPerTrack,
  ),
});
export type CaptionTrack = z.infer<typeof CaptionTrack>;

/** How a visitor arrives through a door. */
export const Arrival = z.union([z.literal('same-heading'), z.literal('through'), TourView], {
  error: 'must be "same-heading", "through" or a view with yaw, pitch and fov',
});
export type Arrival = z.infer<typeof Arrival>;

const hotspotFields = {
  id: TourId,
  /** Where it is: a point, or the corners of an area. One of the two. */
  at: Direction.optional(),
  outline: list(Direction, TOUR_LIMITS.outlinePoints).min(3, 'must have at least 3 corners').optional(),
  label: lineOfText(200),
  text: text(5000).optional(),
  /** What a picture or film shows, for those who cannot see it. */
  alt: text(1000).optional(),
  /** The place in the reading order; those without one follow clockwise. */
  order: numberBetween(-1_000_000, 1_000_000).optional(),
};

const hotspot = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  record({ ...hotspotFields, kind: z.literal(kind), ...shape });

/** `target` is a scene for doors, a file for pictures, films and sounds, and a web address for links and bookings. */
export const Hotspot = z
  .discriminatedUnion(
    'kind',
    [
      hotspot('door', { target: TourId.optional(), arrive: Arrival.optional() }),
      hotspot('info', {}),
      hotspot('picture', { target: AssetId.optional() }),
      hotspot('film', {
        target: AssetId.optional(),
        captions: list(CaptionTrack, TOUR_LIMITS.captionTracks).optional(),
      }),
      hotspot('sound', { target: AssetId.optional() }),
      hotspot('link', { target: WebUrl.optional() }),
      hotspot('book', { target: WebUrl.optional() }),
    ],
    {
      error: (issue) =>
        issue.code === 'invalid_union'
          ? 'must be one of door, info, picture, film, sound, link and book'
          : 'must be an object',
    },
  )
  .refine(({ at, outline }) => (at === undefined) !== (outline === undefined), {
    error: 'must have either the position "at" or an "outline"',
  });
export type Hotspot = z.infer<typeof Hotspot>;

/** A captioned direction: one of the "Look at" chips. */
export const Look = record({ id: TourId, label: lineOfText(200), view: TourView });
export type Look = z.infer<typeof Look>;

/** When a picture or film was taken: a day, or a moment with the offset of its place. */
const CapturedAt = z.iso.date('must be a date such as 2026-11-23').or(z.iso.datetime({ offset: true }));

/**
 * The scene in one of several lights: the same camera at another hour. The one without `media` is the scene's own picture, and
 * stands among the others where its hour is. Without `capturedAt` it was taken when the scene was.
 */
export const SceneLight = record({
  id: TourId,
  label: lineOfText(100),
  media: AssetId.optional(),
  capturedAt: CapturedAt.optional(),
});
export type SceneLight = z.infer<typeof SceneLight>;

/** A sound that plays in a scene; without `at` it is heard from everywhere. */
export const SceneSound = record({
  id: TourId,
  label: lineOfText(200),
  media: AssetId,
  at: Direction.optional(),
  volume: numberBetween(0, 1).default(1),
  loop: z.boolean('must be true or false').default(true),
});
export type SceneSound = z.infer<typeof SceneSound>;

const share = numberBetween(0, 1);

/** The edges of what a picture shows, as shares of the full sphere from its left and top. */
export const Coverage = record({ left: share, top: share, right: share, bottom: share }).refine(
  ({ left, top, right, bottom }) => left < right && top < bottom,
  'must have left < right and top < bottom',
);
export type Coverage = z.infer<typeof Coverage>;

/** How the picture stood in the world; `poseMatrix` defines it. Without a heading, north is unknown. */
export const Pose = record({
  heading: numberBetween(-360, 360).optional(),
  pitch: numberBetween(-90, 90).default(0),
  roll: numberBetween(-180, 180).default(0),
});
export type Pose = z.infer<typeof Pose>;

/** What of the picture may be seen, and how closely, in degrees. */
export const ViewLimits = record({
  minYaw: numberBetween(-180, 180).optional(),
  maxYaw: numberBetween(-180, 180).optional(),
  minPitch: numberBetween(-90, 90).optional(),
  maxPitch: numberBetween(-90, 90).optional(),
  minFov: numberBetween(MIN_FOV, MAX_FOV).optional(),
  maxFov: numberBetween(MIN_FOV, MAX_FOV).optional(),
}).refine(
  ({ minYaw = -180, maxYaw = 180, minPitch = -90, maxPitch = 90, minFov = MIN_FOV, maxFov = MAX_FOV }) =>
    minYaw < maxYaw && minPitch < maxPitch && minFov <= maxFov,
  'must have each minimum below its maximum',
);
export type ViewLimits = z.infer<typeof ViewLimits>;

/** A photo or video that a visitor stands in. */
export const TourScene = record({
  id: TourId,
  title: lineOfText(200),
  description: text(5000).optional(),
  media: AssetId,
  kind: z.enum(['photo', 'film'], 'must be photo or film').default('photo'),
  stereo: Stereo.default('mono'),
  lights: list(SceneLight, TOUR_LIMITS.lightsPerScene).optional(),
  coverage: Coverage.optional(),
  pose: Pose.default({ pitch: 0, roll: 0 }),
  view: TourView.default({ yaw: 0, pitch: 0, fov: DEFAULT_FOV }),
  limits: ViewLimits.optional(),
  /** Exposure in stops; contrast and warmth from -1 to 1. */
  adjust: record({
    exposure: numberBetween(-2, 2).default(0),
    contrast: numberBetween(-1, 1).default(0),
    warmth: numberBetween(-1, 1).default(0),
  }).optional(),
  /** A disc that hides the tripod: a colour, or an image. */
  nadir: record({
    radius: numberBetween(1, 60),
    colour: z
      .string('must be a colour such as #1a2b3c')
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1a2b3c')
      .optional(),
    image: AssetId.optional(),
  }).optional(),
  /** In pixels of the plan, from its left and top. */
  place: record({ plan: TourId, x: numberBetween(0, 100_000), y: numberBetween(0, 100_000) }).optional(),
  capturedAt: CapturedAt.optional(),
  hotspots: list(Hotspot, TOUR_LIMITS.hotspotsPerScene).default([]),
  looks: list(Look, TOUR_LIMITS.looksPerScene).default([]),
  sounds: list(SceneSound, TOUR_LIMITS.soundsPerScene).default([]),
  captions: list(CaptionTrack, TOUR_LIMITS.captionTracks).default([]),
});
export type TourScene = z.infer<typeof TourScene>;

/** A floor plan. */
export const TourPlan = record({
  id: TourId,
  title: lineOfText(200),
  image: AssetId,
  /** Pixels. */
  width: numberBetween(1, 100_000),
  height: numberBetween(1, 100_000),
  /** Where north is, in degrees clockwise from the plan's upper edge. */
  north: numberBetween(-360, 360).default(0),
  metresPerPixel: numberBetween(0.000_001, 1000).optional(),
  alt: text(1000),
});
export type TourPlan = z.infer<typeof TourPlan>;

export const GuideStep = record({
  scene: TourId,
  view: TourView,
  seconds: numberBetween(1, 600),
  text: text(2000),
  audio: AssetId.optional(),
  captions: list(CaptionTrack, TOUR_LIMITS.captionTracks).optional(),
});
export type GuideStep = z.infer<typeof GuideStep>;

/** Version 1 of the tour document. */
export const Tour = record({
  version: z.literal(1, 'must be 1, the only version that is known here'),
  start: TourId,
  scenes: list(TourScene, TOUR_LIMITS.scenes),
  plans: list(TourPlan, TOUR_LIMITS.plans).default([]),
  guide: record({ steps: list(GuideStep, TOUR_LIMITS.guideSteps) }).optional(),
  /** Scenes of a gated tour that everybody may stand in. */
  previewScenes: list(TourId, TOUR_LIMITS.scenes).optional(),
});
export type Tour = z.infer<typeof Tour>;
/** A tour document as it may be written: what has a default may be absent. */
export type TourInput = z.input<typeof Tour>;
