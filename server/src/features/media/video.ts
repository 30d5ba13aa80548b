import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { z } from 'zod';
import { MAX_VIDEO_WIDTH, type Manifest, MIN_WIDTH } from './manifest.ts';
import { type DerivedFile, makePreview } from './photo.ts';
import { checkShape, isRefusalCode, MediaRefused } from './refusals.ts';
import { withoutNetwork } from './video-sandbox.ts';

const PROBE_HEAP_MB = 512;
/** How long the probe may take to start. */
const PROBE_START_MS = 5000;
const POSTER_QUALITY = 85;

const PROBE_PROGRAM = fileURLToPath(new URL('./video-probe.ts', import.meta.url));

function packageFolder(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`the package ${name} is not installed`);
  return path.join(path.dirname(file), path.sep);
}

/** The probe's own code, which it may read besides the video. A path that ends with a separator is a folder. */
const PROBE_CODE = [
  path.join(import.meta.dirname, path.sep),
  findPackageJSON(import.meta.url) ?? '',
  packageFolder('mediabunny'),
  packageFolder('@ffmpeg/core'),
];

/** Node's options that allow the probe to read the video and its own code, and to write into `folder`. */
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
 * memory; if the system allows it, it has no network. Any end without a report means that the video is damaged.
 */
async function runProbe(video: string, folder: string, timeout: number): Promise<string> {
  const [file = '', ...args] = [
    ...(await withoutNetwork()),
    process.execPath,
    `--max-old-space-size=${PROBE_HEAP_MB}`,
    ...probeRights(video, folder),
    PROBE_PROGRAM,
    video,
    folder,
    String(timeout),
  ];
  // Covers the time until the probe's own timer runs, and the case that it never starts.
  const options = {
    timeout: timeout + PROBE_START_MS,
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

export interface VideoProperties {
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
}

/**
 * Checks a video and derives what the viewer needs besides the video itself, which is stored byte for byte.
 *
 * @param folder an empty folder for the derived files; the caller removes it
 * @param timeoutMs a video that keeps the parser busy for longer is damaged or hostile
 * @throws {MediaRefused} if it is not a full sphere, too small, too large, damaged, or of an unsupported codec
 */
export async function processVideo(
  file: string,
  type: 'mp4' | 'webm',
  folder: string,
  timeoutMs: number,
): Promise<VideoProperties & { manifest: Manifest; files: DerivedFile[] }> {
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
