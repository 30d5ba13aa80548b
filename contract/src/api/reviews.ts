import { z } from 'zod';
import { text } from '../shared/tour/fields.ts';
import { Done } from './accounts.ts';
import { InWorkspace, permittedEndpoint } from './endpoint.ts';
import { StudioTour, TourDraft, TourKey } from './studio-tours.ts';

const MAX_NOTE = 1000;
const Person = z.object({ id: z.string(), name: z.string().describe('Empty for members who have left.') });
const Revision = z.number().int().min(1).describe('The submitted revision that was looked at.');

/** A submitted tour as the list of reviewers shows it. */
export const ReviewSummary = z
  .object({
    tourId: z.string(),
    title: z.string(),
    workspace: z.object({ id: z.string(), name: z.string() }),
    revision: z.number().int(),
    submittedAt: z.string(),
    submittedBy: Person,
    note: z.string(),
    isUpdate: z.boolean().describe('Whether the tour has been published before.'),
    needsAnother: z
      .boolean()
      .describe('Whether another reviewer has to approve it, since the caller has submitted it.'),
  })
  .meta({ id: 'ReviewSummary' });
export type ReviewSummary = z.infer<typeof ReviewSummary>;

/** A submitted tour with all that is to be looked at. */
export const Review = ReviewSummary.extend({
  draft: TourDraft.describe('As it was submitted.'),
  published: TourDraft.nullable().describe('As it was published last.'),
  problems: StudioTour.shape.problems,
}).meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

const SUBMISSION = '/api/studio/tours/:tourId/submission';

export const submitStudioTour = permittedEndpoint('tour.write')('POST', SUBMISSION, {
  summary:
    'Submits the draft, whose revision If-Match names, to the reviewers of the installation where there is a review, else to the editors of the workspace',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace,
  body: z.strictObject({ note: text(MAX_NOTE).default('') }),
  response: StudioTour,
  errors: ['tour_not_found', 'tour_incomplete', 'revision_missing', 'revision_conflict'],
});

export const takeBackSubmission = permittedEndpoint('tour.write')('DELETE', SUBMISSION, {
  summary: 'Takes a submitted draft back, or forgets that it was sent back',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace,
  response: StudioTour,
  errors: ['tour_not_found', 'not_submitted'],
});

export const listReviews = permittedEndpoint('tour.review')('GET', '/api/console/reviews', {
  summary: 'Submitted tours of all workspaces, the oldest first; at most a hundred',
  tag: 'console',
  response: z.object({ reviews: z.array(ReviewSummary) }),
});

const REVIEW = '/api/console/reviews/:tourId';

export const getReview = permittedEndpoint('tour.review')('GET', REVIEW, {
  summary: 'A submitted tour as it would be published, and as it was published last',
  tag: 'console',
  params: TourKey,
  response: Review,
  errors: ['not_submitted'],
});

export const approveReview = permittedEndpoint('tour.review')('POST', `${REVIEW}/approval`, {
  summary: 'Publishes a tour exactly as it was submitted',
  tag: 'console',
  params: TourKey,
  body: z.strictObject({ revision: Revision }),
  response: Done,
  errors: ['not_submitted', 'own_submission', 'submission_changed', 'tour_incomplete', 'address_taken'],
});

export const returnReview = permittedEndpoint('tour.review')('POST', `${REVIEW}/return`, {
  summary: 'Sends a submitted tour back with what is to be changed',
  tag: 'console',
  params: TourKey,
  body: z.strictObject({
    revision: Revision,
    note: text(MAX_NOTE).refine((note) => note.trim() !== '', 'Please say what is to be changed.'),
  }),
  response: Done,
  errors: ['not_submitted', 'submission_changed'],
});
