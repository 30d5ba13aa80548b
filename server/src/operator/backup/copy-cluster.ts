import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sqlState } from '../../database/database.ts';
import { CommandError } from '../command.ts';
import { type Copied, copyWhole, createFolders, listTree, onEach } from './backup-files.ts';

const SLOT = 'oriel_backup';
const SLOT_EXISTS = '42710';
const CONTROL = 'global/pg_control';
const CONTROL_ATTEMPTS = 100;
const WAL = 'pg_wal/';
const SEGMENT = /^pg_wal\/[0-9A-F]{24}$/;
/** What a server writes again when it starts; of these folders only the folders are kept. */
const EMPTIED = [
  'pg_dynshmem/',
  'pg_notify/',
  'pg_replslot/',
  'pg_serial/',
  'pg_snapshots/',
  'pg_stat_tmp/',
  'pg_subtrans/',
];
/** Temporary files, and what belongs to a running server. */
const UNWANTED =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?)$|(?:^|\/)(?:pgsql_tmp|pg_internal\.init)/;

const isEmptied = (name: string) => EMPTIED.some((folder) => name.startsWith(folder));
const isOfData = (name: string) =>
  !UNWANTED.test(name) && name !== CONTROL && !name.startsWith(WAL) && !isEmptied(name);

/** What was copied of a cluster. */
export interface ClusterCopy {
  /** By paths relative to the cluster. */
  files: Map<string, Copied>;
  folders: string[];
  /** The copy has everything that was committed before. */
  consistentAt: Date;
}

interface Stopped {
  segment: string;
  label: string;
  tablespaces: string;
}

const hashed = (bytes: Buffer | string): Copied => ({
  bytes: Buffer.byteLength(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

/** The server writes this file in place: it is whole when it is the same twice. */
async function readControl(cluster: string): Promise<Buffer> {
  let previous = await readFile(path.join(cluster, CONTROL));
  for (let attempt = 1; attempt < CONTROL_ATTEMPTS; attempt += 1) {
    const bytes = await readFile(path.join(cluster, CONTROL));
    if (bytes.equals(previous)) return bytes;
    previous = bytes;
    await sleep(10);
  }
  throw new Error(`${CONTROL} does not come to rest`);
}

/** The number of a segment of the write-ahead log, without its timeline. */
const positionOf = (segment: string) => path.basename(segment).slice(8);

/**
 * Copies the cluster of a running server, with the write-ahead log from the beginning of the copy to its end: a server that
 * starts on the copy recovers from it.
 *
 * @param superuserUrl of the running server
 * @param target does not exist yet
 * @throws {CommandError} when another backup of this server is being made
 */
export async function copyCluster(
  superuserUrl: string,
  cluster: string,
  target: string,
): Promise<ClusterCopy> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'oriel backup' });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0; SET idle_session_timeout = 0');
    // Temporary, like the backup's state: both end with this session, whatever happens to this process.
    await client
      .query('SELECT pg_create_physical_replication_slot($1, true, true)', [SLOT])
      .catch((error: unknown) => {
        if (sqlState(error) !== SLOT_EXISTS) throw error;
        throw new CommandError('Another backup of this database is being made.');
      });
    const started = await client.query<{ segment: string }>(
      "SELECT pg_walfile_name(lsn) AS segment FROM pg_backup_start('oriel', true) AS lsn",
    );
    const first = positionOf(started.rows[0]?.segment ?? '');

    const files = new Map<string, Copied>();
    const copy = async (name: string) => {
      const copied = await copyWhole(path.join(cluster, name), path.join(target, name));
      if (copied !== undefined) files.set(name, copied);
    };
    const write = async (name: string, bytes: Buffer | string) => {
      await writeFile(path.join(target, name), bytes, { mode: 0o600, flush: true });
      files.set(name, hashed(bytes));
    };
    const { folders: all, files: names } = await listTree(cluster, (name) => !UNWANTED.test(name));
    const folders = ['.', ...all.filter((name) => !isEmptied(name))];
    await createFolders(target, folders);
    await onEach(names.filter(isOfData), copy);
    await write(CONTROL, await readControl(cluster));
    if (lost !== undefined) throw lost;

    const consistentAt = new Date();
    const { rows } = await client.query<Stopped>(
      `SELECT pg_walfile_name(lsn) AS segment, labelfile AS label, coalesce(spcmapfile, '') AS tablespaces
       FROM pg_backup_stop(false)`,
    );
    const [stopped] = rows;
    if (stopped === undefined) throw new Error('pg_backup_stop returned nothing');
    if (stopped.tablespaces !== '')
      throw new CommandError('The database has tablespaces, which this command does not copy.');
    await write('backup_label', stopped.label);
    const last = positionOf(stopped.segment);
    const wal = await listTree(cluster, (name) => name === 'pg_wal' || SEGMENT.test(name));
    const segments = wal.files.filter((name) => positionOf(name) >= first && positionOf(name) <= last);
    await onEach(segments, copy);
    if (!files.has(`${WAL}${stopped.segment}`))
      throw new Error('the write-ahead log of the backup is incomplete');
    return { files, folders, consistentAt };
  } finally {
    await client.end().catch(() => undefined);
  }
}
