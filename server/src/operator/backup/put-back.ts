import { lchown, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Account, accountForPostgres } from '../../embedded/account.ts';
import { clusterParent } from '../../embedded/data-folder.ts';
import { CommandError } from '../command.ts';
import { copyWhole, createFolders, onEach } from './backup-files.ts';
import type { Backup } from './manifest.ts';

const DATABASE = 'database';
/** How many damaged files a message names. */
const NAMED = 10;

/** The folders of a cluster and of the draft that becomes it. */
interface Cluster {
  final: string;
  draft: string;
}

function clusterIn(dataDir: string, account: Account | undefined): Cluster {
  const final = path.join(clusterParent(dataDir, account), 'cluster');
  return { final, draft: `${final}.restoring` };
}

/** Removes what a restore has put into a data folder, which was empty before. */
export async function removeRestored(dataDir: string): Promise<void> {
  const cluster = clusterParent(dataDir, accountForPostgres());
  const others = ['media', 'secret.key', 'postgres.key', 'postgres.location', 'postgres.log'];
  for (const place of [cluster, ...others.map((name) => path.join(dataDir, name))])
    await rm(place, { recursive: true, force: true });
}

/**
 * Copies a backup into a data folder that has nothing of it, and verifies the hash of each file. The database comes last.
 *
 * @throws {CommandError} naming the files that are damaged or missing; the caller removes the rest
 */
export async function putBack(folder: string, { manifest, files }: Backup, dataDir: string): Promise<void> {
  const account = accountForPostgres();
  const cluster = clusterIn(dataDir, account);
  const isOfDatabase = (name: string) => name === DATABASE || name.startsWith(`${DATABASE}/`);
  const inCluster = (name: string) => path.relative(DATABASE, name);
  const own = async (place: string) => {
    if (account !== undefined) await lchown(place, account.uid, account.gid);
  };

  const [ofDatabase, others] = [
    manifest.folders.filter(isOfDatabase),
    manifest.folders.filter((name) => !isOfDatabase(name)),
  ];
  await createFolders(cluster.draft, ofDatabase.map(inCluster));
  await createFolders(dataDir, others);
  for (const name of ofDatabase) await own(path.join(cluster.draft, inCluster(name)));

  const damaged: string[] = [];
  await onEach([...files], async ([name, hash]) => {
    const isPart = isOfDatabase(name);
    const to = isPart ? path.join(cluster.draft, inCluster(name)) : path.join(dataDir, name);
    const copied = await copyWhole(path.join(folder, name), to);
    if (copied?.sha256 !== hash) damaged.push(name);
    else if (isPart) await own(to);
  });
  if (damaged.length > 0) {
    const names = damaged.sort().slice(0, NAMED).join(', ');
    throw new CommandError(
      `${damaged.length} files of the backup are damaged or missing: ${names}${damaged.length > NAMED ? ', …' : ''}. Nothing was restored.`,
    );
  }
  await rename(cluster.draft, cluster.final);
}
