import type { DayRange, TourStatistics } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { findExperienceOf } from '../studio-tours/service.ts';
import * as store from './store.ts';

/** A tour of a workspace, by which nobody else learns that it exists. */
export interface TourPlace {
  workspaceId: string;
  tourId: string;
}

/** The days that a request is about. @throws {AppError} 400 `invalid_request` where they end before they begin */
async function daysOf(db: Db, { from, to }: DayRange): Promise<store.Days> {
  const days = { from, to: to ?? (await store.findToday(db)) };
  if (from !== undefined && from > days.to)
    throw new AppError(400, 'invalid_request', 'The last day must not be before the first.');
  return days;
}

const COUNTS = ['views', 'likes', 'unlocks', 'tokens'] as const;

/** What happened to a tour on these days. One that was never published has none. @throws {AppError} 404 `tour_not_found` */
export async function readStatistics(db: Db, place: TourPlace, range: DayRange): Promise<TourStatistics> {
  const experienceId = await findExperienceOf(db, place);
  const days = await daysOf(db, range);
  const [counted, undated] =
    experienceId === null
      ? [[], { views: 0, likes: 0 }]
      : await Promise.all([store.countDays(db, experienceId, days), store.countUndated(db, experienceId)]);
  const totals = { views: 0, likes: 0, unlocks: 0, tokens: 0 };
  for (const day of counted) for (const name of COUNTS) totals[name] += day[name];
  return { timeZone: 'UTC', from: days.from ?? null, to: days.to, totals, days: counted, undated };
}
