/**
 * Reads a picture of a stranger, as `video-probe.ts` does a film (`node picture-probe.ts FILE FOLDER MS WORK`): a crash of a
 * decoder ends this program alone. WORK is JSON, a `PictureWork`. Prints a `PictureReport`.
 */
import sharp from 'sharp';
import type { BlurredRegion } from './blur.ts';
import type { FileType } from './file-type.ts';
import { type Failure, reportError } from './machine-errors.ts';
import {
  type Picture,
  type PreparedContent,
  preparePicture,
  previewPicture,
  recognisePicture,
} from './picture.ts';
import { killAfter } from './probe-timer.ts';
import { MediaRefused } from './refusals.ts';

/** The two steps of the work, each a run of the program. */
export type PictureWork =
  | { step: 'recognise'; type: FileType; isFlat: boolean }
  | { step: 'prepare'; picture: Picture; hidden: readonly BlurredRegion[] };

/** The output of the program, as JSON. Files are in FOLDER. */
export type PictureReport =
  | { refused: string; detail?: string }
  | Failure
  | { picture: Picture; preview: string }
  | { content: PreparedContent };

// Of all the formats that the library opens, those that are taken in.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});
sharp.cache(false);

async function run(file: string, folder: string, work: PictureWork): Promise<PictureReport> {
  if (work.step === 'prepare')
    return { content: await preparePicture(file, work.picture, folder, work.hidden) };
  const picture = await recognisePicture(file, work.type, work.isFlat);
  return { picture, preview: await previewPicture(file, picture, folder) };
}

const [file, folder, limit, work] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && file && folder && work) {
  killAfter(Number(limit));
  const report = await run(file, folder, JSON.parse(work)).catch((error: unknown): PictureReport => {
    if (error instanceof MediaRefused) return { refused: error.code, detail: error.message };
    return reportError(error);
  });
  process.stdout.write(JSON.stringify(report));
}
