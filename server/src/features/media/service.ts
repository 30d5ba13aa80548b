import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Thumbnails } from '@oriel/contract';
import sharp from 'sharp';
import type { Config } from '../../config/config.ts';
import type { Db, Tx } from '../../database/database.ts';
import { createPrivacyBlur } from '../../gateways/privacy-blur.ts';
import type { Storage } from '../../gateways/storage.ts';
import { createQueue } from '../../queue.ts';
import { inWorkFolder, type ReceivedFile, receive, removeAbandoned } from './intake.ts';
import { contentKey } from './manifest.ts';
import { createPrivacyWork, type PrivacyWork } from './privacy-work.ts';
import { Projector } from './projector.ts';
import { FILM, IMAGE, type MediaPurpose, SOUND, SPHERE } from './purposes.ts';
import type { View } from './rectilinear.ts';
import { MediaRefused } from './refusals.ts';
import { assetIdOf, findThumbnails, isSphere, type MediaContent, type StoredContent } from './store.ts';
import { storeContent } from './storing.ts';
import { decodeSphere, makeThumbnails, THUMBNAIL_ASPECT_RATIO, THUMBNAIL_FORMATS } from './thumbnails.ts';
import { watchTiles } from './tile-progress.ts';
import { storeThumbnailFiles } from './unused.ts';
import { reuseContent } from './unused-store.ts';
import { type Recognised, recognise } from './upload-kinds.ts';

export type { BlurredRegion } from './blur.ts';
export type { DrawnImage } from './drawn-images.ts';
export { hintOfName } from './export-hints.ts';
export type { FoundRegion, SphereRegion } from './faces.ts';
export type { ReceivedFile } from './intake.ts';
export { openLeftEye } from './left-eye.ts';
export { contentKey, type Manifest, thumbnailKey } from './manifest.ts';
export { type MediaUrls, mediaKey } from './media-urls.ts';
export { placeOnSphere } from './photo.ts';
export { readPhotoSphereNumbers, type SpherePart } from './photo-sphere.ts';
export type { View } from './rectilinear.ts';
export { MediaRefused } from './refusals.ts';
export { ShareImages } from './share-images.ts';
export {
  type AssetIds,
  assetIdOf,
  findAssetContents,
  findAssetIds,
  findAttached,
  findAttachedOpen,
  isSphere,
  type MediaContent,
  removeOpenAssets,
  type StoredContent,
} from './store.ts';
export { makeStoredPreview } from './stored-preview.ts';
export { removeUnfinishedContents } from './storing.ts';
export { findStrayThumbnails, removeStrayThumbnails } from './stray-thumbnails.ts';
export { Strips } from './strips.ts';
export { removeThumbnails, removeUnusedMedia } from './unused.ts';
export type { Recognised } from './upload-kinds.ts';

/** Part of a thumbnail's id: increment it when the encoding changes, so that URLs change too. */
const THUMBNAIL_RECIPE = 2;
/** How much of the work on an upload is over once its tiles are made; the rest is storing them. */
const TILING_SHARE = 0.8;

/** What the sender says of an uploaded file, and who is told how far it is. */
export interface UploadSteps {
  /** Whether it is not a sphere, as a floor plan is not. */
  isFlat: boolean;
  /** Ends the work, which then fails. */
  signal?: AbortSignal;
  /** The whole file is here; it is removed afterwards. */
  onReceived(file: ReceivedFile): Promise<void>;
  onRecognised(recognised: Recognised): Promise<void>;
  /** @param fraction of the work, from 0 to 1 */
  onProgress(fraction: number): void;
}

/** Ingests photos and videos and derives files for viewers and cards. */
export interface Media extends PrivacyWork {
  /**
   * Checks a file, derives what the viewer needs, and stores all of it. A file with the same content is processed only once.
   *
   * @param source a path of a file, which stays unchanged, or a stream
   * @throws {MediaRefused} with the reason; nothing of a refused file is stored
   */
  ingest(source: string | Readable): Promise<MediaContent>;
  /**
   * Takes in a flat image, such as a floor plan, in the same way.
   *
   * @throws {MediaRefused} with the reason
   */
  ingestImage(source: string | Readable): Promise<StoredContent>;
  /**
   * Takes in a flat film of any shape, byte for byte.
   *
   * @throws {MediaRefused} with the reason
   */
  ingestFilm(source: string | Readable): Promise<StoredContent>;
  /**
   * Takes in a sound of at most 20 minutes, byte for byte.
   *
   * @throws {MediaRefused} with the reason
   */
  ingestSound(source: string | Readable): Promise<StoredContent>;
  /**
   * Takes in a file of a stranger: finds out what it is, and decodes it in other processes, which may fail without harm.
   *
   * @throws {MediaRefused} with a sentence for the sender; nothing of a refused file is stored
   */
  ingestUpload(source: Readable, steps: UploadSteps): Promise<StoredContent>;
  /**
   * Makes thumbnails of views into a photo or video, unless they exist.
   *
   * @returns one for each view, in order
   */
  thumbnailsOf(content: MediaContent, views: readonly View[]): Promise<Thumbnails[]>;
  /** The id that a content is served by, publicly or through signed URLs alone; created at the first call. */
  assetIdOf(tx: Db | Tx, contentHash: string, gated: boolean): Promise<string>;
  close(): Promise<void>;
}

export interface MediaDependencies {
  config: Pick<Config, 'dataDir' | 'media'>;
  db: Db;
  storage: Storage;
}

