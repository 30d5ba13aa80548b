import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTour, type Tour, tourAssets } from '@oriel/contract';
import {
  FILM_SOURCES,
  IMAGE_SOURCES,
  SOUND_SOURCES,
  VIDEO_SOURCES,
} from '../../../content/catalogue/schema.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Media } from '../features/media/service.ts';
import { makeSceneThumbnails, publishTour, saveTour } from '../features/tours/service.ts';
import type { SampleMedia } from './sample-media.ts';

const FILM_NAMES: ReadonlySet<string> = new Set(FILM_SOURCES);
const IMAGE_NAMES: ReadonlySet<string> = new Set(IMAGE_SOURCES);
const VIDEO_NAMES: ReadonlySet<string> = new Set(VIDEO_SOURCES);
const SOUND_NAMES: ReadonlySet<string> = new Set(SOUND_SOURCES);
const TOURS = new URL('../../../content/catalogue/tours/', import.meta.url);

/** A tour of several scenes, and the experience that it belongs to. */
export interface SampleScenes {
  slug: string;
  /** As read, it names files of `content/media`; prepared, their assets. */
  tour: Tour;
}

/** Reads the tour documents of the demo. @throws {Error} naming a document that is not valid */
export async function readSampleTours(): Promise<SampleScenes[]> {
  const files = (await readdir(TOURS)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => {
      const parsed = parseTour(JSON.parse(await readFile(new URL(file, TOURS), 'utf8')));
      if (!parsed.ok) throw new Error(`${file}: ${parsed.problems.map(({ message }) => message).join(' ')}`);
      return { slug: path.basename(file, '.json'), tour: parsed.tour };
    }),
  );
}

/** The document with other assets. */
export function withAssets(document: Tour, other: (asset: string) => string): Tour {
  const tour = structuredClone(document);
  for (const { asset, path: place } of tourAssets(document)) {
    let parent: unknown = tour;
    for (const key of place.slice(0, -1)) parent = (parent as Record<string | number, unknown>)[key];
    (parent as Record<string | number, unknown>)[place.at(-1) ?? ''] = other(asset);
  }
  return tour;
}

/** The names of the files that the tours show. */
export function filesOfTours(tours: readonly SampleScenes[]): Set<string> {
  return new Set(tours.flatMap(({ tour }) => tourAssets(tour).map(({ asset }) => asset)));
}

/** The path of a file that tours name, in `content/media`. */
export function sampleFile(name: string): string {
  if (FILM_NAMES.has(name)) return `films/${name}.mp4`;
  if (SOUND_NAMES.has(name)) return `sounds/${name}.mp3`;
  if (VIDEO_NAMES.has(name)) return `videos/${name}.mp4`;
  return IMAGE_NAMES.has(name) ? `images/${name}.jpg` : `photos/${name}.jpg`;
}

/**
 * Takes in the images, films and sounds of tours, and makes the thumbnails of their scenes. What an earlier start made is reused.
 *
 * @param imported the photos and videos by name
 * @param mediaFolder a URL with a trailing slash; flat images are in `images`, flat films in `films`, sounds in `sounds`
 */
export async function prepareSampleTours(
  { db, media }: { db: Db; media: Media },
  documents: readonly SampleScenes[],
  imported: ReadonlyMap<string, SampleMedia>,
  mediaFolder: URL,
): Promise<SampleScenes[]> {
  const ingested = (name: string) => {
    const file = fileURLToPath(new URL(sampleFile(name), mediaFolder));
    if (FILM_NAMES.has(name)) return media.ingestFilm(file);
    return SOUND_NAMES.has(name) ? media.ingestSound(file) : media.ingestImage(file);
  };
  const assetIds = new Map<string, string>();
  for (const name of filesOfTours(documents)) {
    const { contentHash } = imported.get(name)?.content ?? (await ingested(name));
    assetIds.set(name, await media.assetIdOf(db, contentHash, true));
  }
  // Names without an asset stay, and publishing reports them.
  const idOf = (name: string) => assetIds.get(name) ?? name;
  const prepared = documents.map(({ slug, tour }) => ({ slug, tour: withAssets(tour, idOf) }));
  for (const { tour } of prepared) await makeSceneThumbnails(db, media, tour);
  return prepared;
}

/** Publishes the tours. @param experienceIds by slug */
export async function publishSampleTours(
  tx: Tx,
  tours: readonly SampleScenes[],
  experienceIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { slug, tour } of tours) {
    const id = experienceIds.get(slug);
    if (id === undefined) throw new Error(`the demo catalogue has scenes for ${slug}, which does not exist`);
    await saveTour(tx, id, tour, 'demo');
    await publishTour(tx, id);
  }
}
