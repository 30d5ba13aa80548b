import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../errors.ts';
import { openMedia } from '../features/media/service.ts';
import { ImportRefused } from '../features/tours/import/import-folder.ts';
import { type ImportResult, importTour } from '../features/tours/import/import-tour.ts';
import { openStorage } from '../gateways/open-storage.ts';
import { CommandError, runCommand, withDatabase } from './command.ts';

const USAGE = `Usage: npm run import -- FOLDER [--title TITLE] [--slug SLUG] [--price TOKENS]

Imports the unpacked export of another tour program as a new experience, and prints what was taken, changed and left out:

  Marzipano Tool   the folder with app-files/data.js
  krpano           the folder with tour.xml
  Pannellum        the folder with its JSON file and pictures

The tour is published if nothing is missing; otherwise its document waits as a draft. Nothing of the export is run.
It uses the database of the server (DATABASE_URL, or the embedded one in DATA_DIR), whether the server runs or not.`;

function print({ experienceId, slug, tour, problems, report }: ImportResult): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
  const doors = tour.scenes.flatMap(({ hotspots }) => hotspots).filter(({ kind }) => kind === 'door').length;
  return [
    `Experience ${experienceId}, /experiences/vr/${slug}: ${tour.scenes.length} scenes, ${doors} doors.`,
    problems.length === 0 ? 'It is published.' : 'It is a draft.',
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
    const media = await openMedia({ config, db, storage: await openStorage(config) });
    try {
      const dependencies = { db, media, dataDir: config.dataDir };
      // npm changes into the project's folder; paths are meant from where the command was typed.
      const from = process.env.INIT_CWD ?? process.cwd();
      return print(await importTour(dependencies, path.resolve(from, folder), options));
    } catch (error) {
      if (error instanceof ImportRefused || error instanceof AppError) throw new CommandError(error.message);
      throw error;
    } finally {
      await media.close();
    }
  });
});
