import type { Thumbnails } from '@oriel/contract';
import sharp from 'sharp';
import { openLeftEye } from './left-eye.ts';
import type { StereoLayout } from './manifest.ts';
import type { Projector } from './projector.ts';
import type { EquirectangularImage, View } from './rectilinear.ts';

/** Width by height of thumbnails. */
export const THUMBNAIL_ASPECT_RATIO = 3 / 2;

type Format = Thumbnails['formats'][number];
/** Best first: browsers use the first format that they support. */
export const THUMBNAIL_FORMATS: readonly Format[] = ['avif', 'webp', 'jpg'];
const WIDTHS = [320, 640, 960];
/** For covers as wide as the screen; made only if the source has the detail. */
const LARGE_WIDTHS = [1440, 1920];
/** The minimum ratio of the source's detail to a large width; slight upscaling is not visible. */
const MIN_DETAIL_RATIO = 0.9;

/** Views are drawn larger than the widest thumbnail by this factor and then reduced, for smooth edges. */
const SUPERSAMPLING = 1.5;
/** Sources are decoded up to this width; more detail is not visible in the widest thumbnail. */
const MAX_DECODED_WIDTH = 6144;

/** A thumbnail in one width and format. */
export interface ThumbnailFile {
  width: number;
  format: Format;
  bytes: Buffer;
}

/**
 * Decodes a whole sphere, to draw views of it.
 *
 * @param source an equirectangular JPEG made by this feature
 * @param stereo the left eye is decoded; undefined for one eye
 * @param maxWidth of the result, in pixels
 */
export async function decodeSphere(
  source: Buffer,
  stereo?: StereoLayout,
  maxWidth = MAX_DECODED_WIDTH,
): Promise<EquirectangularImage> {
  const image = await openLeftEye(source, stereo, maxWidth);
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(new SharedArrayBuffer(data.length));
  pixels.set(data);
  return { pixels, width: info.width, height: info.height };
}

/** The width of a flat view whose centre has as many pixels as the same part of the sphere. */
function detailOf(sphere: EquirectangularImage, view: View): number {
  return (sphere.width / Math.PI) * Math.tan((view.fov / 360) * Math.PI);
}

function widthsFor(sphere: EquirectangularImage, view: View): number[] {
  const detail = detailOf(sphere, view);
  return [...WIDTHS, ...LARGE_WIDTHS.filter((width) => detail >= width * MIN_DETAIL_RATIO)];
}

async function encode(
  pixels: Buffer,
  width: number,
  format: Format,
  avifEffort: number,
): Promise<ThumbnailFile> {
  const image = sharp(pixels, {
    raw: { width, height: Math.round(width / THUMBNAIL_ASPECT_RATIO), channels: 3 },
  });
  const encoded =
    format === 'avif'
      ? image.avif({ quality: 55, effort: avifEffort, chromaSubsampling: '4:2:0' })
      : format === 'webp'
        ? image.webp({ quality: 76, effort: 2 })
        : image.jpeg({ quality: 78 });
  return { width, format, bytes: await encoded.toBuffer() };
}

function hexColour(pixel: Buffer): string {
  return `#${pixel.subarray(0, 3).toString('hex')}`;
}

/** Draws one view and encodes it in every width and format. */
export async function makeThumbnails(
  projector: Projector,
  sphere: EquirectangularImage,
  view: View,
  avifEffort: number,
): Promise<{ files: ThumbnailFile[]; widths: number[]; colour: string }> {
  const widths = widthsFor(sphere, view);
  const drawnWidth = Math.round(Math.max(...widths) * SUPERSAMPLING);
  const drawnHeight = Math.round(drawnWidth / THUMBNAIL_ASPECT_RATIO);
  const pixels = await projector.draw(sphere, view, drawnWidth, drawnHeight);
  const master = sharp(pixels, { raw: { width: drawnWidth, height: drawnHeight, channels: 3 } });
  const files: ThumbnailFile[] = [];
  for (const width of widths) {
    const height = Math.round(width / THUMBNAIL_ASPECT_RATIO);
    const resized = await master.clone().resize({ width, height, fit: 'fill' }).raw().toBuffer();
    for (const format of THUMBNAIL_FORMATS) files.push(await encode(resized, width, format, avifEffort));
  }
  const colour = hexColour(
    await master.clone().resize({ width: 1, height: 1, fit: 'fill' }).raw().toBuffer(),
  );
  return { files, widths, colour };
}
