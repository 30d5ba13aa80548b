import { findStrayThumbnails, removeStrayThumbnails } from '../features/media/service.ts';
import { openStorage } from '../gateways/open-storage.ts';
import { CommandError, runCommand, withDatabase } from './command.ts';

const USAGE = `Usage: npm run media:strays -- [--remove]

Finds thumbnails in the storage that nothing names: those that ended before the server removed them by itself. It changes nothing.

  --remove   queues them; the server's hourly task removes them an hour later`;

await runCommand(async (words) => {
  const [option, ...rest] = words;
  if (rest.length > 0 || (option !== undefined && option !== '--remove')) throw new CommandError(USAGE);
  return withDatabase(async ({ config, db }) => {
    const found = await findStrayThumbnails({ db, storage: await openStorage(config) });
    if (found.ids.length === 0) return 'The storage holds no thumbnails that nothing names.';
    const summary = `${found.ids.length} sets of thumbnails (${found.objects} files) are named by nothing`;
    if (option === undefined) return `${summary}. Nothing was changed; --remove queues their removal.`;
    await removeStrayThumbnails(db, found);
    return `${summary}. Their removal is queued: the server removes them within two hours.`;
  });
});
