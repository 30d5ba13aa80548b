import path from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { readCameraMake } from './camera-make.ts';
import type { FileType } from './file-type.ts';
import { isMachineError } from './machine-errors.ts';
import { MAX_PHOTO_WIDTH, type Manifest, MIN_WIDTH, pyramidOf, TILE_SIZE, tilePath } from './manifest.ts';
import {
  type PhotoSphere,
  readPhotoSphere,
  readPhotoSphereNumbers,
  type SpherePart,
} from './photo-sphere.ts';
import { ASPECT_TOLERANCE, checkShape, MediaRefused } from './refusals.ts';

const PREVIEW_WIDTH = 256;
/** Measured on a photo 4096 px wide: at this quality WebP needs three quarters of JPEG's bytes for the same error. */
const TILE_QUALITY = 80;
const WHOLE_QUALITY = 85;
/** Few graphics cards support larger textures; the tiles contain the full resolution. */
const MAX_WHOLE_WIDTH = 8192;

interface Size {
  width: number;
  height: number;
}

/** A photo that can be taken in. */
export interface InspectedPhoto extends Size {
  /** A picture for each eye, the left one above; the size is that of both. */
  isStereo: boolean;
  sphere: PhotoSphere;
}

/** Opens an image with the same limits everywhere; a damaged image fails instead of being padded with grey. */
function openImage(file: string): Sharp {
  return sharp(file, {
    failOn: 'warning',
    limitInputPixels: Math.ceil(MAX_PHOTO_WIDTH * (MAX_PHOTO_WIDTH / 2) * 1.02),
    sequentialRead: true,
  });
}

/**
 * Opens a photo upright, in 8-bit sRGB and without transparency. Metadata is dropped, above all the location.
 *
 * @param part what it shows of the sphere, whose rest is black; all of it by default
 */
export function openUpright(file: string, size: Size, part?: SpherePart): Sharp {
  const image = openImage(file).autoOrient().flatten({ background: '#000' }).toColourspace('srgb');
  return part === undefined ? image.resize({ ...size, fit: 'fill' }) : placeOnSphere(image, part, size);
}

/** Puts a picture of a part in its place on a black sphere. @param size of the sphere */
export function placeOnSphere(image: Sharp, part: SpherePart, { width, height }: Size): Sharp {
  const column = (yaw: number) => Math.round(((yaw + 180) / 360) * width);
  const row = (pitch: number) => Math.round(((90 - pitch) / 180) * height);
  const [left, right] = [column(part.minYaw), column(part.maxYaw)];
  const [top, bottom] = [row(part.maxPitch), row(part.minPitch)];
  return image
    .resize({ width: Math.max(1, right - left), height: Math.max(1, bottom - top), fit: 'fill' })
    .extend({ left, right: width - right, top, bottom: height - bottom, background: '#000' });
}

const FORMATS: Record<string, FileType> = { jpeg: 'jpeg', png: 'png', webp: 'webp', heif: 'avif' };

async function readMetadata(file: string): Promise<Metadata> {
  try {
    return await openImage(file).metadata();
  } catch (error) {
    if (error instanceof Error && /exceeds pixel limit|pixel limit/i.test(error.message)) {
      throw new MediaRefused('media_too_many_pixels');
    }
    throw asRefusal(error);
  }
}

/**
 * Reads a picture's header.
 *
 * @returns its upright size in pixels, and whether its metadata says that it shows a sphere or a part of one
 * @throws {MediaRefused} if it is animated, too large or unreadable
 */
export async function readPicture(
  file: string,
  type: FileType,
): Promise<Size & { saysSphere: boolean; xmp: string | undefined; make: string | undefined }> {
  const metadata = await readMetadata(file);
  if (FORMATS[metadata.format ?? ''] !== type) throw new MediaRefused('media_corrupt');
  if ((metadata.pages ?? 1) > 1) throw new MediaRefused('media_animated');
  const { width, height } = metadata.autoOrient;
  if (!(width > 0 && height > 0)) throw new MediaRefused('media_corrupt');
  const xmp = metadata.xmpAsString;
  const isWhole = Math.abs(width / height / 2 - 1) <= ASPECT_TOLERANCE;
  const saysSphere =
    readPhotoSphere(xmp, { width, height }).part !== undefined ||
    (isWhole && readPhotoSphereNumbers(xmp).has('FullPanoWidthPixels'));
  return { width, height, saysSphere, xmp, make: readCameraMake(metadata.exif) };
}

