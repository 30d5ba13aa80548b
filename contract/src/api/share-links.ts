import { z } from 'zod';
import { Done } from './accounts.ts';
import { ExperienceDetail } from './catalogue.ts';
import { InWorkspace, permittedEndpoint, publicEndpoint } from './endpoint.ts';
import { filledLine } from './line.ts';
import { SceneDetail } from './tours.ts';

/** The most links that a tour has at a time. */
export const MAX_SHARE_LINKS = 100;
const MAX_DAYS = 3650;
const MAX_OPENINGS = 100_000;

/** A link by which a tour opens for anyone who has it. */
export const ShareLink = z
  .object({
    id: z.string(),
    label: z.string(),
    createdBy: z.string().describe('The name of the member who made it; empty for those who have left.'),
    createdAt: z.string(),
    expiresAt: z.string().nullable().describe('Null for a link without an end.'),
    maxOpenings: z.number().int().nullable().describe('Null for any number.'),
    openings: z.number().int(),
    lastOpenedAt: z.string().nullable(),
    hasPassword: z.boolean(),
  })
  .meta({ id: 'ShareLink' });
export type ShareLink = z.infer<typeof ShareLink>;

const TourKey = z.object({ tourId: z.string().min(1).max(100) });
const LINKS = '/api/studio/tours/:tourId/links';

export const listShareLinks = permittedEndpoint('share-link.manage')('GET', LINKS, {
  summary: 'The links of a tour that were not revoked, the newest first',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace,
  response: z.object({ links: z.array(ShareLink) }),
  errors: ['tour_not_found'],
});

export const createShareLink = permittedEndpoint('share-link.manage')('POST', LINKS, {
  summary: 'Makes a link to a tour; its secret is in this response alone',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace,
  body: z.strictObject({
    label: filledLine(80, 'Please say who the link is for.'),
    days: z
      .number()
      .int('The days are a whole number.')
      .min(1, 'A link holds for a day at least.')
      .max(MAX_DAYS, `A link holds for at most ${MAX_DAYS} days.`)
      .nullable()
      .default(null)
      .describe('How long it holds; null for a link without an end.'),
    maxOpenings: z
      .number()
      .int('The number of openings is a whole number.')
      .min(1, 'A link opens once at least.')
      .max(MAX_OPENINGS, `A link opens at most ${MAX_OPENINGS} times.`)
      .nullable()
      .default(null)
      .describe('How often it opens; null for any number.'),
    password: z
      .string()
      .min(6, 'A password has at least 6 characters.')
      .max(200, 'A password has at most 200 characters.')
      .nullable()
      .default(null),
  }),
  response: ShareLink.extend({
    path: z.string().describe('The address of the link on this site, with its secret.'),
  }),
  errors: ['tour_not_found', 'too_many_links'],
});

export const revokeShareLink = permittedEndpoint('share-link.manage')('DELETE', `${LINKS}/:linkId`, {
  summary: 'Ends a link at once, also for those who have it open',
  tag: 'studio',
  params: TourKey.extend({ linkId: z.string().min(1).max(100) }),
  query: InWorkspace,
  response: Done,
  errors: ['tour_not_found', 'link_not_found'],
});

const Secret = z.string().min(1).max(100);

/** What a visitor by link sees. */
const SharedTour = z.object({
  experience: ExperienceDetail,
  until: z.string().describe('When the visit ends; opening the link again begins another.'),
});

export const openShareLink = publicEndpoint('POST', '/api/share-links/visits', {
  summary: 'Opens a link, which counts as one of its openings, and begins a visit of some hours',
  tag: 'tours',
  body: z.strictObject({ secret: Secret, password: z.string().max(200).optional() }),
  response: SharedTour.extend({
    visit: z.string().describe('Shown with each further request of the visit.'),
  }),
  errors: ['link_ended', 'password_required', 'wrong_code', 'too_many_requests'],
});

export const readSharedTour = publicEndpoint('POST', '/api/share-links/tour', {
  summary: 'The tour of a visit, with addresses of its files that are freshly signed',
  tag: 'tours',
  body: z.strictObject({ visit: Secret }),
  response: SharedTour,
  errors: ['link_ended'],
});

export const readSharedScene = publicEndpoint('POST', '/api/share-links/scene', {
  summary: 'One scene of the tour of a visit',
  tag: 'tours',
  body: z.strictObject({ visit: Secret, scene: z.string().min(1).max(64) }),
  response: SceneDetail,
  errors: ['link_ended', 'scene_not_found'],
});
