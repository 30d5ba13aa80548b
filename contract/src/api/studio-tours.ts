import { z } from 'zod';
import { text } from '../shared/tour/fields.ts';
import { TOUR_PROBLEM_CODES } from '../shared/tour/problems.ts';
import { Tour } from '../shared/tour/schema.ts';
import { Done } from './accounts.ts';
import { InWorkspace, permittedEndpoint } from './endpoint.ts';
import { line } from './line.ts';
import { GeoLocation, MAX_FACTS, PlaceAccess } from './places.ts';
import { TourSubmission } from './submissions.ts';

const Id = z.number().int().min(1).max(2_147_483_647);

/** Everything that is written of a tour before it is published. It may be unfinished: `problems` says what is missing. */
export const TourDraft = z
  .strictObject({
    title: line(200).default(''),
    propertyName: line(200).default(''),
    description: text(10_000).default(''),
    buttonTitle: line(60).default(''),
    category: Id.nullable().default(null).describe('The id of the category.'),
    subcategory: Id.nullable().default(null).describe('The id of a subcategory of the category.'),
    tags: z.array(Id).max(50, 'Please choose at most 50 tags.').default([]).describe('Ids of tags.'),
    price: z
      .number()
      .int('The price is a whole number of tokens.')
      .min(0, 'The price is 0 tokens or more.')
      .max(1_000_000, 'The price is at most 1,000,000 tokens.')
      .nullable()
      .default(null)
      .describe('Tokens; 0 is free, null is not decided.'),
    isInPlans: z.boolean().default(false).describe('Whether members with a plan open it without tokens.'),
    slug: line(120).default('').describe('The last part of its address.'),
    seo: z
      .strictObject({ title: line(200).default(''), description: line(500).default('') })
      .default({ title: '', description: '' })
      .describe('What search engines show; empty for the title and the description.'),
    country: line(100).default(''),
    city: line(100).default(''),
    location: GeoLocation.nullable().default(null),
    facts: z.array(line(120)).max(MAX_FACTS).default([]),
    access: PlaceAccess.nullable().default(null),
    website: line(2000).default(''),
    document: Tour.nullable().default(null).describe('The tour document; null while there is no scene.'),
  })
  .meta({ id: 'TourDraft' });
export type TourDraft = z.infer<typeof TourDraft>;

/** Who sees a tour once it is published. */
export const Visibility = z
  .enum(['public', 'unlisted', 'private', 'link'])
  .describe(
    'public: everybody, in lists and searches. unlisted: everybody who has the address. private: the team. link: who has a live link. Who has unlocked it keeps it.',
  );
export type Visibility = z.infer<typeof Visibility>;
/** Of tours that are in no list. */
export type HiddenVisibility = Exclude<Visibility, 'public'>;

/** A tour as lists of the studio show it. */
export const StudioTourSummary = z
  .object({
    id: z.string(),
    title: z.string(),
    revision: z.number().int().describe('Grows by one with each change.'),
    createdAt: z.string(),
    changedAt: z.string(),
    state: z.enum(['draft', 'published', 'withdrawn']),
    visibility: Visibility,
    publishedAt: z.string().nullable().describe('The last publication.'),
    publishedRevision: z.number().int().nullable().describe('The revision that visitors see, or saw last.'),
    publishAt: z.string().nullable().describe('When its draft, as it is then, is published.'),
    withdrawAt: z.string().nullable().describe('When it is withdrawn.'),
    scheduleProblem: z
      .object({ message: z.string(), at: z.string() })
      .nullable()
      .describe(
        'Why what was scheduled last was not done; until somebody publishes, withdraws or schedules it.',
      ),
    submission: TourSubmission.nullable(),
    path: z.string().nullable().describe('The address of a published tour, on this site.'),
    previewUrl: z
      .string()
      .optional()
      .describe('In lists: a smaller picture of the start scene, if there is one; for some minutes.'),
  })
  .meta({ id: 'StudioTourSummary' });
export type StudioTourSummary = z.infer<typeof StudioTourSummary>;

/** A tour of the studio with its draft. */
export const StudioTour = StudioTourSummary.extend({
  changedBy: z.object({
    id: z.string(),
    name: z.string().describe('Empty for members who have left.'),
  }),
  scheduledBy: z
    .object({ id: z.string(), name: z.string().describe('Empty for members who have left.') })
    .nullable()
    .describe('Who chose the times; null where nothing is scheduled.'),
  draft: TourDraft,
  problems: z
    .array(
      z.object({
        path: z.array(z.union([z.string(), z.number()])),
        message: z.string(),
        code: z
          .enum(TOUR_PROBLEM_CODES)
          .optional()
          .describe('`people_unchecked`: the picture at the path needs a signed privacy check.'),
      }),
    )
    .describe('What is missing before the draft can be published, each with its place in the draft.'),
}).meta({ id: 'StudioTour' });
export type StudioTour = z.infer<typeof StudioTour>;

/** One publication of a tour. */
export const StudioTourVersion = z
  .object({
    version: z.number().int(),
    publishedAt: z.string(),
    publishedBy: z.object({ id: z.string(), name: z.string().describe('Empty for members who have left.') }),
    title: z.string(),
  })
  .meta({ id: 'StudioTourVersion' });
export type StudioTourVersion = z.infer<typeof StudioTourVersion>;

/** A JSON merge patch (RFC 7396) of a draft: absent members stay, null resets, lists are replaced as a whole. */
const DraftPatch = z.record(z.string(), z.unknown());
/** A tour of the studio by its id, in a path. */
export const TourKey = z.object({ tourId: z.string().min(1).max(100) });

