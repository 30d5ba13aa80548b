import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { FoundRegion } from './faces.ts';
import { type ProbeLimits, pictureRights, runProbe } from './probe.ts';
import { MediaRefused } from './refusals.ts';

const PROGRAM = fileURLToPath(new URL('./face-probe.ts', import.meta.url));

const Report = z.object({
  regions: z.array(
    z.object({
      yaw: z.number(),
      pitch: z.number(),
      width: z.number(),
      height: z.number(),
      score: z.number(),
    }),
  ),
});

const DETECTOR_CODE = ['@vladmandic/face-api', '@tensorflow/tfjs-backend-wasm'].map((name) =>
  path.join(path.dirname(findPackageJSON(name, import.meta.url) ?? ''), path.sep),
);

const rights = (file: string, folder: string): string[] => [
  ...pictureRights(file, folder),
  ...DETECTOR_CODE.map((allowed) => `--allow-fs-read=${allowed}`),
];

/**
 * Looks for faces in a prepared sphere, in a process of its own.
 *
 * @param file a JPEG made by this feature
 * @throws {Error} where the search did not come to its end: that nothing was found is said by an empty list alone
 */
export async function searchFaces(
  file: string,
  folder: string,
  stereo: 'mono' | 'top-bottom',
  limits: ProbeLimits,
): Promise<FoundRegion[]> {
  try {
    return Report.parse(await runProbe(PROGRAM, file, folder, limits, { rights, args: [stereo] })).regions;
  } catch (error) {
    throw error instanceof MediaRefused
      ? new Error('the search for faces was ended', { cause: error })
      : error;
  }
}
