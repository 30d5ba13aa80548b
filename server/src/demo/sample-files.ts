import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Panorama } from '@oriel/contract';
import { z } from 'zod';
import {
  SampleCategory,
  SampleExperience,
  SampleFallbackTours,
  SamplePlaces,
  SampleSubcategory,
  SampleTag,
  SampleTowns,
  VIEWS_PER_SOURCE,
} from '../../../content/catalogue/schema.ts';
import type { View } from '../features/media/service.ts';

const CATALOGUE = new URL('../../../content/catalogue/', import.meta.url);
/** The folder of the sample photos and videos. */
export const SAMPLE_MEDIA = new URL('../../../content/media/', import.meta.url);

type PanoramaLook = NonNullable<Panorama['looks']>[number];

/** A sample photo or video. */
export interface SampleSource {
  name: string;
  kind: 'photo' | 'video';
  file: string;
  /** Captioned views that visitors may turn to. */
  looks: PanoramaLook[];
  /** Views for thumbnails, at least one. A tour's `thumbnail.view` is an index into them, modulo their number. */
  views: (View & { shows?: string | undefined })[];
}

/** A tour of the demo with its price in this installation. */
export type SampleTour = SampleExperience & { tokensRequired: number };

/** Where the tours of the demo are, and what their place sheets say. */
export interface SamplePlaceTexts {
  /** By "town, country". */
  towns: z.infer<typeof SampleTowns>;
  /** By slug. */
  places: z.infer<typeof SamplePlaces>;
}

export async function readSamplePlaces(): Promise<SamplePlaceTexts> {
  return {
    towns: await read(new URL('towns.json', CATALOGUE), SampleTowns),
    places: await read(new URL('places.json', CATALOGUE), SamplePlaces),
  };
}

/** The demo catalogue of `content/catalogue`. */
export interface SampleCatalogue {
  categories: z.infer<typeof SampleCategory>[];
  subcategories: z.infer<typeof SampleSubcategory>[];
  tags: z.infer<typeof SampleTag>[];
  experiences: SampleTour[];
}

async function read<Schema extends z.ZodType>(file: URL, schema: Schema): Promise<z.infer<Schema>> {
  return schema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Reads the demo catalogue. @param tokensPerTour the price of locked tours without their own price */
export async function readSampleCatalogue(tokensPerTour: number): Promise<SampleCatalogue> {
  const folder = new URL('experiences/', CATALOGUE);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const experiences = await Promise.all(
    files.map((name) => read(new URL(name, folder), z.array(SampleExperience))),
  );
  return {
    categories: await read(new URL('categories.json', CATALOGUE), z.array(SampleCategory)),
    subcategories: await read(new URL('subcategories.json', CATALOGUE), z.array(SampleSubcategory)),
    tags: await read(new URL('tags.json', CATALOGUE), z.array(SampleTag)),
    experiences: experiences.flat().map(({ tokensRequired, ...experience }) => ({
      ...experience,
      tokensRequired: tokensRequired === 'default' ? tokensPerTour : tokensRequired,
    })),
  };
}

const ViewShape = z.strictObject({
  yaw: z.number().min(-180).max(180),
  pitch: z.number().min(-85).max(85),
  fov: z.number().min(30).max(120).describe('Horizontal.'),
  shows: z.string().optional().describe('What it shows, for choosing a view.'),
});
const Views = z.record(z.string(), z.array(ViewShape).min(1).max(VIEWS_PER_SOURCE));

const DEGREE = Math.PI / 180;
/** Of thumbnails, whose fields of view are horizontal. */
const THUMBNAIL_ASPECT = 3 / 2;

function looksOf(views: readonly (View & { shows?: string | undefined })[]): PanoramaLook[] {
  return views.flatMap(({ yaw, pitch, fov, shows }, index) => {
    if (shows === undefined) return [];
    const vertical = (2 * Math.atan(Math.tan((fov * DEGREE) / 2) / THUMBNAIL_ASPECT)) / DEGREE;
    const label = shows.charAt(0).toUpperCase() + shows.slice(1);
    return [{ id: `view-${index + 1}`, label, view: { yaw, pitch, fov: Math.round(vertical) } }];
  });
}

/** Evenly around, slightly below the horizon, for sources without chosen views. */
const ALL_AROUND: View[] = Array.from({ length: VIEWS_PER_SOURCE }, (_, index) => ({
  yaw: (((index * 360) / VIEWS_PER_SOURCE + 180) % 360) - 180,
  pitch: -4,
  fov: 82,
}));

async function listFolder(folder: URL): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The existing photos and videos, sorted by name. */
export async function readSampleSources(folder: URL): Promise<SampleSource[]> {
  const photos = new URL('photos/', folder);
  const videos = new URL('videos/', folder);
  const photoNames = await listFolder(photos);
  const videoNames = await listFolder(videos);
  const views = photoNames.includes('views.json') ? await read(new URL('views.json', photos), Views) : {};
  const sources = (kind: SampleSource['kind'], place: URL, names: string[], extension: string) =>
    names
      .filter((file) => file.endsWith(extension))
      .map((file): SampleSource => {
        const name = file.slice(0, -extension.length);
        const named = views[name] ?? ALL_AROUND;
        const looks = looksOf(named);
        return { name, kind, file: fileURLToPath(new URL(file, place)), looks, views: named };
      });
  return [...sources('photo', photos, photoNames, '.jpg'), ...sources('video', videos, videoNames, '.mp4')];
}

const DEFAULT_FALLBACK = 'hearth-lounge.mp4';

/** The media shown for tours without a valid URL: by legacy id, else a default video. */
export async function readFallbackTours(): Promise<{ byId: Record<string, string>; default: string }> {
  const files = await read(new URL('fallback-tours.json', CATALOGUE), SampleFallbackTours);
  const byId = Object.fromEntries(Object.entries(files).map(([id, file]) => [id, `/fallback-tours/${file}`]));
  const videos = (await listFolder(new URL('videos/', SAMPLE_MEDIA))).filter((name) => name.endsWith('.mp4'));
  const video = videos.includes(DEFAULT_FALLBACK) ? DEFAULT_FALLBACK : (videos[0] ?? DEFAULT_FALLBACK);
  return { byId, default: `/fallback-tours/videos/${video}` };
}
