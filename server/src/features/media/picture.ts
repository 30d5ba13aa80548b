import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { type BlurredRegion, blurRegions } from './blur.ts';
import { DUAL_FISHEYE } from './export-hints.ts';
import type { FileType } from './file-type.ts';
import { imageHash, processImage } from './image.ts';
import { MAX_PHOTO_WIDTH } from './manifest.ts';
import {
  type DerivedFile,
  type InspectedPhoto,
  inspectPhoto,
  openUpright,
  processPhoto,
  readPicture,
} from './photo.ts';
import { ASPECT_TOLERANCE, MediaRefused } from './refusals.ts';
import type { StoredContent } from './store.ts';

/** Narrower pictures of a sphere's shape are flat, unless their metadata says that they are spheres. */
const MIN_SPHERE_WIDTH = 2048;
/** The same for parts that go all the way round, and for pictures with one for each eye. */
const MIN_UNUSUAL_WIDTH = 3840;
const PREVIEW_WIDTH = 2048;
const FISHEYE_WIDTH = 256;
/** Brightness from 0 to 255. */
const DARK = 12;
const LIT = 40;

/** What a picture is, and how it is to be prepared. */
export type Picture =
  | { kind: 'image'; width: number; height: number }
  | {
      kind: 'photo';
      width: number;
      height: number;
      photo: InspectedPhoto;
      /** Whether nothing but the picture's shape says which part of the sphere it shows. */
      isAssumed: boolean;
    };

/** A hash of what is made of a picture: the file's own for a whole sphere or a part that the file names. */
export function pictureHash(fileHash: string, picture: Picture): string {
  if (picture.kind === 'image') return imageHash(fileHash);
  return picture.isAssumed ? createHash('sha256').update(`around ${fileHash}`).digest('hex') : fileHash;
}

/**
 * Finds out what a picture is: by its metadata, then by its shape.
 *
 * @param isFlat whether the sender says so, as for floor plans
 * @throws {MediaRefused} if it is animated, too small, too large, unreadable, or not stitched yet
 */
export async function recognisePicture(file: string, type: FileType, isFlat: boolean): Promise<Picture> {
  const { width, height, saysSphere } = await readPicture(file, type);
  const ratio = width / height;
  const isWhole = Math.abs(ratio / 2 - 1) <= ASPECT_TOLERANCE;
  const isSquare = Math.abs(ratio - 1) <= ASPECT_TOLERANCE;
  if (isWhole && !isFlat && (await isDualFisheye(file)))
    throw new MediaRefused('media_not_stitched', DUAL_FISHEYE);
  const isSphere =
    saysSphere || (isWhole && width >= MIN_SPHERE_WIDTH) || (isSquare && width >= MIN_UNUSUAL_WIDTH);
  if (!isFlat && isSphere) {
    const photo = await inspectPhoto(file, type);
    return { kind: 'photo', width: photo.width, height: photo.height, photo, isAssumed: false };
  }
  if (!isFlat && ratio > 2 && width >= MIN_UNUSUAL_WIDTH) return partAround(width, height);
  return { kind: 'image', width, height };
}

/** A picture that goes all the way round, with the horizon at half its height. */
function partAround(pictureWidth: number, pictureHeight: number): Picture {
  const width = Math.min(pictureWidth, MAX_PHOTO_WIDTH);
  const halfHeight = (180 * pictureHeight) / pictureWidth;
  const size = { width: 2 * Math.round(width / 2), height: Math.round(width / 2) };
  const part = { minYaw: -180, maxYaw: 180, minPitch: -halfHeight, maxPitch: halfHeight };
  return { kind: 'photo', ...size, isAssumed: true, photo: { ...size, isStereo: false, sphere: { part } } };
}

/** Whether a picture shows two circles side by side on black. Near the poles of a sphere all pixels of a row are alike. */
async function isDualFisheye(file: string): Promise<boolean> {
  const height = FISHEYE_WIDTH / 2;
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ width: FISHEYE_WIDTH, height, fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    data[(y * FISHEYE_WIDTH + Math.min(x, FISHEYE_WIDTH - 1)) * info.channels] ?? 0;
  const rows = [3, height - 4];
  const corners = [0, FISHEYE_WIDTH / 2, FISHEYE_WIDTH - 1];
  const middles = [FISHEYE_WIDTH / 4, (FISHEYE_WIDTH * 3) / 4];
  return rows.every((y) => corners.every((x) => at(x, y) < DARK) && middles.every((x) => at(x, y) > LIT));
}

/** Writes a smaller picture, that of the left eye, which can be looked at while the whole one is prepared. @returns its path */
export async function previewPicture(file: string, picture: Picture, folder: string): Promise<string> {
  const target = path.join(folder, 'preview.jpg');
  const options = { quality: 75, progressive: true };
  if (picture.kind === 'image') {
    const image = sharp(file).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb');
    await image.resize({ width: PREVIEW_WIDTH, withoutEnlargement: true }).jpeg(options).toFile(target);
    return target;
  }
  const width = Math.min(PREVIEW_WIDTH, picture.width);
  const size = { width, height: Math.round((picture.height * width) / picture.width) };
  const { isStereo, sphere } = picture.photo;
  const image = openUpright(file, size, sphere.part);
  if (isStereo) image.extract({ left: 0, top: 0, width, height: Math.floor(size.height / 2) });
  await image.jpeg(options).toFile(target);
  return target;
}

export type PreparedContent = Omit<StoredContent, 'contentHash' | 'size'> & { files: readonly DerivedFile[] };

/** Writes a whole sphere with regions that nobody recognises, without loss. @returns its path */
async function hideRegions(
  file: string,
  { width, height, isStereo, sphere }: InspectedPhoto,
  folder: string,
  regions: readonly BlurredRegion[],
): Promise<string> {
  const { data } = await openUpright(file, { width, height }, sphere.part)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  blurRegions({ pixels: data, width, height }, regions, isStereo);
  const target = path.join(folder, 'hidden.png');
  await sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toFile(target);
  return target;
}

/**
 * Derives what pages and the viewer need.
 *
 * @param folder an empty folder; the caller removes it
 * @param hidden regions that are blurred in all that is derived, the preview included
 */
export async function preparePicture(
  file: string,
  picture: Picture,
  folder: string,
  hidden: readonly BlurredRegion[] = [],
): Promise<PreparedContent> {
  if (picture.kind === 'image')
    return { kind: 'image', duration: null, ...(await processImage(file, folder)) };
  const { width, height, photo } = picture;
  const prepared =
    hidden.length === 0
      ? await processPhoto(file, photo, folder)
      : await processHidden(file, picture, folder, hidden);
  // Where a decoder fails without a word, files are missing.
  await Promise.all(prepared.files.map(({ file: derived }) => stat(derived)));
  return { kind: 'photo', width, height, duration: null, ...prepared };
}

/** Derives all from a picture in which regions are blurred already. */
async function processHidden(
  file: string,
  picture: Extract<Picture, { kind: 'photo' }>,
  folder: string,
  hidden: readonly BlurredRegion[],
) {
  const { photo } = picture;
  const whole = { ...photo, sphere: {} };
  const blurred = await hideRegions(file, photo, folder, hidden);
  const { manifest, files } = await processPhoto(blurred, whole, folder);
  await previewPicture(blurred, { ...picture, photo: whole }, folder);
  const { sphere } = photo;
  return { manifest: { ...manifest, ...(Object.keys(sphere).length > 0 && { sphere }) }, files };
}