function thumbnailId(contentHash: string, view: View): string {
  const recipe = JSON.stringify([THUMBNAIL_RECIPE, contentHash, view.yaw, view.pitch, view.fov]);
  return createHash('sha256').update(recipe).digest('hex').slice(0, 32);
}

/** The thumbnails of views that were made before, by the keys of the views. */
export async function findViewThumbnails<Key>(
  db: Db,
  views: readonly { key: Key; content: MediaContent; view: View }[],
): Promise<Map<Key, Thumbnails>> {
  const found = new Map<Key, Thumbnails>();
  for (const { key, content, view } of views) {
    const thumbnails = await findThumbnails(db, thumbnailId(content.contentHash, view));
    if (thumbnails !== undefined) found.set(key, thumbnails);
  }
  return found;
}

/** Opens the media feature; removes what killed processes left in its working folder. */
export async function openMedia({ config, db, storage }: MediaDependencies): Promise<Media> {
  const workDir = path.join(config.dataDir, 'media-work');
  const enqueue = createQueue(config.media.ingestsAtOnce);
  const { blurServiceUrl: url, photoMaxBytes: maxBytes } = config.media;
  const service = url === undefined ? undefined : createPrivacyBlur({ url, maxBytes });
  const projector = new Projector();
  // Its cache of decoded images is never hit here, and uses memory.
  sharp.cache(false);
  await removeAbandoned(workDir);

  /** Takes in a file for one purpose, unless its content is stored already. */
  async function takeIn(source: string | Readable, purpose: MediaPurpose): Promise<StoredContent> {
    return inWorkFolder(workDir, async (folder) => {
      const received = await receive(source, folder, config.media);
      if (!purpose.accepts(received.type)) throw new MediaRefused(purpose.refusal);
      return enqueue(async () => {
        const contentHash = purpose.hashOf?.(received.contentHash) ?? received.contentHash;
        const existing = await reuseContent(db, contentHash);
        if (existing !== undefined) return existing;
        const { files, ...derived } = await purpose.derive(received, folder, {
          timeoutMs: config.media.videoTimeoutMs,
        });
        const content = { contentHash, size: received.size, ...derived };
        await storeContent({ db, storage }, content, files);
        return content;
      });
    });
  }

  async function ingestUpload(source: Readable, steps: UploadSteps): Promise<StoredContent> {
    return inWorkFolder(workDir, async (folder) => {
      const received = await receive(source, folder, config.media);
      await steps.onReceived(received);
      return enqueue(async () => {
        const { isFlat, signal } = steps;
        const options = { isFlat, signal, timeoutMs: config.media.videoTimeoutMs };
        const recognised = await recognise(received, folder, options);
        await steps.onRecognised(recognised);
        const { contentHash } = recognised;
        const existing = await reuseContent(db, contentHash);
        if (existing !== undefined) return existing;
        const stopWatching = watchTiles(folder, recognised, (made) => steps.onProgress(made * TILING_SHARE));
        const { files, ...derived } = await recognised.prepare().finally(stopWatching);
        const content = { contentHash, size: received.size, ...derived };
        let stored = 0;
        const onStored = () => {
          stored += 1;
          steps.onProgress(TILING_SHARE + (1 - TILING_SHARE) * (stored / files.length));
        };
        await storeContent({ db, storage }, content, files, { signal, onStored });
        return content;
      });
    });
  }

  async function ingest(source: string | Readable): Promise<MediaContent> {
    const content = await takeIn(source, SPHERE);
    if (!isSphere(content)) throw new MediaRefused(SPHERE.refusal);
    return content;
  }

  async function storeThumbnails(
    content: MediaContent,
    view: View,
    encoded: Awaited<ReturnType<typeof makeThumbnails>>,
  ): Promise<Thumbnails> {
    const id = thumbnailId(content.contentHash, view);
    const thumbnails: Thumbnails = {
      pattern: `/thumbnails/${id}/{width}.{format}`,
      widths: encoded.widths,
      formats: [...THUMBNAIL_FORMATS],
      aspectRatio: THUMBNAIL_ASPECT_RATIO,
      colour: encoded.colour,
    };
    const files = encoded.files.map(({ width, format, bytes }) => ({ name: `${width}.${format}`, bytes }));
    await storeThumbnailFiles({ db, storage }, { id, contentHash: content.contentHash, thumbnails }, files);
    return thumbnails;
  }

  async function thumbnailsOf(content: MediaContent, views: readonly View[]): Promise<Thumbnails[]> {
    const { contentHash, manifest } = content;
    return enqueue(async () => {
      const existing = await Promise.all(
        views.map((view) => findThumbnails(db, thumbnailId(contentHash, view))),
      );
      if (existing.every((thumbnails) => thumbnails !== undefined)) return existing;
      const still = contentKey(contentHash, manifest.poster ?? manifest.file);
      const sphere = await decodeSphere(await buffer(storage.read(still)), manifest.stereo);
      const inParallel = createQueue(2);
      const make = async (view: View) =>
        storeThumbnails(
          content,
          view,
          await makeThumbnails(projector, sphere, view, config.media.avifEffort),
        );
      return Promise.all(views.map((view, index) => existing[index] ?? inParallel(() => make(view))));
    });
  }

  return {
    ingest,
    ingestImage: (source) => takeIn(source, IMAGE),
    ingestFilm: (source) => takeIn(source, FILM),
    ingestSound: (source) => takeIn(source, SOUND),
    ingestUpload,
    thumbnailsOf,
    ...createPrivacyWork({ db, storage, sizes: config.media, service, workDir, enqueue }),
    assetIdOf,
    close: () => projector.close(),
  };
}
