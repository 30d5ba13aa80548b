import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { FileType } from './file-type.ts';
import type { Manifest } from './manifest.ts';
import type { DerivedFile } from './photo.ts';
import { checkReport, type ProbeLimits, runProbe } from './probe.ts';
import { isRefusalCode, MediaRefused } from './refusals.ts';

const PROBE_PROGRAM = fileURLToPath(new URL('./sound-probe.ts', import.meta.url));
const MAX_SECONDS = 20 * 60;

const SoundReport = z.union([
  z.object({ refused: z.string().refine(isRefusalCode) }),
  z.object({ duration: z.number().positive() }),
]);

export function isSound(type: FileType): type is 'mp3' | 'm4a' {
  return type === 'mp3' || type === 'm4a';
}

/**
 * Checks a sound, which is stored byte for byte.
 *
 * @param folder an empty folder that belongs to the probe
 * @param limits a sound that keeps the parser busy for longer is damaged or hostile
 * @throws {MediaRefused} if it is too long, damaged, has a picture, or is of an unsupported codec
 */
export async function processSound(
  file: string,
  type: FileType,
  folder: string,
  limits: ProbeLimits,
): Promise<{ duration: number; manifest: Manifest; files: DerivedFile[] }> {
  const report = checkReport(SoundReport, await runProbe(PROBE_PROGRAM, file, folder, limits));
  if ('refused' in report) throw new MediaRefused(report.refused);
  const { duration } = report;
  if (duration > MAX_SECONDS) throw new MediaRefused('media_sound_too_long');
  const name = `sound.${type}`;
  return { duration, manifest: { file: name, preview: '', duration }, files: [{ path: name, file }] };
}
