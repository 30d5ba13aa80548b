import { buffer } from 'node:stream/consumers';
import { clamp, type TourView } from '@oriel/contract';
import sharp from 'sharp';
import type { Storage } from '../../gateways/storage.ts';
import { type DrawnImage, DrawnImages } from './drawn-images.ts';
import { contentKey } from './manifest.ts';
import { Projector } from './projector.ts';
import type { MediaContent } from './store.ts';
import { decodeSphere } from './thumbnails.ts';

/** What other sites show of a link. */
const WIDTH = 1200;
const HEIGHT = 630;
const SUPERSAMPLING = 1.5;
const MAX_DECODED_WIDTH = 4096;
const QUALITY = 80;

const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** Views that differ by less share an image, in degrees. */
const DIRECTION_STEP = 2;
const FOV_STEP = 5;
/** A wider view would be distorted, a narrower one blurred. */
const MIN_FOV = 30;
const MAX_FOV = 90;
const MAX_PITCH = 84;

const rounded = (value: number, step: number) => Math.round(value / step) * step || 0;

/** The view that an image shows in place of the one asked for: one of a limited number. */
function nearestView({ yaw, pitch, fov }: TourView): TourView {
  return {
    yaw: ((rounded(yaw, DIRECTION_STEP) + 540) % 360) - 180,
    pitch: clamp(rounded(pitch, DIRECTION_STEP), -MAX_PITCH, MAX_PITCH),
    fov: clamp(rounded(fov, FOV_STEP), MIN_FOV, MAX_FOV),
  };
}

/** Draws flat images of views into photos and videos, as other sites show them beside a link. */
export class ShareImages {
  readonly #storage: Storage;
  readonly #projector = new Projector();
  readonly #images = new DrawnImages({ maxCachedBytes: MAX_CACHED_BYTES, maxQueued: 8 });

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** @param admit as `DrawnImages.of` calls it */
  of(content: MediaContent, wanted: TourView, admit: () => Promise<void>): Promise<DrawnImage> {
    const view = nearestView(wanted);
    const etag = [content.contentHash.slice(0, 32), view.yaw, view.pitch, view.fov].join('_');
    return this.#images.of(etag, admit, () => this.#draw(content, view));
  }

  close(): Promise<void> {
    return this.#projector.close();
  }

  async #draw({ contentHash, manifest }: MediaContent, { yaw, pitch, fov }: TourView): Promise<Buffer> {
    const still = this.#storage.read(contentKey(contentHash, manifest.poster ?? manifest.file));
    const sphere = await decodeSphere(await buffer(still), manifest.stereo, MAX_DECODED_WIDTH);
    const horizontal = Math.atan((Math.tan((fov / 360) * Math.PI) * WIDTH) / HEIGHT) * (360 / Math.PI);
    const [width, height] = [WIDTH * SUPERSAMPLING, HEIGHT * SUPERSAMPLING];
    const pixels = await this.#projector.draw(sphere, { yaw, pitch, fov: horizontal }, width, height);
    return sharp(pixels, { raw: { width, height, channels: 3 } })
      .resize({ width: WIDTH, height: HEIGHT })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  }
}
