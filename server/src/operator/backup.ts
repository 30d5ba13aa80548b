import { mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../config/config.ts';
import { embeddedDatabase } from '../embedded/configured-database.ts';
import { POSTGRES_MAJOR } from '../embedded/postgres.ts';
import { clusterOf } from '../embedded/running.ts';
import { type Copied, copyWhole, createFolders, isMissing, listTree, onEach } from './backup/backup-files.ts';
import { copyCluster } from './backup/copy-cluster.ts';
import { keyFingerprint, type Manifest, writeManifest } from './backup/manifest.ts';
import { CommandError, runCommand } from './command.ts';

const USAGE = `Usage: npm run backup -- FOLDER

Copies what is in DATA_DIR into a new folder: the embedded database, media files, keys, and the hash of each file. The server
may run meanwhile; what it has acknowledged before the copy of the database ends is in the backup. npm run restore brings it
back. The folder holds secrets and personal data: keep it private, and on another machine.`;

const KEYS = ['secret.key', 'postgres.key'];
/** Files that are being written; storages have such a folder. */
const isWhole = (name: string) => !name.split('/').includes('.incoming');

async function releaseName(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** The folder for the backup. @throws {CommandError} unless it can be created outside the data folder */
async function targetOf(words: string[], dataDir: string): Promise<string> {
  const [word, ...rest] = words;
  if (word === undefined || word.startsWith('-') || rest.length > 0) throw new CommandError(USAGE);
  // npm changes into the project's folder; paths are meant from where the command was typed.
  const target = path.resolve(process.env.INIT_CWD ?? process.cwd(), word);
  if ((await stat(target).catch(() => undefined)) !== undefined)
    throw new CommandError(`${target} exists. Name a new folder; backups are never overwritten.`);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const parent = await realpath(path.dirname(target));
  if (`${parent}${path.sep}`.startsWith(`${await realpath(dataDir)}${path.sep}`))
    throw new CommandError(`${target} is inside DATA_DIR, and would be lost with it.`);
  return target;
}

interface Source {
  dataDir: string;
  superuserUrl: string;
  hasMedia: boolean;
  secretKey: string;
}

/** Copies everything into a folder, which does not exist yet. */
async function copyAll(
  draft: string,
  { dataDir, superuserUrl, hasMedia, secretKey }: Source,
): Promise<Manifest> {
  await mkdir(draft, { mode: 0o700 });
  const copied = new Map<string, Copied>();
  const folders = new Set<string>();

  const copyMedia = async () => {
    const media = path.join(dataDir, 'media');
    const tree = await listTree(media, isWhole);
    for (const folder of ['.', ...tree.folders]) folders.add(path.posix.join('media', folder));
    await createFolders(draft, [...folders]);
    const names = tree.files.map((name) => [name, path.posix.join('media', name)] as const);
    await onEach(
      names.filter(([, name]) => !copied.has(name)),
      async ([original, name]) => {
        const copy = await copyWhole(path.join(media, original), path.join(draft, name));
        if (copy !== undefined) copied.set(name, copy);
      },
    );
  };

  // Before the database, so that what is deleted meanwhile is there, and after it, for what was added meanwhile.
  if (hasMedia) await copyMedia();
  const database = await copyCluster(superuserUrl, clusterOf(dataDir), path.join(draft, 'database'));
  for (const folder of database.folders) folders.add(path.posix.join('database', folder));
  for (const [name, file] of database.files) copied.set(`database/${name}`, file);
  if (hasMedia) await copyMedia();
  for (const key of KEYS) {
    const copy = await copyWhole(path.join(dataDir, key), path.join(draft, key)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      return undefined;
    });
    if (copy !== undefined) copied.set(key, copy);
  }
  return writeManifest(draft, copied, {
    release: await releaseName(),
    postgres: POSTGRES_MAJOR,
    consistentAt: database.consistentAt.toISOString(),
    secretKey: keyFingerprint(secretKey),
    hasMedia,
    folders: [...folders].sort(),
  });
}

await runCommand(async (words) => {
  if (words.length === 0) throw new CommandError(USAGE);
  const config = loadConfig(process.env);
  const { dataDir, databaseUrl, secretKey } = config;
  if (databaseUrl !== undefined)
    throw new CommandError(
      'DATABASE_URL names a PostgreSQL of yours: back it up with its own tools, and the media files with those of their place.',
    );
  const target = await targetOf(words, dataDir);
  const draft = `${target}.unfinished`;
  const { superuserUrl, release } = await embeddedDatabase(dataDir);
  try {
    await rm(draft, { recursive: true, force: true });
    const hasMedia = config.s3 === undefined;
    const manifest = await copyAll(draft, { dataDir, superuserUrl, hasMedia, secretKey });
    await rename(draft, target);
    const hasKey = (await stat(path.join(target, 'secret.key')).catch(() => undefined)) !== undefined;
    return [
      `${target} has ${manifest.files} files (${manifest.bytes} bytes), with everything that was acknowledged before ${manifest.consistentAt}.`,
      ...(hasMedia ? [] : ['Media files are in a bucket and not in the backup.']),
      ...(hasKey ? [] : ['SECRET_KEY is not in the backup: keep it as well.']),
    ].join('\n');
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await release();
  }
});
