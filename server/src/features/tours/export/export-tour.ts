import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { Storage } from '../../../gateways/storage.ts';
import { findIdBySlug } from '../../catalogue/service.ts';
import { contentKey, findAssetContents, openLeftEye } from '../../media/service.ts';
import { readTour } from '../service.ts';
import { exportPannellum } from './pannellum.ts';

/** Of left eyes as JPEG; other pictures are copied. */
const QUALITY = 90;

export interface ExportResult {
  scenes: number;
  /** What the other program cannot say, a sentence each. */
  losses: string[];
}

/**
 * Writes the published tour of an experience as a tour of Pannellum: `tour.json`, and a picture of each scene. Of films that
 * is their poster, of stereo scenes the left eye.
 *
 * @param folder created if it does not exist; files in it are never overwritten
 * @throws {AppError} 404 `tour_not_found`
 */
export async function exportTour(
  { db, storage }: { db: Db; storage: Storage },
  slug: string,
  folder: string,
): Promise<ExportResult> {
  const experienceId = await findIdBySlug(db, slug);
  const found = experienceId === undefined ? undefined : await readTour(db, experienceId, 'published');
  if (found === undefined)
    throw new AppError(404, 'tour_not_found', 'There is no tour of scenes with this slug.');
  const { tour } = found;
  const contents = await findAssetContents(
    db,
    tour.scenes.map(({ media }) => media),
  );
  const names = new Map([...contents.keys()].map((asset, index) => [asset, `picture-${index + 1}.jpg`]));
  const { config, losses } = exportPannellum(tour, (asset) => names.get(asset) ?? '');
  await mkdir(folder, { recursive: true });
  const write = { flag: 'wx' };
  await writeFile(path.join(folder, 'tour.json'), `${JSON.stringify(config, undefined, 2)}\n`, write);
  for (const [asset, { contentHash, manifest }] of contents) {
    const picture = storage.read(contentKey(contentHash, manifest.poster ?? manifest.file));
    const file = path.join(folder, names.get(asset) ?? '');
    const { stereo = 'mono' } = tour.scenes.find(({ media }) => media === asset) ?? {};
    if (stereo === 'mono') await pipeline(picture, createWriteStream(file, { flags: 'wx' }));
    else {
      const eye = await openLeftEye(await buffer(picture), stereo, Number.POSITIVE_INFINITY);
      await writeFile(file, await eye.jpeg({ quality: QUALITY }).toBuffer(), write);
    }
  }
  return { scenes: tour.scenes.length, losses };
}
