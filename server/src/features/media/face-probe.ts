/**
 * Looks for faces in a prepared sphere (`node face-probe.ts FILE FOLDER MS STEREO`): a program of its own, since the detector takes
 * hundreds of megabytes and a minute of one processor. STEREO is `mono` or `top-bottom`. Prints a
 * `FaceReport`.
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { type FaceDetector, openFaceDetector } from './face-detector.ts';
import { type FoundRegion, mergeRegions, regionOf, SEARCHED_WIDTH, VIEW_PIXELS, viewsOf } from './faces.ts';
import { type Failure, reportError } from './machine-errors.ts';
import { killAfter } from './probe-timer.ts';
import { drawView, type EquirectangularImage } from './rectilinear.ts';

/** The output of the program, as JSON. */
export type FaceReport = { regions: FoundRegion[] } | Failure | { refused: string };

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg'] });
sharp.cache(false);

/** The picture of each eye. */
async function decodeEyes(file: string, isStereo: boolean): Promise<EquirectangularImage[]> {
  const source = await readFile(file);
  const { width, height } = await sharp(source).metadata();
  const eyeHeight = isStereo ? Math.floor(height / 2) : height;
  const eyes: EquirectangularImage[] = [];
  for (let top = 0; top + eyeHeight <= height; top += eyeHeight) {
    const { data, info } = await sharp(source)
      .extract({ left: 0, top, width, height: eyeHeight })
      .resize({ width: SEARCHED_WIDTH, withoutEnlargement: true })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    eyes.push({ pixels: data, width: info.width, height: info.height });
  }
  return eyes;
}

async function search(detect: FaceDetector, eye: EquirectangularImage): Promise<FoundRegion[]> {
  const found: FoundRegion[] = [];
  for (const view of viewsOf(eye.width)) {
    const faces = await detect(drawView(eye, view, VIEW_PIXELS, VIEW_PIXELS));
    found.push(...faces.map(({ score, ...box }) => ({ ...regionOf(view, box), score })));
  }
  return found;
}

async function run(file: string, isStereo: boolean): Promise<FaceReport> {
  const detect = await openFaceDetector();
  const found: FoundRegion[] = [];
  for (const eye of await decodeEyes(file, isStereo)) found.push(...(await search(detect, eye)));
  return { regions: mergeRegions(found) };
}

const [file, folder, limit, stereo] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename && file && folder && stereo) {
  killAfter(Number(limit));
  const report = await run(file, stereo === 'top-bottom').catch((error: unknown): FaceReport => {
    // What is searched was made here, so what fails is not the picture's fault.
    const { message } = error as Error;
    return 'failed' in reportError(error) ? reportError(error) : { failed: message };
  });
  process.stdout.write(JSON.stringify(report));
}
