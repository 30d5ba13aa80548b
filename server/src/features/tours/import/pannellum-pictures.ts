import sharp from 'sharp';
import { readPhotoSphereNumbers } from '../../media/service.ts';
import type { ImportReport } from './draft.ts';
import type { ImportFolder } from './import-folder.ts';
import { field, lineFrom, textOf, type Value } from './values.ts';

const SIZES = [
  'FullPanoWidthPixels',
  'FullPanoHeightPixels',
  'CroppedAreaImageWidthPixels',
  'CroppedAreaImageHeightPixels',
  'CroppedAreaTopPixels',
];

/** What Pannellum's viewer reads of a picture, by its own names. It asks for all sizes, and for pitch and roll together. */
function anglesOf(numbers: ReadonlyMap<string, number>): Record<string, number> {
  if (!SIZES.every((name) => numbers.has(name))) return {};
  const heading = numbers.get('PoseHeadingDegrees');
  const [pitch, roll] = [numbers.get('PosePitchDegrees'), numbers.get('PoseRollDegrees')];
  return {
    ...(heading !== undefined && { northOffset: heading }),
    ...(pitch !== undefined && roll !== undefined && { horizonPitch: pitch, horizonRoll: roll }),
  };
}

async function numbersOf(folder: ImportFolder, name: string): Promise<ReadonlyMap<string, number>> {
  try {
    const { xmpAsString } = await sharp(await folder.resolve(name)).metadata();
    return readPhotoSphereNumbers(xmpAsString);
  } catch {
    // Taking the picture in reports what is wrong with it.
    return new Map();
  }
}

/**
 * Completes a scene as Pannellum's viewer does before it draws one: where the configuration says nothing of north or of the
 * horizon, the picture's metadata do. Angles of its hotspots count from there.
 */
export async function withPictureAngles(
  scene: Value,
  file: string,
  folder: ImportFolder,
  report: ImportReport,
): Promise<Value> {
  if (field(scene, 'ignoreGPanoXMP') === true) return scene;
  const stated = Object.entries(anglesOf(await numbersOf(folder, file)));
  const missing = stated.filter(([name]) => field(scene, name) === undefined);
  if (missing.length === 0) return scene;
  const title = lineFrom(textOf(field(scene, 'title')) ?? file);
  report.changed.push(
    `Scene "${title}": ${missing.map(([name]) => name).join(', ')} as its picture’s metadata say.`,
  );
  return { ...Object(scene), ...Object.fromEntries(missing) };
}
