import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { Storage } from '../../gateways/storage.ts';
import { type DrawnImage, DrawnImages } from './drawn-images.ts';
import { eyesIn } from './left-eye.ts';
import { contentKey } from './manifest.ts';
import type { MediaContent } from './store.ts';

const WIDTH = 1600;
const SPHERE_HEIGHT = WIDTH / 2;
const HEIGHT = SPHERE_HEIGHT / 2;
const QUALITY = 45;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Draws the middle of spheres, all around and half as high, which cards pan across. */
export class Strips {
  readonly #storage: Storage;
  readonly #images = new DrawnImages({ maxCachedBytes: MAX_CACHED_BYTES, maxQueued: 16 });

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** @param admit as `DrawnImages.of` calls it */
  of(content: MediaContent, admit: () => Promise<void>): Promise<DrawnImage> {
    const etag = `${content.contentHash.slice(0, 32)}_strip`;
    return this.#images.of(etag, admit, () => this.#draw(content));
  }

  async #draw({ contentHash, manifest }: MediaContent): Promise<Buffer> {
    const still = this.#storage.read(contentKey(contentHash, manifest.poster ?? manifest.file));
    const { across, down } = eyesIn(manifest.stereo);
    // Made smaller first, so that the decoder never holds the whole picture.
    return sharp(await buffer(still))
      .resize({ width: WIDTH * across, height: SPHERE_HEIGHT * down, fit: 'fill' })
      .extract({ left: 0, top: (SPHERE_HEIGHT - HEIGHT) / 2, width: WIDTH, height: HEIGHT })
      .webp({ quality: QUALITY })
      .toBuffer();
  }
}
