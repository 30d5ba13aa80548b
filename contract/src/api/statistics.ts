import { z } from 'zod';
import { GAZE_BINS } from '../shared/gaze.ts';
import { TourId } from '../shared/tour/fields.ts';
import { ExperienceKey } from './catalogue.ts';
import { InWorkspace, permittedEndpoint, publicEndpoint } from './endpoint.ts';

/** A day such as `2026-11-24`, of statistics always one in UTC. */
const Day = z.iso.date();
const Count = z.number().int().min(0);

/** The days of statistics that are asked for, both included. */
export const DayRange = z.object({
  from: Day.optional().describe('The first day in UTC; by default the first of all.'),
  to: Day.optional().describe('The last day in UTC; by default today.'),
});
export type DayRange = z.infer<typeof DayRange>;

const Counts = z.object({
  views: Count,
  likes: Count,
  unlocks: Count,
  tokens: Count.describe('What members paid for unlocks.'),
});

/** What happened to a tour, by days in UTC. */
export const TourStatistics = z
  .object({
    timeZone: z.literal('UTC').describe('The time zone of all days.'),
    from: Day.nullable().describe('As it was asked for; null for all days.'),
    to: Day,
    totals: Counts.describe('The sums of these days.'),
    days: z
      .array(Counts.extend({ day: Day }))
      .describe('The days in their order. One on which nothing happened is left out.'),
    undated: z
      .object({ views: Count, likes: Count })
      .describe(
        'What is known without its day, in no other figure: views from before they were counted by day.',
      ),
    scenes: z
      .array(
        z.object({
          id: z.string(),
          title: z.string().describe('Empty for a scene that is no longer in the tour, or has none.'),
          seconds: z.number().min(0),
        }),
      )
      .describe('How long visitors who consented looked at each scene, the longest first.'),
    hotspots: z
      .array(
        z.object({
          scene: z.string(),
          sceneTitle: z.string(),
          id: z.string(),
          label: z.string().describe('Empty for a hotspot that is no longer in the tour.'),
          presses: Count,
        }),
      )
      .describe('How often the same visitors pressed each hotspot, the most pressed first; at most 200.'),
  })
  .meta({ id: 'TourStatistics' });
export type TourStatistics = z.infer<typeof TourStatistics>;

/** The path of a tour's statistics. */
const STATISTICS = '/api/studio/tours/:tourId/statistics';
/** A tour of the studio by its id, in a path. */
const TourKey = z.object({ tourId: z.string().min(1).max(100) });

export const getTourStatistics = permittedEndpoint('statistics.read')('GET', STATISTICS, {
  summary: 'Views, likes, unlocks and tokens of a tour, by days in UTC',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace.extend(DayRange.shape),
  response: TourStatistics,
  errors: ['tour_not_found'],
});

export const getGazeMap = permittedEndpoint('statistics.read')('GET', `${STATISTICS}/gaze`, {
  summary: 'Where in a scene visitors who consented looked',
  tag: 'studio',
  params: TourKey,
  query: InWorkspace.extend({ ...DayRange.shape, scene: TourId }),
  response: z.object({
    seconds: z.number().min(0).describe('How long the scene was looked at.'),
    bins: z
      .array(z.number().min(0))
      .length(GAZE_BINS)
      .describe(
        'Seconds for each 10 by 10 degrees that the middle of the view was in: 18 rows of 36, from the zenith down, each from the left edge of the picture.',
      ),
  }),
  errors: ['tour_not_found'],
});

/** The most time that one report can be about, in milliseconds: pages send one in at most half of it. */
export const MAX_REPORT_MS = 60_000;

const Milliseconds = z.number().int().min(0).max(86_400_000);

export const reportAttention = publicEndpoint('POST', '/api/vr360/:id/attention', {
  summary: 'Adds to the sums of where visitors look; only with consent to analytics',
  tag: 'analytics',
  params: ExperienceKey,
  body: z.strictObject({
    scenes: z
      .array(
        z.strictObject({
          scene: TourId.optional().describe('By default the first scene of the tour.'),
          ms: Milliseconds.describe('How long it was looked at since the last report.'),
          gaze: z
            .array(
              z.tuple([
                z
                  .number()
                  .int()
                  .min(0)
                  .max(GAZE_BINS - 1),
                Milliseconds,
              ]),
            )
            .max(GAZE_BINS)
            .default([])
            .describe(
              'Fields of its picture (see `gaze.ts`), and how long the middle of the view was in each.',
            ),
          presses: z.record(TourId, z.number().int().min(1).max(1000)).default({}),
        }),
      )
      .min(1)
      .max(100),
  }),
  response: z.object({ accepted: z.boolean().describe('Whether anything in it belongs to the tour.') }),
  errors: ['no_consent', 'too_many_requests', 'experience_not_found'],
});
export type AttentionReport = z.infer<typeof reportAttention.body>;
