import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { z } from 'zod';
import { MAX_VIDEO_WIDTH, type Manifest, MIN_WIDTH } from './manifest.ts';
import { type DerivedFile, makePreview } from './photo.ts';
import { runProbe } from './probe.ts';
import { checkShape, isRefusalCode, MediaRefused } from './refusals.ts';

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
  }),
]);

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
  const report = ProbeReport.parse(await runProbe(PROBE_PROGRAM, file, folder, timeoutMs));
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
