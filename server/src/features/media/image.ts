import { createHash } from 'node:crypto';
import path from 'node:path';
import sharp from 'sharp';
import { isMachineError } from './machine-errors.ts';
import type { Manifest } from './manifest.ts';
import type { DerivedFile } from './photo.ts';
import { MediaRefused } from './refusals.ts';

/** Pixels of the longer side: larger images are reduced. */
const MAX_SIDE = 4096;
const MAX_PIXELS = 16_384 * 8192;
const QUALITY = 85;
const PREVIEW_SIDE = 32;

/** The hash of an image's content, which differs from that of a photo made of the same file. */
export function imageHash(fileHash: string): string {
  return createHash('sha256').update(`image ${fileHash}`).digest('hex');
}

/**
 * Derives a flat image from a file, without its metadata.
 *
 * @param folder for the derived file; the caller removes it
 * @throws {MediaRefused} if it is animated, too large or damaged
 */
export async function processImage(
  file: string,
  folder: string,
): Promise<{ width: number; height: number; manifest: Manifest; files: DerivedFile[] }> {
  const target = path.join(folder, 'image.webp');
  const open = () => sharp(file, { failOn: 'warning', limitInputPixels: MAX_PIXELS }).autoOrient();
  try {
    const { pages = 1 } = await open().metadata();
    if (pages > 1) throw new MediaRefused('media_animated');
    const { width, height } = await open()
      .toColourspace('srgb')
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toFile(target);
    const small = await sharp(target)
      .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside' })
      .webp({ quality: 40 })
      .toBuffer();
    const manifest = { file: 'image.webp', preview: `data:image/webp;base64,${small.toString('base64')}` };
    return { width, height, manifest, files: [{ path: 'image.webp', file: target }] };
  } catch (error) {
    if (error instanceof MediaRefused) throw error;
    const message = error instanceof Error ? error.message : '';
    if (/pixel limit/i.test(message)) throw new MediaRefused('media_too_many_pixels');
    throw isMachineError(error) ? error : new MediaRefused('media_corrupt');
  }
}
