import type { Thumbnails } from '@oriel/contract';
import sharp from 'sharp';
import type { Projector } from './projector.ts';
import type { EquirectangularPicture, View } from './rectilinear.ts';

/** Width by height of flat pictures. */
export const THUMBNAIL_ASPECT_RATIO = 3 / 2;

type Format = Thumbnails['formats'][number];
/** Best first: a browser takes the first that it knows. */
export const THUMBNAIL_FORMATS: readonly Format[] = ['avif', 'webp', 'jpg'];
const WIDTHS = [320, 640, 960];
/** For first views as wide as the screen; made only where the picture holds the detail. */
const LARGE_WIDTHS = [1440, 1920];
/** How much of it. A little less than all does not show. */
const ENOUGH_DETAIL = 0.9;

/** Views are drawn this much larger than the widest thumbnail and then reduced, so that edges are smooth. */
const SUPERSAMPLING = 1.5;
/** More detail than the widest thumbnail can show is not decoded. */
const MAX_DECODED_WIDTH = 6144;

/** A flat picture in one width and format. */
export interface ThumbnailFile {
  width: number;
  format: Format;
  bytes: Buffer;
}

/**
 * Decodes a whole sphere for drawing views into it.
 *
 * @param source an equirectangular JPEG of our own making
 */
export async function decodeSphere(source: Buffer): Promise<EquirectangularPicture> {
  const { data, info } = await sharp(source)
    .resize({ width: MAX_DECODED_WIDTH, withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
  pixels.set(data);
  return { pixels, width: info.width, height: info.height };
}

/** How wide a flat view is when its middle holds as many pixels as the same place of the sphere. */
function detailOf(picture: EquirectangularPicture, view: View): number {
  return (picture.width / Math.PI) * Math.tan((view.fov / 360) * Math.PI);
}

function widthsFor(picture: EquirectangularPicture, view: View): number[] {
  const detail = detailOf(picture, view);
  return [...WIDTHS, ...LARGE_WIDTHS.filter((width) => detail >= width * ENOUGH_DETAIL)];
}

async function encode(pixels: Buffer, width: number, format: Format): Promise<ThumbnailFile> {
  const picture = sharp(pixels, {
    raw: { width, height: Math.round(width / THUMBNAIL_ASPECT_RATIO), channels: 3 },
  });
  // AVIF's effort 1 takes half the time of 2 for the same bytes (measured).
  const encoded =
    format === 'avif'
      ? picture.avif({ quality: 55, effort: 1 })
      : format === 'webp'
        ? picture.webp({ quality: 76, effort: 2 })
        : picture.jpeg({ quality: 78 });
  return { width, format, bytes: await encoded.toBuffer() };
}

function hexColour(pixel: Buffer): string {
  return `#${pixel.subarray(0, 3).toString('hex')}`;
}

/** Draws one view and encodes it in every width and format. */
export async function makeThumbnails(
  projector: Projector,
  picture: EquirectangularPicture,
  view: View,
): Promise<{ files: ThumbnailFile[]; widths: number[]; colour: string }> {
  const widths = widthsFor(picture, view);
  const drawnWidth = Math.round(Math.max(...widths) * SUPERSAMPLING);
  const drawnHeight = Math.round(drawnWidth / THUMBNAIL_ASPECT_RATIO);
  const drawn = await projector.draw(picture, view, drawnWidth, drawnHeight);
  const master = sharp(drawn, { raw: { width: drawnWidth, height: drawnHeight, channels: 3 } });
  const files: ThumbnailFile[] = [];
  for (const width of widths) {
    const height = Math.round(width / THUMBNAIL_ASPECT_RATIO);
    const pixels = await master.clone().resize({ width, height, fit: 'fill' }).raw().toBuffer();
    for (const format of THUMBNAIL_FORMATS) files.push(await encode(pixels, width, format));
  }
  const colour = hexColour(
    await master.clone().resize({ width: 1, height: 1, fit: 'fill' }).raw().toBuffer(),
  );
  return { files, widths, colour };
}
