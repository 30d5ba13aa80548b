import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { Semaphore } from '../../semaphore.ts';

/** An image, and a tag that is equal for equal images. */
export interface DrawnImage {
  bytes: Buffer;
  etag: string;
}

/**
 * Images that are drawn on request, one at a time, each once while it is in memory. Clients that request many take a bounded
 * amount of time and memory, and no disk.
 */
export class DrawnImages {
  readonly #cache: LRUCache<string, DrawnImage>;
  readonly #drawing: Semaphore;

  constructor({ maxCachedBytes, maxQueued }: { maxCachedBytes: number; maxQueued: number }) {
    this.#cache = new LRUCache({ maxSize: maxCachedBytes, sizeCalculation: ({ bytes }) => bytes.length });
    this.#drawing = new Semaphore({
      concurrency: 1,
      maxQueued,
      maxWaitMs: 10_000,
      detail: 'Too many images at once. Please try again.',
    });
    // Its cache of decoded images is never hit here, and uses memory.
    sharp.cache(false);
  }

  /**
   * @param admit called before anything is drawn; throws to refuse that
   * @throws {AppError} 503 `busy` before `admit`
   */
  async of(etag: string, admit: () => Promise<void>, draw: () => Promise<Buffer>): Promise<DrawnImage> {
    const cached = this.#cache.get(etag);
    if (cached !== undefined) return cached;
    return this.#drawing.run(async () => {
      const drawnMeanwhile = this.#cache.get(etag);
      if (drawnMeanwhile !== undefined) return drawnMeanwhile;
      await admit();
      const image = { etag, bytes: await draw() };
      this.#cache.set(etag, image);
      return image;
    });
  }
}
