import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { z } from 'zod';
import { MAX_VIDEO_WIDTH, MIN_WIDTH } from './limits.ts';
import type { Manifest } from './manifest.ts';
import { type MadeFile, makePreview } from './photo.ts';
import { checkShape, isRefusalCode, MediaRefused } from './refusals.ts';
import { withoutNetwork } from './video-sandbox.ts';

const PROBE_HEAP_MB = 512;
/** How long the probe may take to begin. */
const CLOCK_START_MS = 5000;
const POSTER_QUALITY = 85;

const PROBE_PROGRAM = fileURLToPath(new URL('./video-probe.ts', import.meta.url));

function packageFolder(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`the package ${name} is not installed`);
  return path.join(path.dirname(file), path.sep);
}

/** The probe's own code: all that it may read apart from the video. A path that ends with a separator is a folder. */
const PROBE_CODE = [
  path.join(import.meta.dirname, path.sep),
  findPackageJSON(import.meta.url) ?? '',
  packageFolder('mediabunny'),
  packageFolder('@ffmpeg/core'),
];

/** Node's options that restrict the probe to the video and its own code for reading, and to `folder` for writing. */
export function probeRights(file: string, folder: string): string[] {
  return [
    '--permission',
    '--allow-worker',
    ...[...PROBE_CODE, file].map((allowed) => `--allow-fs-read=${allowed}`),
    `--allow-fs-write=${path.join(folder, '*')}`,
  ];
}

const positive = z.number().int().positive();
const ProbeReport = z.union([
  z.object({ refused: z.string().refine(isRefusalCode) }),
  z.object({
    width: positive,
    height: positive,
    duration: z.number().positive(),
    still: z.object({ width: positive, height: positive }),
  }),
]);

/**
 * Runs the probe. It may read the video and its own code, write into `folder`, start no program, and use a bounded time and
 * memory; where the system allows that, it has no network. However it ends without a report, the film is to blame.
 */
async function runProbe(film: string, folder: string, timeout: number): Promise<string> {
  const [file = '', ...args] = [
    ...(await withoutNetwork()),
    process.execPath,
    `--max-old-space-size=${PROBE_HEAP_MB}`,
    ...probeRights(film, folder),
    PROBE_PROGRAM,
    film,
    folder,
    String(timeout),
  ];
  // Until the probe's own clock runs, and should it never start, ours does.
  const options = {
    timeout: timeout + CLOCK_START_MS,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH },
    windowsHide: true,
  } as const;
  return new Promise((resolve, reject) => {
    execFile(file, args, options, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(new MediaRefused('media_corrupt'));
    });
  });
}

export interface FilmFacts {
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
}

/**
 * Checks a video and derives what the viewer needs apart from the video itself, which is stored byte for byte.
 *
 * @param folder empty, for the files that are made; the caller removes it
 * @param timeoutMs a film that keeps the parser busy for longer is damaged, or made to do so
 * @throws {MediaRefused} when it is no full sphere, too small, too large, damaged, or of a codec that is not known
 */
export async function processVideo(
  file: string,
  type: 'mp4' | 'webm',
  folder: string,
  timeoutMs: number,
): Promise<FilmFacts & { manifest: Manifest; files: MadeFile[] }> {
  const report = ProbeReport.parse(JSON.parse(await runProbe(file, folder, timeoutMs)));
  if ('refused' in report) throw new MediaRefused(report.refused);
  const { width, height, duration, still } = report;
  checkShape(width, height, {
    minWidth: MIN_WIDTH,
    maxWidth: MAX_VIDEO_WIDTH,
    tooLarge: 'media_film_too_many_pixels',
  });
  const poster = path.join(folder, 'poster.jpg');
  await sharp(await readFile(path.join(folder, 'frame.rgb')), { raw: { ...still, channels: 3 } })
    .jpeg({ quality: POSTER_QUALITY, progressive: true })
    .toFile(poster);
  const name = `video.${type}`;
  return {
    width,
    height,
    duration,
    manifest: { file: name, preview: await makePreview(poster), poster: 'poster.jpg', duration },
    files: [
      { path: 'poster.jpg', file: poster },
      { path: name, file },
    ],
  };
}
