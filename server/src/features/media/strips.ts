import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import type { Storage } from '../../gateways/storage.ts';
import { Semaphore } from '../../semaphore.ts';
import { contentKey } from './manifest.ts';
import type { ShareImage } from './share-images.ts';
import type { MediaContent } from './store.ts';

const WIDTH = 1600;
const SPHERE_HEIGHT = WIDTH / 2;
const HEIGHT = SPHERE_HEIGHT / 2;
const QUALITY = 45;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Draws the middle of spheres, all around and half as high, which cards pan across. */
export class Strips {
  readonly #storage: Storage;
  readonly #cache = new LRUCache<string, ShareImage>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  readonly #drawing = new Semaphore({
    concurrency: 1,
    maxQueued: 16,
    maxWaitMs: 10_000,
    detail: 'Too many images at once. Please try again.',
  });

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** @param admit called before anything is drawn; throws to refuse that */
  async of(content: MediaContent, admit: () => Promise<void>): Promise<ShareImage> {
    const etag = `${content.contentHash.slice(0, 32)}_strip`;
    const cached = this.#cache.get(etag);
    if (cached !== undefined) return cached;
    return this.#drawing.run(async () => {
      const drawnMeanwhile = this.#cache.get(etag);
      if (drawnMeanwhile !== undefined) return drawnMeanwhile;
      await admit();
      const image = { etag, bytes: await this.#draw(content) };
      this.#cache.set(etag, image);
      return image;
    });
  }

  async #draw({ contentHash, manifest }: MediaContent): Promise<Buffer> {
    const still = this.#storage.read(contentKey(contentHash, manifest.poster ?? manifest.file));
    const eyes = manifest.stereo === undefined ? 1 : 2;
    // Made smaller first, so that the decoder never holds the whole picture.
    return sharp(await buffer(still))
      .resize({ width: WIDTH, height: SPHERE_HEIGHT * eyes, fit: 'fill' })
      .extract({ left: 0, top: (SPHERE_HEIGHT - HEIGHT) / 2, width: WIDTH, height: HEIGHT })
      .webp({ quality: QUALITY })
      .toBuffer();
  }
}
