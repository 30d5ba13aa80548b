import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivate } from '../config/private-folder.ts';
import { isAlive, processIdentity } from './process-identity.ts';

/** How long to wait for a process that is about to stop. */
const LOCK_TIMEOUT_MS = 3_000;

/** Another process uses the data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
}

interface Holder {
  pid: number;
  identity: string;
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

const isRunning = (holder: Holder) =>
  holder.pid !== process.pid && isAlive(holder.pid) && processIdentity(holder.pid) === holder.identity;

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Locks a data folder for this process. The lock identifies its holder, so a stale one is replaced after a crash.
 *
 * @returns a function that releases the lock
 * @throws {DataFolderInUseError} when a running process holds it
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  makePrivate(dataDir);
  const file = path.join(dataDir, 'oriel.lock');
  const draft = `${file}.${process.pid}`;
  const ownHolder: Holder = { pid: process.pid, identity: processIdentity(process.pid) };
  writeFileSync(draft, JSON.stringify(ownHolder), { mode: 0o600 });
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  try {
    for (;;) {
      try {
        // Linking is atomic: only one process succeeds, and no other reads a partial file.
        linkSync(draft, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      const holder = readHolder(file);
      if (holder === undefined || !isRunning(holder)) {
        removeStaleLock(file, `${draft}.stale`);
      } else if (Date.now() < deadline) {
        await sleep(100);
      } else {
        throw new DataFolderInUseError(
          `Another Oriel (process ${holder.pid}) is running on ${dataDir}. Stop it, or set DATA_DIR (and PORT) to run a second one.`,
        );
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a lock whose holder is gone, unless another process has replaced it since it was read. */
function removeStaleLock(file: string, moved: string): void {
  try {
    renameSync(file, moved);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const newHolder = readHolder(moved);
  if (newHolder !== undefined && isRunning(newHolder)) {
    try {
      linkSync(moved, file);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  rmSync(moved, { force: true });
}
