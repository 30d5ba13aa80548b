import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { withClient } from '../testing/with-database.ts';

const PIECE = Buffer.alloc(1024 * 1024, 1);
/** A larger file system is hardly one that was made to be filled. */
const MAX_BYTES = 1024 ** 3;
/** Of PostgreSQL's log, which begins a new file of 16 MB each time. */
const MAX_LOG_SWITCHES = 100;

const ballastIn = (dataDir: string) => path.join(dataDir, 'ballast');

/** Whether the file system of a folder is small enough to be filled on purpose. */
export function isSmallDisk(folder: string): boolean {
  const { blocks, bsize } = statfsSync(folder);
  return blocks * bsize <= MAX_BYTES;
}

/** Takes all the room that a data folder's file system has left. */
export function fillDisk(dataDir: string): void {
  if (!isSmallDisk(dataDir)) throw new Error(`${dataDir} is on a disk that is too large to be filled`);
  const file = openSync(ballastIn(dataDir), 'a');
  try {
    for (let size = PIECE.length; size > 0; ) {
      try {
        writeSync(file, PIECE, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 16);
      }
    }
  } finally {
    closeSync(file);
  }
}

export const freeDisk = (dataDir: string): void => rmSync(ballastIn(dataDir));

/**
 * Lets PostgreSQL write its log on a full disk until it stops.
 *
 * @param connectionString of the superuser
 * @throws {Error} if it does not stop
 */
export async function exhaustLog(connectionString: string): Promise<void> {
  const writeMuch = () =>
    withClient({ connectionString }, async (client) => {
      for (let count = 0; count < MAX_LOG_SWITCHES; count += 1) {
        await client.query(`SELECT pg_logical_emit_message(true, 'drill', repeat('x', 1000000))`);
        await client.query('SELECT pg_switch_wal()');
      }
    });
  const hasStopped = await writeMuch().then(
    () => false,
    () => true,
  );
  if (!hasStopped) throw new Error('PostgreSQL still has room for its log');
}
