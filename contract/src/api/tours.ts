import { z } from 'zod';
import { Stereo } from '../shared/tour/fields.ts';
import { publicEndpoint } from './endpoint.ts';
import { Panorama, Thumbnails } from './media.ts';

const Direction = z
  .object({ yaw: z.number(), pitch: z.number() })
  .describe('Degrees, right and up positive.');
const View = z.object({ yaw: z.number(), pitch: z.number(), fov: z.number().describe('Vertical.') });

const Captions = z.array(
  z.object({
    language: z.string(),
    label: z.string(),
    cues: z.array(z.object({ from: z.number(), to: z.number(), text: z.string(), at: Direction.optional() })),
  }),
);

/** A hotspot of a scene. Pictures, films and sounds that the caller may see have a `url`. */
export const SceneHotspot = z
  .object({
    id: z.string(),
    kind: z.enum(['door', 'info', 'picture', 'film', 'sound', 'link', 'book']),
    at: Direction.optional(),
    outline: z.array(Direction).optional(),
    label: z.string(),
    text: z.string().optional().describe('Plain text, never HTML.'),
    alt: z.string().optional(),
    order: z.number().optional(),
    target: z.string().optional().describe('A scene for doors, a web address for links and bookings.'),
    url: z.string().optional(),
    poster: z.string().optional().describe('For films: what is shown until they play.'),
    captions: Captions.optional().describe('For films: what is said and heard, and when in seconds.'),
    arrive: z.union([z.enum(['same-heading', 'through']), View]).optional(),
  })
  .meta({ id: 'SceneHotspot' });
export type SceneHotspot = z.infer<typeof SceneHotspot>;

const SceneLook = z.object({ id: z.string(), label: z.string(), view: View });

/** A scene as a list of scenes names it. */
export const SceneSummary = z
  .object({
    id: z.string(),
    title: z.string(),
    isOpen: z.boolean().describe('Whether the caller may stand in it now.'),
    thumbnails: Thumbnails.optional(),
    preview: z
      .string()
      .optional()
      .describe(
        'A blurred equirectangular picture as a data: address; of open scenes near the visitor alone.',
      ),
    place: z.object({ plan: z.string(), x: z.number(), y: z.number() }).optional(),
  })
  .meta({ id: 'SceneSummary' });
export type SceneSummary = z.infer<typeof SceneSummary>;

/** What a visitor needs to know of a tour before entering it. */
export const TourOutline = z
  .object({
    start: z.string(),
    scenes: z.array(SceneSummary),
    plans: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        image: z.string(),
        width: z.number(),
        height: z.number(),
        north: z.number().describe('Degrees clockwise from the upper edge.'),
        metresPerPixel: z.number().optional(),
        alt: z.string(),
      }),
    ),
    looks: z.array(SceneLook).describe('Of the start scene.'),
    guide: z
      .object({
        steps: z.array(
          z.object({
            scene: z.string(),
            view: View,
            seconds: z.number(),
            text: z.string(),
            audio: z.string().optional(),
            captions: Captions.optional(),
          }),
        ),
      })
      .optional()
      .describe('Its steps in scenes that the caller may stand in.'),
  })
  .meta({ id: 'TourOutline' });
export type TourOutline = z.infer<typeof TourOutline>;

const CapturedAt = z
  .string()
  .optional()
  .describe('A day, or a moment with the offset of its place. A light without it was taken with the scene.');

/** One scene with what the viewer needs to show it. */
export const SceneDetail = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string().optional(),
    kind: z.enum(['photo', 'film']),
    stereo: Stereo.describe('The left eye’s picture is above, or on the left.'),
    coverage: z
      .object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
      .optional()
      .describe('Shares of the full sphere; all of it without.'),
    pose: z
      .object({ heading: z.number().optional(), pitch: z.number(), roll: z.number() })
      .describe('From picture to world: roll, then pitch, then heading clockwise from north.'),
    view: View,
    limits: z
      .object({
        minYaw: z.number(),
        maxYaw: z.number(),
        minPitch: z.number(),
        maxPitch: z.number(),
        minFov: z.number(),
        maxFov: z.number(),
      })
      .partial()
      .optional(),
    adjust: z.object({ exposure: z.number(), contrast: z.number(), warmth: z.number() }).optional(),
    nadir: z
      .object({ radius: z.number(), colour: z.string().optional(), image: z.string().optional() })
      .optional(),
    place: z.object({ plan: z.string(), x: z.number(), y: z.number() }).optional(),
    capturedAt: CapturedAt,
    lights: z
      .array(
        z.object({
          id: z.string(),
          label: z.string(),
          capturedAt: CapturedAt,
          url: z.string().optional(),
          panorama: Panorama.optional(),
        }),
      )
      .optional()
      .describe(
        'The same view at other hours, with what the viewer needs of each; the entry without `url` is the scene’s own picture.',
      ),
    hotspots: z.array(SceneHotspot),
    looks: z.array(SceneLook),
    sounds: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        url: z.string(),
        at: Direction.optional(),
        volume: z.number(),
        loop: z.boolean(),
      }),
    ),
    captions: Captions,
    url: z.string().describe('The whole photo or film; signed where the caller had to unlock the tour.'),
    panorama: Panorama,
    neighbours: z.array(SceneSummary).describe('The scenes that its doors lead to.'),
  })
  .meta({ id: 'SceneDetail' });
export type SceneDetail = z.infer<typeof SceneDetail>;

export const getScene = publicEndpoint('GET', '/api/vr360/:id/scenes/:sceneId', {
  summary: 'One scene of a tour, for callers who may open the tour; preview scenes are open to everybody',
  tag: 'catalogue',
  params: z.object({ id: z.string().min(1).max(200), sceneId: z.string().min(1).max(64) }),
  response: SceneDetail,
  errors: ['experience_not_found', 'scene_not_found', 'scene_locked'],
});
