import path from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { FileType } from './file-type.ts';
import { MAX_PHOTO_WIDTH, type Manifest, MIN_WIDTH, pyramidOf, TILE_SIZE, tilePath } from './manifest.ts';
import { checkShape, MediaRefused } from './refusals.ts';

const PREVIEW_WIDTH = 256;
/** Measured on a photo 4096 px wide: at this quality WebP needs three quarters of JPEG's bytes for the same error. */
const TILE_QUALITY = 80;
const WHOLE_QUALITY = 85;
/** Few graphics cards support larger textures; the tiles contain the full resolution. */
const MAX_WHOLE_WIDTH = 8192;

export interface PhotoSize {
  width: number;
  height: number;
}

/** Opens an image with the same limits everywhere; a damaged image fails instead of being padded with grey. */
function openImage(file: string): Sharp {
  return sharp(file, {
    failOn: 'warning',
    limitInputPixels: Math.ceil(MAX_PHOTO_WIDTH * (MAX_PHOTO_WIDTH / 2) * 1.02),
    sequentialRead: true,
  });
}

/** Opens a photo upright, in 8-bit sRGB and without transparency. Metadata is dropped, above all the location. */
function openUpright(file: string, size: PhotoSize): Sharp {
  return openImage(file)
    .autoOrient()
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .resize({ ...size, fit: 'fill' });
}

const FORMATS: Record<string, FileType> = { jpeg: 'jpeg', png: 'png', webp: 'webp', heif: 'avif' };

async function readMetadata(file: string): Promise<Metadata> {
  try {
    return await openImage(file).metadata();
  } catch (error) {
    if (error instanceof Error && /exceeds pixel limit|pixel limit/i.test(error.message)) {
      throw new MediaRefused('media_too_many_pixels');
    }
    throw new MediaRefused('media_corrupt');
  }
}

/**
 * Checks a photo's header, before anything is decoded.
 *
 * @returns the size of the resulting sphere: exactly 2:1
 * @throws {MediaRefused} if it is animated, not a full sphere, too small, too large or unreadable
 */
export async function inspectPhoto(file: string, type: FileType): Promise<PhotoSize> {
  const metadata = await readMetadata(file);
  if (FORMATS[metadata.format ?? ''] !== type) throw new MediaRefused('media_corrupt');
  if ((metadata.pages ?? 1) > 1) throw new MediaRefused('media_animated');
  const { width, height } = metadata.autoOrient;
  checkShape(width, height, {
    minWidth: MIN_WIDTH,
    maxWidth: MAX_PHOTO_WIDTH,
    tooLarge: 'media_too_many_pixels',
  });
  return { width, height: Math.round(width / 2) };
}

/** A blurred image of the whole sphere as a `data:` URL of about 2 kB. */
export async function makePreview(file: string): Promise<string> {
  const bytes = await openImage(file)
    .autoOrient()
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .resize({ width: PREVIEW_WIDTH, height: PREVIEW_WIDTH / 2, fit: 'fill' })
    .blur(1.2)
    .webp({ quality: 50, effort: 5 })
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/** A derived file, and its path inside the asset. */
export interface DerivedFile {
  path: string;
  file: string;
}

/**
 * Makes the tiles in one pass that never holds the whole image in memory. The library halves the image until it fits one
 * tile and numbers its levels from there; ours start at the coarsest level of `pyramidOf`.
 */
async function makeTiles(file: string, size: PhotoSize, folder: string): Promise<DerivedFile[]> {
  await openUpright(file, size)
    .webp({ quality: TILE_QUALITY, effort: 2, smartSubsample: false })
    .tile({ size: TILE_SIZE, overlap: 0, layout: 'dz', depth: 'onetile', skipBlanks: -1 })
    .toFile(path.join(folder, 'pyramid.dz'));
  const { levels } = pyramidOf(size.width, size.height);
  const halvings = Math.ceil(Math.log2(Math.max(size.width, size.height) / TILE_SIZE));
  const firstLevel = halvings - levels.length + 1;
  return levels.flatMap(({ rows, columns }, level) =>
    Array.from({ length: rows * columns }, (_, index) => {
      const row = Math.floor(index / columns);
      const column = index % columns;
      const tile = path.join(folder, 'pyramid_files', `${firstLevel + level}`, `${column}_${row}.webp`);
      return { path: tilePath(level, row, column), file: tile };
    }),
  );
}

/**
 * Derives everything that the viewer needs of a photo.
 *
 * @param size from `inspectPhoto`
 * @param folder an empty folder for the derived files; the caller removes it
 * @throws {MediaRefused} if the photo is damaged
 */
export async function processPhoto(
  file: string,
  size: PhotoSize,
  folder: string,
): Promise<{ manifest: Manifest; files: DerivedFile[] }> {
  const whole = path.join(folder, 'panorama.jpg');
  try {
    // The first complete decoding: a damaged photo fails before the longer work starts.
    const width = Math.min(size.width, MAX_WHOLE_WIDTH);
    const height = Math.round((size.height * width) / size.width);
    await openUpright(file, { width, height })
      .jpeg({ quality: WHOLE_QUALITY, progressive: true })
      .toFile(whole);
  } catch (error) {
    throw asRefusal(error);
  }
  const preview = await makePreview(whole);
  const tiles = await makeTiles(file, size, folder);
  return {
    manifest: { file: 'panorama.jpg', preview, tiles: pyramidOf(size.width, size.height) },
    files: [{ path: 'panorama.jpg', file: whole }, ...tiles],
  };
}

/** Errors of the disk stay as they are; all other errors of the decoder mean a damaged photo. */
function asRefusal(error: unknown): unknown {
  const message = error instanceof Error ? error.message : '';
  return /no space|write error|unable to (?:open|write)|ENOSPC/i.test(message)
    ? error
    : new MediaRefused('media_corrupt');
}
