import { z } from 'zod';
import { Stereo, TourView } from '../shared/tour/fields.ts';
import { Pose } from '../shared/tour/schema.ts';
import { Done } from './accounts.ts';
import { InWorkspace, permittedEndpoint } from './endpoint.ts';
import { Panorama } from './media.ts';

/** How far a file is: its bytes are here, its kind is found out, it is prepared for pages, and then it may be used, or not. */
export const StudioMediaState = z.enum(['received', 'checking', 'preparing', 'ready', 'refused']);
export type StudioMediaState = z.infer<typeof StudioMediaState>;

/** A file that was uploaded into a workspace, and what has become of it. */
export const StudioMedia = z
  .object({
    id: z.string(),
    uploadId: z.string().describe('The last part of the address that the upload had.'),
    fileName: z.string(),
    bytes: z.number().int(),
    createdAt: z.string(),
    state: StudioMediaState,
    progress: z.number().min(0).max(1).describe('Of the preparation.'),
    kind: z
      .enum(['photo', 'video', 'image', 'film', 'sound'])
      .nullable()
      .describe('`photo` and `video` are 360-degree pictures and films, `image` and `film` flat ones.'),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    durationSeconds: z.number().nullable(),
    stereo: Stereo.describe(
      'Whether a 360-degree file has a picture for each eye, the left one above or on the left; `mono` until it is ready. `width` and `height` are those of the whole frame.',
    ),
    isAssumed: z
      .boolean()
      .describe(
        'Whether only the shape says that the picture goes all the way round, with its horizon in the middle.',
      ),
    coverage: z
      .object({ horizontal: z.number(), vertical: z.number() })
      .nullable()
      .describe(
        'How many degrees of the sphere a picture covers that shows a part of it, whose rest is black; null for all other files, and until it is ready. `width` and `height` are those of the whole sphere.',
      ),
    part: z
      .object({ minYaw: z.number(), maxYaw: z.number(), minPitch: z.number(), maxPitch: z.number() })
      .nullable()
      .describe('The edges of what such a picture shows, in degrees of its own frame.'),
    pose: Pose.nullable().describe(
      'How the picture is to be turned: north, and pitch and roll of cameras that are known to state them rightly.',
    ),
    proposedPose: z
      .object({ pitch: z.number(), roll: z.number() })
      .nullable()
      .describe(
        'Pitch and roll that another camera states. It may have levelled the picture already: somebody has to look.',
      ),
    view: TourView.nullable().describe(
      'The first view that the camera or an editor wrote down, in the frame of the picture.',
    ),
    previewUrl: z
      .string()
      .nullable()
      .describe('A smaller picture while the file is prepared; for some minutes.'),
    asset: z.string().nullable().describe('By this a tour document names it; null until it is ready.'),
    refusal: z
      .object({ code: z.string(), detail: z.string() })
      .nullable()
      .describe('Why the file is refused, and what to do about it.'),
  })
  .meta({ id: 'StudioMedia' });
export type StudioMedia = z.infer<typeof StudioMedia>;

/** A ready file with what is needed to show it. Its URLs are signed, and stop working after some minutes. */
export const StudioAsset = z
  .object({
    asset: z.string(),
    fileName: z.string(),
    kind: z.enum(['photo', 'video', 'image', 'film', 'sound']),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    durationSeconds: z.number().nullable(),
    stereo: Stereo,
    url: z.string().describe('The whole file.'),
    panorama: Panorama.describe('With `expiresAt`; tiles and preview of 360-degree pictures alone.'),
  })
  .meta({ id: 'StudioAsset' });
export type StudioAsset = z.infer<typeof StudioAsset>;

/** A file by its id, in a path. */
const MediaKey = z.object({ mediaId: z.string().min(1).max(100) });

export const listStudioMedia = permittedEndpoint('media.read')('GET', '/api/studio/media', {
  summary: 'The files of the workspace, the newest first',
  tag: 'studio',
  query: InWorkspace.extend({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    before: z.string().max(100).optional().describe('Only files after this one in the list.'),
    upload: z.string().max(100).optional().describe('Only the file of this upload.'),
  }),
  response: z.object({
    media: z.array(StudioMedia),
    hasMore: z.boolean(),
    usedBytes: z.number().int().describe('What the files and the running uploads of the workspace take.'),
    totalBytes: z.number().int().describe('What they may take.'),
  }),
});

export const getStudioMedia = permittedEndpoint('media.read')('GET', '/api/studio/media/:mediaId', {
  summary: 'How far a file is',
  tag: 'studio',
  params: MediaKey,
  query: InWorkspace,
  response: StudioMedia,
  errors: ['media_not_found'],
});

export const getStudioAsset = permittedEndpoint('media.read')('GET', '/api/studio/assets/:asset', {
  summary: 'What the viewer needs to show a ready file, by the name that tour documents have for it',
  tag: 'studio',
  params: z.object({ asset: z.string().min(1).max(100) }),
  query: InWorkspace,
  response: StudioAsset,
  errors: ['media_not_found'],
});

export const confirmStudioMedia = permittedEndpoint('media.write')(
  'POST',
  '/api/studio/media/:mediaId/confirmation',
  {
    summary: 'Says that a picture lies on the sphere as its shape let assume',
    tag: 'studio',
    params: MediaKey,
    query: InWorkspace,
    response: StudioMedia,
    errors: ['media_not_found'],
  },
);

export const deleteStudioMedia = permittedEndpoint('media.delete')('DELETE', '/api/studio/media/:mediaId', {
  summary: 'Deletes a file that no tour of the workspace uses',
  tag: 'studio',
  params: MediaKey,
  query: InWorkspace,
  response: Done,
  errors: ['media_not_found', 'media_in_use'],
});
