import path from 'node:path';
import { AppError } from '../errors.ts';
import { exportTour } from '../features/tours/export/export-tour.ts';
import { openStorage } from '../gateways/open-storage.ts';
import { CommandError, runCommand, withDatabase } from './command.ts';

const USAGE = `Usage: npm run export -- SLUG FOLDER

Writes a published tour as one of Pannellum: tour.json and the scenes' pictures, and prints what Pannellum cannot say.
Files that are in the folder are never overwritten.
It uses the database of the server (DATABASE_URL, or the embedded one in DATA_DIR), whether the server runs or not.`;

await runCommand(async (words) => {
  const [slug, folder, ...rest] = words;
  if (slug === undefined || folder === undefined || slug.startsWith('-') || rest.length > 0)
    throw new CommandError(USAGE);
  return withDatabase(async ({ config, db }) => {
    // npm changes into the project's folder; paths are meant from where the command was typed.
    const target = path.resolve(process.env.INIT_CWD ?? process.cwd(), folder);
    try {
      const { scenes, losses } = await exportTour({ db, storage: await openStorage(config) }, slug, target);
      const lost = losses.length === 0 ? [] : ['', 'Left out:', ...losses.map((line) => `  ${line}`)];
      return [`${target}: ${scenes} scenes.`, ...lost].join('\n');
    } catch (error) {
      if (error instanceof AppError) throw new CommandError(error.message);
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
        throw new CommandError('The folder has such files already. Please name another one.');
      throw error;
    }
  });
});
