import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../config/config.ts';
import { parseS3Url } from '../config/s3-url.ts';
import { openStorage } from '../gateways/open-storage.ts';
import { type Storage, StorageRefusedError, StorageUnavailableError } from '../gateways/storage.ts';
import { CommandError, runCommand } from './command.ts';
import { moveObjects } from './move-objects.ts';

const USAGE = `Usage: npm run media:move -- FROM TO [--delete]

Copies all media files from one place to another, and compares the hash of each copy with that of the original:

  a folder   such as data/media
  a bucket   such as s3://tours/media, reached by S3_ENDPOINT, S3_ACCESS_KEY_ID and the like

Run it while the server uses FROM; set STORAGE_URL to TO and restart all processes; run it again, for what was added
meanwhile. It may be interrupted and repeated: what has arrived is compared, not sent again.

  --delete   removes from FROM what TO has; refused while the settings say that the server uses FROM`;

/** Where media files are, for comparison with the settings. */
interface Place {
  id: string;
  open(): Promise<Storage>;
}

/** A folder without symbolic links on the way to it; what does not exist yet is taken by its name. */
async function realFolder(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  return realpath(folder).catch(async () =>
    parent === folder ? folder : path.join(await realFolder(parent), path.basename(folder)),
  );
}

const withSlash = (id: string) => (/[\\/]$/.test(id) ? id : `${id}${path.sep}`);
/** Whether a place is the other one, or inside it. */
const isWithin = (id: string, other: string) => withSlash(id).startsWith(withSlash(other));
const overlap = (id: string, other: string) => isWithin(id, other) || isWithin(other, id);

async function placeOf(text: string, config: Config, mustExist: boolean): Promise<Place> {
  const bucket = parseS3Url(text);
  if (bucket !== undefined) {
    const { s3Access } = config;
    if (s3Access === undefined)
      throw new CommandError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are required for a bucket.');
    return {
      id: `s3://${bucket.bucket}/${bucket.prefix}`,
      open: () => openStorage({ ...config, s3: { ...bucket, ...s3Access } }),
    };
  }
  if (text.includes('://')) throw new CommandError(USAGE);
  // npm changes into the project's folder; paths are meant from where the command was typed.
  const storageDir = path.resolve(process.env.INIT_CWD ?? process.cwd(), text);
  return {
    id: await realFolder(storageDir),
    async open() {
      const info = await stat(storageDir).catch(() => undefined);
      if (mustExist && !info?.isDirectory()) throw new CommandError(`There is no folder ${storageDir}.`);
      return openStorage({ storageDir, s3: undefined });
    },
  };
}

/** The place that the server uses by the same settings. */
async function usedPlace({ s3, storageDir }: Config): Promise<string> {
  return s3 === undefined ? realFolder(storageDir) : `s3://${s3.bucket}/${s3.prefix}`;
}

function parse(words: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { delete: { type: 'boolean', default: false } },
    });
    const [from, to, ...rest] = positionals;
    if (from !== undefined && to !== undefined && rest.length === 0)
      return { from, to, isDeleting: values.delete };
  } catch {
    // Falls through.
  }
  throw new CommandError(USAGE);
}

await runCommand(async (words) => {
  const { from, to, isDeleting } = parse(words);
  const config = loadConfig(process.env);
  const [source, target] = [await placeOf(from, config, true), await placeOf(to, config, false)];
  if (overlap(source.id, target.id))
    throw new CommandError('FROM and TO are the same place, or one is inside the other.');
  if (isWithin(await realFolder(config.dataDir), source.id))
    throw new CommandError('FROM holds all data, not media files alone: name the folder media in it.');
  if (isDeleting && overlap(await usedPlace(config), source.id))
    throw new CommandError(
      'The server uses FROM by these settings: set STORAGE_URL to TO and restart it before you delete.',
    );
  try {
    const [sourceStorage, targetStorage] = [await source.open(), await target.open()];
    const { copied, present, removed, bytes } = await moveObjects(sourceStorage, targetStorage, {
      isDeleting,
      onProgress: (count) => console.error(`${count} files …`),
    });
    return [
      `${copied + present} files are in ${target.id}, each with the hash of its original: ${copied} copied (${bytes} bytes), ${present} already there.`,
      ...(isDeleting ? [`${removed} files are removed from ${source.id}.`] : []),
    ].join('\n');
  } catch (error) {
    const isExpected = error instanceof StorageRefusedError || error instanceof StorageUnavailableError;
    throw isExpected ? new CommandError(`${error.message}. Run the command again to continue.`) : error;
  }
});
