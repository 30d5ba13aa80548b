import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TourView } from '@oriel/contract';
import sharp from 'sharp';
import { z } from 'zod';
import type { FilmLayout } from './film-projection.ts';
import { checkFilmShape, eyesOfFilm } from './film-shape.ts';
import { MAX_VIDEO_WIDTH, type Manifest, type StereoLayout } from './manifest.ts';
import { type DerivedFile, makePreview } from './photo.ts';
import { checkReport, type ProbeLimits, runProbe } from './probe.ts';
import { isRefusalCode, MediaRefused } from './refusals.ts';

const POSTER_QUALITY = 85;

const PROBE_PROGRAM = fileURLToPath(new URL('./video-probe.ts', import.meta.url));

const positive = z.number().int().positive();
const ProbeReport = z.union([
  z.object({ refused: z.string().refine(isRefusalCode) }),
  z.object({
    width: positive,
    height: positive,
    duration: z.number().positive(),
    still: z.object({ width: positive, height: positive }),
    layout: z
      .object({
        projection: z.enum(['equirectangular', 'cropped', 'right-eye-first', 'stereoscopic', 'other']),
        stereo: z.enum(['top-bottom', 'left-right']).exactOptional(),
        sphere: z.object({
          proposedPose: z.object({ pitch: z.number(), roll: z.number() }).exactOptional(),
          view: TourView.exactOptional(),
        }),
      })
      .optional(),
  }),
]);

export interface VideoProperties {
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
}

export type Video = VideoProperties & { manifest: Manifest; files: DerivedFile[] };

/** The hash of a flat film's content, which differs from that of a 360-degree video made of the same file. */
export function filmHash(fileHash: string): string {
  return createHash('sha256').update(`film ${fileHash}`).digest('hex');
}

/**
 * Checks a video and derives what the viewer needs besides the video itself, which is stored byte for byte.
 *
 * @param folder an empty folder for the derived files; the caller removes it
 * @param limits a video that keeps the parser busy for longer is damaged or hostile
 * @throws {MediaRefused} if it is not a full sphere, or one for each eye as the viewer shows them, too small, too large, damaged, or of an unsupported codec
 */
export async function processVideo(
  file: string,
  type: 'mp4' | 'webm',
  folder: string,
  limits: ProbeLimits,
): Promise<Video> {
  const { layout, poster, ...film } = await probeVideo(file, folder, limits);
  const stereo = eyesOfFilm(film, layout);
  checkFilmShape(film, stereo);
  return videoOf(film, file, type, await spherePicture(film, poster, stereo));
}

/**
 * The same for a flat film of any shape, which a page plays as it is.
 *
 * @throws {MediaRefused} if it is too large, damaged, or of an unsupported codec
 */
export async function processFilm(
  file: string,
  type: 'mp4' | 'webm',
  folder: string,
  limits: ProbeLimits,
): Promise<Video> {
  const { width, height, duration, poster } = await probeVideo(file, folder, limits);
  if (height > MAX_VIDEO_WIDTH) throw new MediaRefused('media_film_too_many_pixels');
  return videoOf({ width, height, duration }, file, type, { poster, preview: '' });
}

/** What stands for a film until it plays. */
export interface FilmPicture {
  /** The path of its first frame, as a JPEG. */
  poster: string;
  /** A blurred image of the same as a `data:` URL; empty for flat films. */
  preview: string;
  /** What both hold. */
  stereo?: StereoLayout;
}

/** That of a film of a sphere. @param stereo undefined for one eye */
export async function spherePicture(
  { width, height }: VideoProperties,
  poster: string,
  stereo: StereoLayout | undefined,
): Promise<FilmPicture> {
  const preview = await makePreview(poster, width / height);
  return { poster, preview, ...(stereo !== undefined && { stereo }) };
}

/** What pages need of a film. */
export function videoOf(
  properties: VideoProperties,
  file: string,
  type: 'mp4' | 'webm',
  { poster, ...picture }: FilmPicture,
): Video {
  const name = `video.${type}`;
  return {
    ...properties,
    manifest: { file: name, ...picture, poster: 'poster.jpg', duration: properties.duration },
    files: [
      { path: 'poster.jpg', file: poster },
      { path: name, file },
    ],
  };
}

/** @returns what a video is, and its first frame as a file in the folder */
export async function probeVideo(
  file: string,
  folder: string,
  limits: ProbeLimits,
): Promise<VideoProperties & { poster: string; layout?: FilmLayout | undefined }> {
  const report = checkReport(ProbeReport, await runProbe(PROBE_PROGRAM, file, folder, limits));
  if ('refused' in report) throw new MediaRefused(report.refused);
  const { width, height, duration, still, layout } = report;
  const poster = path.join(folder, 'poster.jpg');
  await sharp(await readFile(path.join(folder, 'frame.rgb')), { raw: { ...still, channels: 3 } })
    .jpeg({ quality: POSTER_QUALITY, progressive: true })
    .toFile(poster);
  return { width, height, duration, poster, layout };
}
