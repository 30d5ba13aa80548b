import { availableParallelism } from 'node:os';
import type { Still, Thumbnails } from '@oriel/contract';
import {
  PHOTO_SOURCES,
  type SampleExperience,
  SCENE_PHOTOS,
  VIDEO_SOURCES,
} from '../../../content/catalogue/schema.ts';
import type { Media, MediaContent } from '../features/media/service.ts';
import { createQueue } from '../queue.ts';
import type { SampleSource } from './sample-files.ts';

/** More gain nothing, since each keeps several threads busy. */
export const SAMPLES_AT_ONCE = Math.min(availableParallelism(), 4);

const PHOTO_NAMES: ReadonlySet<string> = new Set([...PHOTO_SOURCES, ...SCENE_PHOTOS]);
const SPHERES: ReadonlySet<string> = new Set([...PHOTO_NAMES, ...VIDEO_SOURCES]);

/** What shows samples: the tours of the catalogue, and the files that their scenes name. */
export interface SampleUses {
  experiences: readonly SampleExperience[];
  files: ReadonlySet<string>;
}

/** A sample photo or video that has been ingested. */
export interface SampleMedia {
  content: MediaContent;
  looks: SampleSource['looks'];
  /** By view index; only views that tours use. */
  thumbnails: Map<number, Thumbnails>;
  /** The same with what they show. */
  stills: Still[];
}

/** How many views of a tour's own photo or video its place sheet shows at least. */
const STILLS = 4;

/** The view indexes that cards and place sheets use, by source; empty for sources that are used only to stand in. */
function viewsInUse({ experiences, files }: SampleUses): Map<string, Set<number>> {
  const used = new Map<string, Set<number>>();
  const viewsOf = (name: string) => {
    const views = used.get(name) ?? new Set<number>();
    used.set(name, views);
    return views;
  };
  for (const { media, thumbnail } of experiences) {
    if ('source' in thumbnail) viewsOf(thumbnail.source).add(thumbnail.view);
    if (media.kind === 'embed') continue;
    const views = viewsOf(media.source);
    for (let view = 0; view < STILLS; view += 1) views.add(view);
  }
  for (const file of files) if (SPHERES.has(file)) viewsOf(file);
  return used;
}

/**
 * The source for each name. A missing source is replaced by an existing one, of the same kind if possible.
 */
function withStandIns(sources: readonly SampleSource[], names: Iterable<string>): Map<string, SampleSource> {
  const chosen = new Map(sources.map((source) => [source.name, source]));
  const missing = [...names].filter((name) => !chosen.has(name)).sort();
  for (const [index, name] of missing.entries()) {
    const kindOfName = PHOTO_NAMES.has(name) ? 'photo' : 'video';
    const sameKind = sources.filter(({ kind }) => kind === kindOfName);
    const candidates = sameKind.length > 0 ? sameKind : sources;
    const standIn = candidates[index % candidates.length];
    if (standIn !== undefined) chosen.set(name, standIn);
  }
  return chosen;
}

/** Sources with fewer views than are asked for repeat them. */
const withoutRepeats = (stills: readonly Still[]): Still[] => [
  ...new Map(stills.map((still) => [still.thumbnails.pattern, still])).values(),
];

/**
 * Ingests all samples with their thumbnails, several concurrently. Samples that an earlier, interrupted start has ingested
 * are reused.
 *
 * @throws {Error} naming the file that cannot be ingested
 */
export async function importSamples(
  media: Media,
  sources: readonly SampleSource[],
  uses: SampleUses,
  onProgress: (line: string) => void,
): Promise<Map<string, SampleMedia>> {
  const used = viewsInUse(uses);
  const imported = new Map<string, SampleMedia>();
  let begun = 0;

  async function importSample(name: string, source: SampleSource): Promise<void> {
    begun += 1;
    onProgress(`Preparing pictures ${begun} of ${used.size} …`);
    const content = await media.ingest(source.file).catch((error: unknown) => {
      throw new Error(`${source.file} cannot be shown`, { cause: error });
    });
    const numbers = [...(used.get(name) ?? [])].sort((a, b) => a - b);
    const views = numbers.flatMap((number) => source.views[number % source.views.length] ?? []);
    const made = await media.thumbnailsOf(content, views);
    const thumbnails = new Map(
      made.map((thumbnail, position): [number, Thumbnails] => [numbers[position] ?? 0, thumbnail]),
    );
    const stills = made.flatMap((thumbnail, position): Still[] => {
      const view = views[position];
      return view ? [{ thumbnails: thumbnail, label: view.shows, yaw: view.yaw, pitch: view.pitch }] : [];
    });
    imported.set(name, { content, looks: source.looks, thumbnails, stills: withoutRepeats(stills) });
  }

  const enqueue = createQueue(SAMPLES_AT_ONCE);
  const chosen = [...withStandIns(sources, used.keys())];
  await Promise.all(chosen.map(([name, source]) => enqueue(() => importSample(name, source))));
  return imported;
}
