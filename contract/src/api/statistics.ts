import { z } from 'zod';
import { InWorkspace, permittedEndpoint } from './endpoint.ts';

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
