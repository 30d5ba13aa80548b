import type { AttentionReport, DayRange, Tour, TourStatistics } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { experienceNotFound, opensForEverybody, type SharedDetail } from '../catalogue/service.ts';
import { findDocuments, findExperienceOf } from '../studio-tours/service.ts';
import { readAttention } from './attention.ts';
import { addAttention, sumGaze, sumPresses, sumScenes } from './attention-store.ts';
import * as store from './store.ts';

/** The most hotspots that statistics name. */
const MAX_HOTSPOTS = 200;

/** Reads the version of a tour that visitors see. */
export type ReadDocument = (experienceId: number, version: number) => Promise<Tour | undefined>;

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
const inSeconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10;

/** What happened to a tour on these days. One that was never published has none. @throws {AppError} 404 `tour_not_found` */
export async function readStatistics(db: Db, place: TourPlace, range: DayRange): Promise<TourStatistics> {
  const experienceId = await findExperienceOf(db, place);
  const days = await daysOf(db, range);
  const found = experienceId === null ? undefined : await readParts(db, place, experienceId, days);
  const totals = { views: 0, likes: 0, unlocks: 0, tokens: 0 };
  for (const day of found?.days ?? []) for (const name of COUNTS) totals[name] += day[name];
  const none = { days: [], undated: { views: 0, likes: 0 }, scenes: [], hotspots: [] };
  return { timeZone: 'UTC', from: days.from ?? null, to: days.to, totals, ...(found ?? none) };
}

async function readParts(db: Db, place: TourPlace, experienceId: number, days: store.Days) {
  const [counted, undated, scenes, presses, documents] = await Promise.all([
    store.countDays(db, experienceId, days),
    store.countUndated(db, experienceId),
    sumScenes(db, experienceId, days),
    sumPresses(db, experienceId, days, MAX_HOTSPOTS),
    findDocuments(db, place),
  ]);
  const named = namesOf(documents);
  return {
    days: counted,
    undated,
    scenes: scenes.map(({ id, milliseconds }) => ({
      id,
      title: named.get(id)?.title ?? '',
      seconds: inSeconds(milliseconds),
    })),
    hotspots: presses.map(({ scene, id, presses }) => ({
      scene,
      sceneTitle: named.get(scene)?.title ?? '',
      id,
      label: named.get(scene)?.labels.get(id) ?? '',
      presses,
    })),
  };
}

/** What scenes and hotspots are called; the first document that has one says so. */
function namesOf(documents: readonly Tour[]) {
  const named = new Map<string, { title: string; labels: Map<string, string> }>();
  for (const { scenes } of documents) {
    for (const { id, title, hotspots } of scenes) {
      const known = named.get(id) ?? { title, labels: new Map<string, string>() };
      named.set(id, known);
      for (const spot of hotspots) if (!known.labels.has(spot.id)) known.labels.set(spot.id, spot.label);
    }
  }
  return named;
}

/** Where visitors looked in a scene on these days. @throws {AppError} 404 `tour_not_found` */
export async function readGaze(
  db: Db,
  place: TourPlace,
  scene: string,
  range: DayRange,
): Promise<{ seconds: number; bins: number[] }> {
  const experienceId = await findExperienceOf(db, place);
  const days = await daysOf(db, range);
  // No experience has the number 0.
  const { milliseconds, gaze } = await sumGaze(db, experienceId ?? 0, scene, days);
  return { seconds: inSeconds(milliseconds), bins: gaze.map(inSeconds) };
}

/**
 * Adds a report to the sums of a tour that visitors can open.
 *
 * @returns whether anything in it belongs to the tour
 * @throws {AppError} 404 `experience_not_found` for one that does not open for everybody
 */
export async function acceptAttention(
  db: Db,
  readDocument: ReadDocument,
  { stored, tourVersion }: SharedDetail,
  report: AttentionReport,
): Promise<boolean> {
  // Who keeps or makes a hidden tour is no measure of it, and nobody else is to learn that it exists.
  if (!opensForEverybody(stored)) throw experienceNotFound();
  const tour = tourVersion === undefined ? undefined : await readDocument(stored.id, tourVersion);
  const scenes = tour === undefined ? [] : readAttention(tour, report);
  if (scenes.length > 0) await addAttention(db, stored.id, scenes);
  return scenes.length > 0;
}