export const listStudioTours = permittedEndpoint('tour.read')('GET', '/api/studio/tours', {
  summary: 'The tours of the workspace, the newest first',
  tag: 'studio',
  query: InWorkspace.extend({
    limit: z.coerce.number().int().min(1).max(100).default(50),
    before: z.string().max(100).optional().describe('Only tours after this one in the list.'),
  }),
  response: z.object({ tours: z.array(StudioTourSummary), hasMore: z.boolean() }),
});

export const createStudioTour = permittedEndpoint('tour.write')('POST', '/api/studio/tours', {
  summary: 'Begins a tour, whose draft may be empty',
  tag: 'studio',
  query: InWorkspace,
  body: DraftPatch,
  response: StudioTour,
  errors: ['draft_invalid', 'quota_reached'],
});

export const getStudioTour = permittedEndpoint('tour.read')('GET', '/api/studio/tours/:tourId', {
  summary: 'A tour with its draft, and what is missing before it can be published',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace,
  response: StudioTour,
  errors: ['tour_not_found'],
});

export const changeStudioTour = permittedEndpoint('tour.write')('PATCH', '/api/studio/tours/:tourId', {
  summary:
    'Changes a draft by a JSON merge patch, with its revision in If-Match; 409 names who was faster, in `conflict`',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace,
  body: DraftPatch,
  response: StudioTour,
  errors: ['draft_invalid', 'quota_reached', 'tour_not_found', 'revision_missing', 'revision_conflict'],
});

export const deleteStudioTour = permittedEndpoint('tour.delete')('DELETE', '/api/studio/tours/:tourId', {
  summary: 'Deletes a draft, or a withdrawn tour that no member has unlocked',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace,
  response: Done,
  errors: ['tour_not_found', 'tour_published', 'tour_unlocked'],
});

const PUBLICATION = '/api/studio/tours/:tourId/publication';

export const publishStudioTour = permittedEndpoint('tour.publish')('POST', PUBLICATION, {
  summary: 'Publishes the draft, whose revision If-Match names; 422 says what is missing',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace,
  response: StudioTour,
  errors: [
    'tour_not_found',
    'tour_incomplete',
    'review_required',
    'address_taken',
    'invalid_request',
    'revision_missing',
    'revision_conflict',
  ],
});

export const withdrawStudioTour = permittedEndpoint('tour.publish')('DELETE', PUBLICATION, {
  summary: 'Withdraws a tour: only who unlocked it still opens it',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace,
  response: StudioTour,
  errors: ['tour_not_found', 'tour_not_published'],
});

/** How far ahead a publication or withdrawal may be scheduled. */
export const MAX_SCHEDULE_YEARS = 2;

const Moment = z.iso
  .datetime({ offset: true, error: 'Please give a time such as 2027-12-03T09:00:00Z.' })
  .nullable()
  .optional();

export const scheduleStudioTour = permittedEndpoint('tour.publish')(
  'POST',
  '/api/studio/tours/:tourId/schedule',
  {
    summary:
      'Has the draft published at a time, and the tour withdrawn at a time: as the member who asks, if they still may then. To schedule a publication, If-Match names the revision; what is published is the draft at that time',
    tag: 'studio',
    params: TourKey,
    query: InWorkspace,
    body: z.strictObject({
      publishAt: Moment.describe('Absent leaves it, null cancels it.'),
      withdrawAt: Moment.describe('Absent leaves it, null cancels it.'),
    }),
    response: StudioTour,
    errors: [
      'invalid_request',
      'tour_not_found',
      'tour_not_published',
      'tour_incomplete',
      'review_required',
      'revision_missing',
      'revision_conflict',
    ],
  },
);

export const changeStudioTourVisibility = permittedEndpoint('tour.publish')(
  'POST',
  '/api/studio/tours/:tourId/visibility',
  {
    summary: 'Says who sees the tour; of a published one at once',
    tag: 'studio',
    params: TourKey,
    query: InWorkspace,
    body: z.strictObject({ visibility: Visibility }),
    response: StudioTour,
    errors: ['tour_not_found'],
  },
);

export const listStudioTourVersions = permittedEndpoint('tour.read')(
  'GET',
  '/api/studio/tours/:tourId/versions',
  {
    summary: 'The publications of a tour, the newest first',
    tag: 'studio',
    params: TourKey,
    query: InWorkspace,
    response: z.object({ versions: z.array(StudioTourVersion) }),
    errors: ['tour_not_found'],
  },
);

const VersionKey = TourKey.extend({ version: z.coerce.number().int().min(1).max(2_147_483_647) });

export const getStudioTourVersion = permittedEndpoint('tour.read')(
  'GET',
  '/api/studio/tours/:tourId/versions/:version',
  {
    summary: 'A draft as it was published',
    tag: 'studio',
    params: VersionKey,
    query: InWorkspace,
    response: StudioTourVersion.extend({ draft: TourDraft }),
    errors: ['tour_not_found', 'tour_version_not_found'],
  },
);

export const restoreStudioTourVersion = permittedEndpoint('tour.write')(
  'POST',
  '/api/studio/tours/:tourId/versions/:version/restoration',
  {
    summary: 'Makes a published version the draft again, whose revision If-Match names',
    tag: 'studio',
    params: VersionKey,
    query: InWorkspace,
    response: StudioTour,
    errors: ['tour_not_found', 'tour_version_not_found', 'revision_missing', 'revision_conflict'],
  },
);
