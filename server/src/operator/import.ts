import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Tour } from '@oriel/contract';
import { type Db, inTransaction } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { openMedia } from '../features/media/service.ts';
import { addMissingPreviews } from '../features/studio-media/service.ts';
import { adoptDraft, adoptExperience } from '../features/studio-tours/adoption.ts';
import { ImportRefused } from '../features/tours/import/import-folder.ts';
import { type ImportResult, importTour } from '../features/tours/import/import-tour.ts';
import { lockPublications } from '../features/tours/service.ts';
import { findOwner } from '../features/workspaces/staff/store.ts';
import { findFirstWorkspace } from '../features/workspaces/team/store.ts';
import { openStorage } from '../gateways/open-storage.ts';
import type { Storage } from '../gateways/storage.ts';
import { CommandError, runCommand, withDatabase } from './command.ts';

const USAGE = `Usage: npm run import -- FOLDER [--title TITLE] [--slug SLUG] [--price TOKENS]

Imports the unpacked export of another tour program as a new experience, and prints what was taken, changed and left out:

  Marzipano Tool   the folder with app-files/data.js
  krpano           the folder with tour.xml
  Pannellum        the folder with its JSON file and pictures

The tour is published if nothing is missing; otherwise it is a draft. Once the installation has an owner, it is in the first
workspace of the studio. Nothing of the export is run.
It uses the database of the server (DATABASE_URL, or the embedded one in DATA_DIR), whether the server runs or not.`;

/** What a file of the tour is called in the studio: as the scene that shows it. */
function namesOf({ scenes }: Tour): Map<string, string> {
  return new Map(scenes.map(({ id, media, kind }) => [media, `${id}.${kind === 'film' ? 'mp4' : 'jpg'}`]));
}

/** Takes an imported tour into the first workspace. @returns whether there is an owner, who is said to have done so */
async function putIntoStudio(db: Db, storage: Storage, result: ImportResult): Promise<boolean> {
  const workspace = await inTransaction(db, async (tx) => {
    const owner = await findOwner(tx);
    if (owner === undefined) return undefined;
    const workspaceId = await findFirstWorkspace(tx);
    const actor = { kind: 'command', id: 'import', memberId: owner.memberId } as const;
    const adoption = { workspaceId, experienceId: result.experienceId, names: namesOf(result.tour) };
    // The first lock of every transaction that publishes.
    await lockPublications(tx);
    if (result.problems.length === 0) await adoptExperience(tx, actor, adoption);
    else await adoptDraft(tx, actor, adoption);
    return workspaceId;
  });
  if (workspace === undefined) return false;
  await addMissingPreviews({ db, storage }, workspace);
  return true;
}

function print({ experienceId, slug, tour, problems, report }: ImportResult, isInStudio: boolean): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
  const doors = tour.scenes.flatMap(({ hotspots }) => hotspots).filter(({ kind }) => kind === 'door').length;
  const isPublished = problems.length === 0;
  const name = isInStudio && !isPublished ? slug : `Experience ${experienceId}, /experiences/vr/${slug}`;
  return [
    `${name}: ${tour.scenes.length} scenes, ${doors} doors.`,
    isPublished
      ? `It is published${isInStudio ? ', and in the studio' : ''}.`
      : `It is a draft${isInStudio ? ' in the studio' : ''}.`,
    ...part('Before it can be published', problems),
    ...part('Taken', report.taken),
    ...part('Changed', report.changed),
    ...part('Left out', report.leftOut),
  ].join('\n');
}

function parse(words: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        title: { type: 'string' },
        slug: { type: 'string' },
        price: { type: 'string', default: '0' },
      },
    });
    const [folder, ...rest] = positionals;
    if (folder === undefined || rest.length > 0 || !/^\d{1,9}$/.test(values.price))
      throw new CommandError(USAGE);
    return { folder, title: values.title, slug: values.slug, price: Number(values.price) };
  } catch {
    throw new CommandError(USAGE);
  }
}

await runCommand(async (words) => {
  const { folder, ...options } = parse(words);
  return withDatabase(async ({ config, db }) => {
    const storage = await openStorage(config);
    const media = await openMedia({ config, db, storage });
    try {
      const dependencies = { db, media, dataDir: config.dataDir };
      // npm changes into the project's folder; paths are meant from where the command was typed.
      const from = process.env.INIT_CWD ?? process.cwd();
      const result = await importTour(dependencies, path.resolve(from, folder), options);
      return print(result, await putIntoStudio(db, storage, result));
    } catch (error) {
      if (error instanceof ImportRefused || error instanceof AppError) throw new CommandError(error.message);
      throw error;
    } finally {
      await media.close();
    }
  });
});
