import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Thumbnails } from '@oriel/contract';
import sharp from 'sharp';
import type { Config } from '../../config/config.ts';
import type { Db, Tx } from '../../database/database.ts';
import type { Storage } from '../../gateways/storage.ts';
import { createQueue } from '../../queue.ts';
import { inWorkFolder, isFilm, type ReceivedFile, receive, removeAbandoned } from './intake.ts';
import { inspectPhoto, type MadeFile, processPhoto } from './photo.ts';
import { Projector } from './projector.ts';
import type { View } from './rectilinear.ts';
import {
  assetIdOf,
  findContent,
  findThumbnails,
  insertContent,
  insertThumbnails,
  type MediaContent,
} from './store.ts';
import { decodeSphere, makeThumbnails, THUMBNAIL_ASPECT_RATIO, THUMBNAIL_FORMATS } from './thumbnails.ts';
import { processVideo } from './video.ts';

export type { Manifest } from './manifest.ts';
export type { View } from './rectilinear.ts';
export { MediaRefused } from './refusals.ts';
export type { MediaContent } from './store.ts';

/** Part of a thumbnail's id: a change in how they are made gives them new addresses. */
const THUMBNAIL_RECIPE = 2;

/** Ingests photos and videos and derives what viewers and cards need. */
export interface Media {
  /**
   * Takes a file in: checks it, makes what the viewer needs and stores it. The same bytes are worked on once, ever.
   *
   * @param source a path, which is left as it is, or a stream
   * @throws {MediaRefused} with the reason; nothing is kept of a refused file
   */
  ingest(source: string | Readable): Promise<MediaContent>;
  /**
   * Makes flat pictures of views into a content, unless they exist.
   *
   * @returns one for each view, in order
   */
  thumbnailsOf(content: MediaContent, views: readonly View[]): Promise<Thumbnails[]>;
  /** The id that a content is served by, to everyone or through signed addresses only; made at the first call. */
  assetIdOf(tx: Db | Tx, contentHash: string, gated: boolean): Promise<string>;
  close(): Promise<void>;
}

export interface MediaDependencies {
  config: Pick<Config, 'dataDir' | 'media'>;
  db: Db;
  storage: Storage;
}

/** Where the files of a content lie in the storage. */
export function contentKey(contentHash: string, pathInAsset: string): string {
  return `contents/${contentHash}/${pathInAsset}`;
}

/** Where a thumbnail lies in the storage. */
export function thumbnailKey(id: string, name: string): string {
  return `thumbnails/${id}/${name}`;
}

function thumbnailId(contentHash: string, view: View): string {
  const recipe = JSON.stringify([THUMBNAIL_RECIPE, contentHash, view.yaw, view.pitch, view.fov]);
  return createHash('sha256').update(recipe).digest('hex').slice(0, 32);
}

/** Opens the media feature; what killed processes left in its working folder is removed. */
export async function openMedia({ config, db, storage }: MediaDependencies): Promise<Media> {
  const workDir = path.join(config.dataDir, 'media-work');
  const inTurn = createQueue(config.media.ingestsAtOnce);
  const projector = new Projector();
  // Its cache of decoded pictures serves no second request here, and holds memory.
  sharp.cache(false);
  await removeAbandoned(workDir);

  async function process(received: ReceivedFile, folder: string) {
    const { file, type } = received;
    if (isFilm(type))
      return {
        kind: 'video' as const,
        ...(await processVideo(file, type, folder, config.media.filmTimeoutMs)),
      };
    const size = await inspectPhoto(file, type);
    return { kind: 'photo' as const, ...size, duration: null, ...(await processPhoto(file, size, folder)) };
  }

  /** All files first, the row last: a content with a row is complete. */
  async function keep(content: MediaContent, files: readonly MadeFile[]): Promise<void> {
    try {
      const inParallel = createQueue(4);
      const key = (file: MadeFile) => contentKey(content.contentHash, file.path);
      const puts = files.map((file) => inParallel(() => storage.putFile(key(file), file.file)));
      // All have ended before anything is removed, so that none of them writes afterwards.
      await Promise.allSettled(puts);
      await Promise.all(puts);
      await insertContent(db, content);
    } catch (error) {
      // Another process may have finished the same content meanwhile; then its files stay.
      const kept = await findContent(db, content.contentHash).catch(() => content);
      if (kept === undefined) await storage.removeAll(contentKey(content.contentHash, ''));
      throw error;
    }
  }

  async function ingest(source: string | Readable): Promise<MediaContent> {
    return inWorkFolder(workDir, async (folder) => {
      const received = await receive(source, folder, config.media);
      return inTurn(async () => {
        const { contentHash, size } = received;
        const known = await findContent(db, contentHash);
        if (known !== undefined) return known;
        const { kind, width, height, duration, manifest, files } = await process(received, folder);
        const content = { contentHash, kind, width, height, duration, size, manifest };
        await keep(content, files);
        return content;
      });
    });
  }

  async function storeThumbnails(
    content: MediaContent,
    view: View,
    made: Awaited<ReturnType<typeof makeThumbnails>>,
  ): Promise<Thumbnails> {
    const id = thumbnailId(content.contentHash, view);
    await Promise.all(
      made.files.map(({ width, format, bytes }) =>
        storage.put(thumbnailKey(id, `${width}.${format}`), bytes),
      ),
    );
    const thumbnails: Thumbnails = {
      pattern: `/thumbnails/${id}/{width}.{format}`,
      widths: made.widths,
      formats: [...THUMBNAIL_FORMATS],
      aspectRatio: THUMBNAIL_ASPECT_RATIO,
      colour: made.colour,
    };
    await insertThumbnails(db, id, content.contentHash, thumbnails);
    return thumbnails;
  }

  async function thumbnailsOf(content: MediaContent, views: readonly View[]): Promise<Thumbnails[]> {
    const { contentHash, manifest } = content;
    return inTurn(async () => {
      const known = await Promise.all(
        views.map((view) => findThumbnails(db, thumbnailId(contentHash, view))),
      );
      if (known.every((thumbnails) => thumbnails !== undefined)) return known;
      const still = contentKey(contentHash, manifest.poster ?? manifest.file);
      const sphere = await decodeSphere(await buffer(storage.read(still)));
      const inParallel = createQueue(2);
      const make = async (view: View) =>
        storeThumbnails(content, view, await makeThumbnails(projector, sphere, view));
      return Promise.all(views.map((view, index) => known[index] ?? inParallel(() => make(view))));
    });
  }

  return { ingest, thumbnailsOf, assetIdOf, close: () => projector.close() };
}
