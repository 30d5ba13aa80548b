import { z } from 'zod';
import { AssetId, Stereo } from '../shared/tour/fields.ts';
import { InWorkspace, permittedEndpoint } from './endpoint.ts';
import { Panorama } from './media.ts';

/** The most regions of one picture. */
export const MAX_PRIVACY_REGIONS = 200;

/** A part of a sphere's picture, and what was decided about it. */
export const PrivacyRegion = z
  .strictObject({
    yaw: z.number().min(-180).max(180).describe('Degrees of its middle; 0 is the centre of the picture.'),
    pitch: z.number().min(-90).max(90),
    width: z.number().min(0.1).max(360).describe('Degrees of yaw.'),
    height: z.number().min(0.1).max(180),
    shape: z.enum(['ellipse', 'rectangle']),
    origin: z.enum(['found', 'drawn']).describe('By the search, or by hand.'),
    isBlurred: z.boolean(),
  })
  .meta({ id: 'PrivacyRegion' });
export type PrivacyRegion = z.infer<typeof PrivacyRegion>;

/** On what a statement rests: on the search and a look at the picture, or on knowing that it shows nobody, as a rendering. */
export const PrivacyBasis = z.enum(['looked', 'no-people']);
export type PrivacyBasis = z.infer<typeof PrivacyBasis>;

/** What is known of people in a picture of the workspace. */
export const PrivacyCheck = z
  .object({
    asset: z.string().describe('Another one than was asked for, once blur has made a new picture of that.'),
    fileName: z.string(),
    kind: z.enum(['photo', 'video']),
    state: z.enum(['none', 'searching', 'searched', 'failed', 'blurring', 'signed']),
    url: z.string().describe('The picture without blur, which opens for some minutes.'),
    panorama: Panorama.describe('The same picture for the viewer, with `expiresAt`.'),
    width: z.number().int(),
    height: z.number().int(),
    stereo: Stereo,
    regions: z.array(PrivacyRegion),
    failure: z.string().nullable(),
    statement: z
      .object({
        basis: PrivacyBasis,
        by: z.object({ id: z.string(), name: z.string().describe('Empty for members who have left.') }),
        at: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'PrivacyCheck' });
export type PrivacyCheck = z.infer<typeof PrivacyCheck>;

const PATH = '/api/studio/privacy-checks/:asset';
const AssetKey = z.object({ asset: AssetId });

export const getPrivacyCheck = permittedEndpoint('media.read')('GET', PATH, {
  summary: 'What is known of people in a 360-degree picture',
  tag: 'studio',
  params: AssetKey,
  query: InWorkspace,
  response: PrivacyCheck,
  errors: ['media_not_found'],
});

export const searchForFaces = permittedEndpoint('tour.write')('POST', `${PATH}/search`, {
  summary: 'Looks for faces in a picture, which takes a minute or two',
  tag: 'studio',
  params: AssetKey,
  query: InWorkspace,
  response: PrivacyCheck,
  errors: ['media_not_found', 'check_busy'],
});

export const signPrivacyCheck = permittedEndpoint('tour.write')('POST', `${PATH}/statement`, {
  summary:
    'States for the audit log that the picture was checked; regions to be blurred make a new picture, which takes its place in drafts',
  tag: 'studio',
  params: AssetKey,
  query: InWorkspace,
  body: z.strictObject({
    basis: PrivacyBasis.describe('`looked` needs a finished search of a photo.'),
    regions: z.array(PrivacyRegion).max(MAX_PRIVACY_REGIONS).default([]),
  }),
  response: PrivacyCheck,
  errors: ['media_not_found', 'check_busy', 'check_not_searched'],
});
