import { isDeepStrictEqual } from 'node:util';
import type { Tour } from '@oriel/contract';
import type { Db, Tx } from '../database/database.ts';
import type { SampleCatalogue, SampleTour } from './sample-files.ts';
import { type SampleScenes, withAssets } from './sample-tours.ts';
import { findExperienceIds, findLatestTours, findUnplaced, isCatalogueEmpty } from './store.ts';

/** What of the demo a catalogue lacks. */
export interface MissingSamples {
  experiences: SampleTour[];
  /** The slugs of the tours whose scenes are new or have changed. */
  tours: Set<string>;
}

/** A document as JSON keeps it, without its media: their ids differ from installation to installation. */
const withoutMedia = (tour: Tour): unknown => JSON.parse(JSON.stringify(withAssets(tour, () => '')));

/** Whether two documents differ in their media at most. */
export const isSameTour = (one: Tour, other: Tour): boolean =>
  isDeepStrictEqual(withoutMedia(one), withoutMedia(other));

/**
 * Compares a catalogue with the demo's. Tours that others have edited stay as they are, and so do catalogues of others: those
 * that hold tours, but none of the demo.
 *
 * @returns undefined where nothing is missing
 */
export async function findMissing(
  db: Db | Tx,
  sample: SampleCatalogue,
  documents: readonly SampleScenes[],
): Promise<MissingSamples | undefined> {
  const existing = await findExperienceIds(
    db,
    sample.experiences.map(({ slug }) => slug),
  );
  if (existing.size === 0 && !(await isCatalogueEmpty(db))) return undefined;
  const stored = await findLatestTours(
    db,
    documents.map(({ slug }) => slug),
  );
  const isOutdated = (slug: string, tour: Tour) => {
    const latest = stored.get(slug);
    if (latest === undefined) return true;
    return latest.savedBy === 'demo' && !isSameTour(latest.document, tour);
  };
  const experiences = sample.experiences.filter(({ slug }) => !existing.has(slug));
  const tours = documents.filter(({ slug, tour }) => isOutdated(slug, tour)).map(({ slug }) => slug);
  const unplaced = await findUnplaced(db, [...existing.values()]);
  return experiences.length + tours.length + unplaced.size > 0
    ? { experiences, tours: new Set(tours) }
    : undefined;
}
