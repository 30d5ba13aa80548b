import { createHash } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { BlurredRegion } from './blur.ts';
import { checkFilmShape, eyesOfFilm } from './film-shape.ts';
import { isPicture, type ReceivedFile } from './intake.ts';
import { openLeftEye } from './left-eye.ts';
import { MAX_VIDEO_WIDTH } from './manifest.ts';
import { type PreparedContent, pictureHash } from './picture.ts';
import type { PictureReport, PictureWork } from './picture-probe.ts';
import { checkReport, type ProbeLimits, pictureRights, runProbe } from './probe.ts';
import { ASPECT_TOLERANCE, isRefusalCode, MediaRefused } from './refusals.ts';
import { isSound, processSound } from './sound.ts';
import type { StoredContent } from './store.ts';
import { probeVideo, spherePicture, type Video, videoOf } from './video.ts';

/** What an uploaded file is, before the long work. */
export interface Recognised {
  kind: StoredContent['kind'];
  width: number | null;
  height: number | null;
  /** Seconds; of films and sounds. */
  duration: number | null;
  /** Whether the picture's shape alone says which part of the sphere it shows. */
  isAssumed: boolean;
  /** Of what will be stored. */
  contentHash: string;
  /** A JPEG to look at meanwhile, in the folder. */
  preview?: string;
  /** Does the long work. @param hidden regions of a photo that are blurred in all that is made of it, the preview included */
  prepare(hidden?: readonly BlurredRegion[]): Promise<PreparedContent>;
}

/** Narrower films of a sphere's shape are flat, unless the file says otherwise. */
const MIN_SPHERE_WIDTH = 1920;

/** Milliseconds for the long work; files that were looked into before are hardly hostile. */
const PREPARE_TIMEOUT_MS = 15 * 60_000;

const longer = ({ signal }: ProbeLimits): ProbeLimits => ({ timeoutMs: PREPARE_TIMEOUT_MS, signal });

/** Of the left eye of a film's first frame. */
const PREVIEW_WIDTH = 2048;

const PICTURE_PROGRAM = fileURLToPath(new URL('./picture-probe.ts', import.meta.url));
const REMUX_PROGRAM = fileURLToPath(new URL('./remux-probe.ts', import.meta.url));

const RemuxReport = z.object({ refused: z.string().refine(isRefusalCode).optional() });

/** Runs a step of `picture-probe.ts`. Its report is this application's own, so its shape is not checked again. */
async function runPicture(file: string, folder: string, limits: ProbeLimits, work: PictureWork) {
  const options = { rights: pictureRights, args: [JSON.stringify(work)] };
  const report = (await runProbe(PICTURE_PROGRAM, file, folder, limits, options)) as PictureReport;
  if ('refused' in report)
    throw new MediaRefused(isRefusalCode(report.refused) ? report.refused : 'media_corrupt', report.detail);
  return report;
}

async function recogniseAsPicture(
  { file, type, contentHash }: ReceivedFile,
  folder: string,
  { isFlat, ...limits }: RecogniseOptions,
): Promise<Recognised> {
  const report = await runPicture(file, folder, limits, { step: 'recognise', type, isFlat });
  if (!('picture' in report)) throw new Error('a report of another step');
  const { picture, preview } = report;
  return {
    kind: picture.kind,
    width: picture.width,
    height: picture.height,
    duration: null,
    isAssumed: picture.kind === 'photo' && picture.isAssumed,
    contentHash: pictureHash(contentHash, picture),
    preview,
    prepare: async (hidden = []) => {
      const work = { step: 'prepare', picture, hidden } as const;
      const prepared = await runPicture(file, folder, longer(limits), work);
      if (!('content' in prepared)) throw new Error('a report of another step');
      return prepared.content;
    },
  };
}

/** Repackages a film or sound, without what was written into it. @returns its path */
async function pack(file: string, folder: string, limits: ProbeLimits, format: string): Promise<string> {
  const name = `packed.${format}`;
  const output = await runProbe(REMUX_PROGRAM, file, folder, longer(limits), { args: [name] });
  const { refused } = checkReport(RemuxReport, output);
  if (refused !== undefined) throw new MediaRefused(refused);
  return path.join(folder, name);
}

async function recogniseAsFilm(
  { file, type, contentHash }: ReceivedFile,
  folder: string,
  { isFlat, ...limits }: RecogniseOptions,
): Promise<Recognised> {
  const { poster, layout, ...film } = await probeVideo(file, folder, limits);
  const projection = layout?.projection;
  const eyes = eyesOfFilm(film, layout);
  if (projection === 'cropped' || projection === 'other')
    throw new MediaRefused('media_projection_unsupported');
  const { width, height } = film;
  const looksWhole = Math.abs(width / height / 2 - 1) <= ASPECT_TOLERANCE && width >= MIN_SPHERE_WIDTH;
  const isSphere = !isFlat && (projection !== undefined || eyes !== undefined || looksWhole);
  const kind = isSphere ? 'video' : 'film';
  const stereo = isSphere ? eyes : undefined;
  if (isSphere) checkFilmShape(film, stereo);
  else if (height > MAX_VIDEO_WIDTH) throw new MediaRefused('media_film_too_many_pixels');
  const preview = path.join(folder, 'preview.jpg');
  if (stereo === undefined) await copyFile(poster, preview);
  else await (await openLeftEye(poster, stereo, PREVIEW_WIDTH)).jpeg().toFile(preview);
  return {
    kind,
    ...film,
    isAssumed: false,
    contentHash: createHash('sha256').update(`packed ${kind} ${contentHash}`).digest('hex'),
    preview,
    prepare: async () => {
      const format = type === 'webm' ? 'webm' : 'mp4';
      const packed = await pack(file, folder, limits, format);
      const picture = isSphere ? await spherePicture(film, poster, stereo) : { poster, preview: '' };
      const content: Video = videoOf(film, packed, format, picture);
      const { sphere } = layout ?? {};
      if (isSphere && sphere && Object.keys(sphere).length > 0) content.manifest.sphere = sphere;
      return { kind, ...content };
    },
  };
}

async function recogniseAsSound(
  { file, type, contentHash }: ReceivedFile,
  folder: string,
  limits: RecogniseOptions,
): Promise<Recognised> {
  const sound = await processSound(file, type, folder, limits);
  return {
    kind: 'sound',
    width: null,
    height: null,
    duration: sound.duration,
    isAssumed: false,
    contentHash: createHash('sha256').update(`packed sound ${contentHash}`).digest('hex'),
    prepare: async () => {
      const packed = await pack(file, folder, limits, type);
      const files = [{ path: sound.manifest.file, file: packed }];
      return { kind: 'sound', width: null, height: null, ...sound, files };
    },
  };
}

/** For each run of another program. */
export interface RecogniseOptions extends ProbeLimits {
  /** Whether the sender says that it is not a sphere, as for floor plans. */
  isFlat: boolean;
}

/**
 * Finds out what a file of a stranger is, in other processes, so that nothing in it can hurt this one.
 *
 * @param folder an empty folder for what is derived; the caller removes it
 * @throws {MediaRefused} with a sentence for the sender
 */
export function recognise(
  received: ReceivedFile,
  folder: string,
  options: RecogniseOptions,
): Promise<Recognised> {
  if (isPicture(received.type)) return recogniseAsPicture(received, folder, options);
  if (isSound(received.type)) return recogniseAsSound(received, folder, options);
  return recogniseAsFilm(received, folder, options);
}