/**
 * Checks a photo's header, before anything is decoded. A square photo has a picture for each eye. A part of a sphere is
 * accepted if its metadata says which part.
 *
 * @returns the size of the resulting sphere: exactly 2:1, or 1:1 for both eyes
 * @throws {MediaRefused} if it is animated, no sphere, too small, too large or unreadable
 */
export async function inspectPhoto(file: string, type: FileType): Promise<InspectedPhoto> {
  const { width, height, xmp, make } = await readPicture(file, type);
  const limits = {
    minWidth: MIN_WIDTH,
    maxWidth: MAX_PHOTO_WIDTH,
    tooLarge: 'media_too_many_pixels' as const,
  };
  const sphere = readPhotoSphere(xmp, { width, height }, make);
  const { part } = sphere;
  if (part !== undefined) {
    const whole = Math.min(Math.round((width * 360) / (part.maxYaw - part.minYaw)), MAX_PHOTO_WIDTH);
    checkShape(whole, whole / 2, limits);
    return { width: whole, height: Math.round(whole / 2), isStereo: false, sphere };
  }
  const isStereo = width > 0 && Math.abs(width / height - 1) <= ASPECT_TOLERANCE;
  checkShape(width, isStereo ? height / 2 : height, limits);
  return { width, height: isStereo ? width : Math.round(width / 2), isStereo, sphere };
}

/** A blurred image of the whole sphere as a `data:` URL of about 2 kB. @param aspectRatio width by height */
export async function makePreview(file: string, aspectRatio = 2): Promise<string> {
  const bytes = await openImage(file)
    .autoOrient()
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .resize({ width: PREVIEW_WIDTH, height: Math.round(PREVIEW_WIDTH / aspectRatio), fit: 'fill' })
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
async function makeTiles(
  file: string,
  { sphere, ...size }: InspectedPhoto,
  folder: string,
): Promise<DerivedFile[]> {
  await openUpright(file, size, sphere.part)
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
 * @param photo from `inspectPhoto`
 * @param folder an empty folder for the derived files; the caller removes it
 * @throws {MediaRefused} if the photo is damaged
 */
export async function processPhoto(
  file: string,
  photo: InspectedPhoto,
  folder: string,
): Promise<{ manifest: Manifest; files: DerivedFile[] }> {
  const whole = path.join(folder, 'panorama.jpg');
  try {
    // The first complete decoding: a damaged photo fails before the longer work starts.
    const width = Math.min(photo.width, MAX_WHOLE_WIDTH);
    const height = Math.round((photo.height * width) / photo.width);
    await openUpright(file, { width, height }, photo.sphere.part)
      .jpeg({ quality: WHOLE_QUALITY, progressive: true })
      .toFile(whole);
  } catch (error) {
    throw asRefusal(error);
  }
  const preview = await makePreview(whole, photo.width / photo.height);
  const tiles = await makeTiles(file, photo, folder);
  const { sphere, isStereo } = photo;
  return {
    manifest: {
      file: 'panorama.jpg',
      preview,
      tiles: pyramidOf(photo.width, photo.height),
      ...(isStereo && { stereo: 'top-bottom' }),
      ...(Object.keys(sphere).length > 0 && { sphere }),
    },
    files: [{ path: 'panorama.jpg', file: whole }, ...tiles],
  };
}

/** Errors of the machine stay as they are; all other errors of the decoder mean a damaged photo. */
const asRefusal = (error: unknown): unknown =>
  isMachineError(error) ? error : new MediaRefused('media_corrupt');
