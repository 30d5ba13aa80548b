import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseTour, publicationProblems, TOUR_LIMITS, type Tour, tourAssets } from '@oriel/contract';
import { type Db, inTransaction } from '../../../database/database.ts';
import { createExperience, updateExperience } from '../../catalogue/service.ts';
import {
  findAssetContents,
  isSphere,
  type Media,
  type MediaContent,
  MediaRefused,
} from '../../media/service.ts';
import { makeSceneThumbnails, publishTour, saveTour, thumbnailView } from '../service.ts';
import { buildDocument } from './document.ts';
import { emptyReport, type ImportedTour, type ImportReport } from './draft.ts';
import { ImportFolder, ImportRefused } from './import-folder.ts';
import { readKrpano } from './krpano.ts';
import { readMarzipano } from './marzipano.ts';
import { readPannellumFolder } from './pannellum.ts';
import { ScenePictures } from './scene-pictures.ts';

export interface ImportDependencies {
  db: Db;
  media: Media;
  /** Where temporary files may be. */
  dataDir: string;
}

export interface ImportOptions {
  slug?: string | undefined;
  title?: string | undefined;
  /** Tokens; 0 is free. */
  price: number;
}

export interface ImportResult {
  experienceId: number;
  slug: string;
  tour: Tour;
  /** Why it could not be published; empty if visitors see it. */
  problems: string[];
  report: ImportReport;
}

interface Format {
  name: string;
  matches: RegExp;
  /** @param folder that of the configuration */
  read(text: string, report: ImportReport, folder: ImportFolder): ImportedTour | Promise<ImportedTour>;
}

const FORMATS: readonly Format[] = [
  { name: 'Marzipano', matches: /(?:^|\/)data\.js$/i, read: readMarzipano },
  { name: 'krpano', matches: /(?:^|\/)(?:tour|krpano|pano)\.xml$/i, read: readKrpano },
  { name: 'Pannellum', matches: /(?:^|\/)[^/]+\.json$/i, read: readPannellumFolder },
];

/** The configuration of the export: the one nearest to the top of the folder. */
function findConfiguration(folder: ImportFolder): { format: Format; file: string } {
  const depth = (file: string) => file.split('/').length;
  for (const format of FORMATS) {
    const [file] = folder
      .list()
      .filter(
        (name) => format.matches.test(name) && !/(?:^|\/)(?:package|package-lock|config)\.json$/.test(name),
      )
      .sort((one, other) => depth(one) - depth(other));
    if (file !== undefined) return { format, file };
  }
  throw new ImportRefused(
    'No tour was found in the folder: neither data.js of Marzipano, nor tour.xml of krpano, nor a JSON file of Pannellum.',
  );
}

/** Paths in a configuration are relative to its folder. */
function relativeTo(file: string, folder: ImportFolder): ImportFolder {
  const base = path.posix.dirname(file);
  if (base === '.') return folder;
  return folder.below(base);
}

/** Reads an exported tour without storing anything. @throws {ImportRefused} */
export async function readExport(folder: ImportFolder, report: ImportReport): Promise<ImportedTour> {
  const { format, file } = findConfiguration(folder);
  const imported = await format.read(await folder.readText(file), report, relativeTo(file, folder));
  if (imported.scenes.length === 0)
    throw new ImportRefused(`The file ${file} holds no scene of ${format.name} that could be imported.`);
  if (imported.scenes.length > TOUR_LIMITS.scenes)
    throw new ImportRefused(
      `The tour has ${imported.scenes.length} scenes. It may have at most ${TOUR_LIMITS.scenes}.`,
    );
  return imported;
}

/** Takes in the pictures of all scenes. @returns the asset and content of each scene whose picture could be read */
async function takeMedia(
  { db, media }: ImportDependencies,
  imported: ImportedTour,
  pictures: ScenePictures,
  report: ImportReport,
): Promise<Map<string, { assetId: string; content: MediaContent }>> {
  const taken = new Map<string, { assetId: string; content: MediaContent }>();
  for (const [index, { id, title, source }] of imported.scenes.entries()) {
    try {
      const { file, changes } = await pictures.make(source, index);
      const content = await media.ingest(file);
      // The asset of a gated tour: nobody opens it without a signature, whatever the price is later.
      const assetId = await media.assetIdOf(db, content.contentHash, true);
      taken.set(id, { assetId, content });
      report.taken.push(`Scene "${title}": ${content.kind} of ${content.width} by ${content.height} pixels.`);
      for (const change of changes) report.changed.push(`Scene "${title}": ${change}.`);
    } catch (error) {
      if (!(error instanceof ImportRefused) && !(error instanceof MediaRefused)) throw error;
      report.leftOut.push(`Scene "${title}": ${error.message}`);
    }
  }
  if (taken.size === 0)
    throw new ImportRefused(`No scene could be imported. ${report.leftOut.slice(0, 5).join(' ')}`);
  return taken;
}

/**
 * Imports an exported tour as a new experience, and publishes it if nothing is missing.
 *
 * @param folderPath the unpacked export
 * @throws {ImportRefused} with a sentence for the operator; nothing is stored but media
 */
export async function importTour(
  dependencies: ImportDependencies,
  folderPath: string,
  { slug, title, price }: ImportOptions,
): Promise<ImportResult> {
  const { db, media, dataDir } = dependencies;
  const report = emptyReport();
  const folder = await ImportFolder.open(folderPath);
  const { file } = findConfiguration(folder);
  const imported = await readExport(folder, report);
  const workFolder = await mkdtemp(path.join(dataDir, 'import-'));
  const pictures = new ScenePictures(relativeTo(file, folder), workFolder);
  try {
    const taken = await takeMedia(dependencies, imported, pictures, report);
    const document = buildDocument(imported, taken, report);
    const parsed = parseTour(document.tour);
    if (!parsed.ok) throw new ImportRefused(parsed.problems.map(({ message }) => message).join(' '));
    const { tour } = parsed;
    const contents = await findAssetContents(
      db,
      tourAssets(tour).map(({ asset }) => asset),
    );
    const problems = publicationProblems(tour, new Set(contents.keys())).map(({ message }) => message);
    const name = title ?? imported.title;
    const start = tour.scenes.find(({ id }) => id === tour.start);
    const startContent = start && contents.get(start.media);
    const [thumbnails] =
      startContent && isSphere(startContent)
        ? await media.thumbnailsOf(startContent, [thumbnailView(start)])
        : [];
    await makeSceneThumbnails(db, media, tour);
    const experienceSlug = slug ?? document.slug;
    const experienceId = await inTransaction(db, async (tx) => {
      const id = await createExperience(tx, { slug: experienceSlug, title: name, tokensRequired: price });
      await saveTour(tx, id, tour, 'import');
      if (problems.length === 0) await publishTour(tx, id);
      if (thumbnails !== undefined) await updateExperience(tx, id, { thumbnails });
      return id;
    });
    return { experienceId, slug: experienceSlug, tour, problems, report };
  } finally {
    await pictures.close();
    await rm(workFolder, { recursive: true, force: true });
  }
}
