import { type Db, inTransaction, type Tx } from '../database/database.ts';
import { attachMedia, lists as catalogueLists, createExperiences } from '../features/catalogue/service.ts';
import type { Media } from '../features/media/service.ts';
import { createLists, required, type SampleIds } from './lists.ts';
import { findMissing } from './missing.ts';
import {
  readSampleCatalogue,
  readSamplePlaces,
  readSampleSources,
  SAMPLE_MEDIA,
  type SamplePlaceTexts,
  type SampleTour,
} from './sample-files.ts';
import { importSamples, type SampleMedia } from './sample-media.ts';
import { addMissingPlaces, placeOf } from './sample-places.ts';
import { filesOfTours, prepareSampleTours, publishSampleTours, readSampleTours } from './sample-tours.ts';
import { findExperienceIds, findUncaptioned } from './store.ts';

export interface DemoDependencies {
  db: Db;
  media: Media;
  /** The price of locked tours without their own price. */
  tokensPerTour: number;
  /** The folder of `photos` and `videos`; a URL with a trailing slash. */
  mediaFolder?: URL;
}

/** The width of the thumbnail in the field `thumbnail`, which has only one. */
const PLAIN_THUMBNAIL_WIDTH = 640;

/** The thumbnail fields of an experience. */
function cardOf({ thumbnail }: SampleTour, media: Map<string, SampleMedia>) {
  if ('cover' in thumbnail) return { thumbnail: `/images/covers/${thumbnail.cover}.jpg` };
  const thumbnails = media.get(thumbnail.source)?.thumbnails.get(thumbnail.view);
  if (thumbnails === undefined) return {};
  const plain = thumbnails.pattern
    .replace('{width}', String(PLAIN_THUMBNAIL_WIDTH))
    .replace('{format}', 'jpg');
  return { thumbnail: plain, thumbnails };
}

function embedUrl({ media }: SampleTour): string | null {
  if (media.kind !== 'embed') return null;
  return 'page' in media ? `/embeds/${media.page}` : media.url;
}

async function createTours(
  tx: Tx,
  experiences: readonly SampleTour[],
  ids: SampleIds,
  media: Map<string, SampleMedia>,
  texts: SamplePlaceTexts,
): Promise<number[]> {
  return createExperiences(
    tx,
    experiences.map((sample) => {
      const [categoryId, ...furtherCategoryIds] = sample.categories.map((id) =>
        required(ids.categories.get(id), `the category ${id}`),
      );
      return {
        slug: sample.slug,
        legacyId: sample.legacyId,
        title: sample.title,
        propertyName: sample.propertyName,
        description: sample.description,
        country: sample.country,
        city: sample.city,
        categoryId: categoryId ?? null,
        furtherCategoryIds,
        subcategoryId: required(
          ids.subcategories.get(sample.subcategory),
          `the subcategory ${sample.subcategory}`,
        ),
        tagIds: sample.tags.map((tag) => required(ids.tags.get(tag), `the tag ${tag}`)),
        buttonTitle: sample.buttonTitle,
        rating: sample.rating,
        sortOrder: sample.sortOrder,
        tokensRequired: sample.tokensRequired,
        partOfPackage: sample.partOfPackage,
        mediaType: sample.media.kind,
        mediaUrl: embedUrl(sample),
        ...cardOf(sample, media),
        ...placeOf(sample, texts, media),
        createdAt: new Date(sample.createdAt),
        viewCount: sample.viewCount,
        likeCount: sample.likeCount,
      };
    }),
  );
}

/** Attaches the photo or video of a tour, behind signed URLs where the tour costs tokens. */
async function attachSample(
  tx: Tx,
  media: Media,
  experienceId: number,
  sample: SampleTour,
  imported: Map<string, SampleMedia>,
): Promise<void> {
  if (sample.media.kind === 'embed') return;
  const found = imported.get(sample.media.source);
  // Missing only while sample media are still being produced: the tour then shows its fallback.
  if (found === undefined) return;
  const { content, looks } = found;
  const { file, ...panorama } = content.manifest;
  const gated = sample.tokensRequired > 0;
  await attachMedia(tx, experienceId, {
    mediaType: content.kind,
    assetId: await media.assetIdOf(tx, content.contentHash, gated),
    gated,
    file,
    panorama:
      content.kind === 'photo' && sample.media.kind === 'photo'
        ? { ...panorama, initialView: sample.media.view, ...(looks.length > 0 && { looks }) }
        : panorama,
  });
}

/** Adds captioned views to tours that an earlier release added without them, unless they show another photo by now. */
async function addMissingLooks(
  tx: Tx,
  media: Media,
  tours: readonly SampleTour[],
  ids: ReadonlyMap<string, number>,
  imported: Map<string, SampleMedia>,
): Promise<void> {
  const uncaptioned = await findUncaptioned(tx, [...ids.values()]);
  for (const tour of tours) {
    const id = ids.get(tour.slug);
    const found = tour.media.kind === 'photo' ? imported.get(tour.media.source) : undefined;
    if (id === undefined || found === undefined || found.looks.length === 0) continue;
    const gated = tour.tokensRequired > 0;
    if (uncaptioned.get(id) === (await media.assetIdOf(tx, found.content.contentHash, gated)))
      await attachSample(tx, media, id, tour, imported);
  }
}

/**
 * Adds what a catalogue lacks of the demo: everything where it is empty, else what the demo has got since. Media are imported
 * first, each stored permanently; then everything else in one transaction. After an interrupted start the catalogue is as it
 * was, and the next start continues with the media.
 *
 * @returns whether anything was added
 */
export async function loadDemoCatalogue(
  { db, media, tokensPerTour, mediaFolder = SAMPLE_MEDIA }: DemoDependencies,
  onProgress: (line: string) => void,
): Promise<boolean> {
  const sample = await readSampleCatalogue(tokensPerTour);
  const documents = await readSampleTours();
  const texts = await readSamplePlaces();
  if ((await findMissing(db, sample, documents)) === undefined) return false;
  const imported = await importSamples(
    media,
    await readSampleSources(mediaFolder),
    { experiences: sample.experiences, files: filesOfTours(documents) },
    onProgress,
  );
  const tours = await prepareSampleTours({ db, media }, documents, imported, mediaFolder);
  return inTransaction(db, async (tx) => {
    // Another process may have loaded it meanwhile.
    await catalogueLists.lockCatalogue(tx);
    const missing = await findMissing(tx, sample, documents);
    if (missing === undefined) return false;
    onProgress(`Writing ${missing.experiences.length} tours …`);
    const lists = await createLists(tx, sample);
    const created = await createTours(tx, missing.experiences, lists, imported, texts);
    for (const [index, experience] of missing.experiences.entries()) {
      await attachSample(tx, media, required(created[index], 'an id'), experience, imported);
    }
    const ids = await findExperienceIds(
      tx,
      sample.experiences.map(({ slug }) => slug),
    );
    await addMissingPlaces(tx, sample.experiences, ids, texts, imported);
    await addMissingLooks(tx, media, sample.experiences, ids, imported);
    await publishSampleTours(
      tx,
      tours.filter(({ slug }) => missing.tours.has(slug)),
      ids,
    );
    return true;
  });
}
