import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivate } from '../config/private-folder.ts';
import { isAlive, processIdentity } from './process-identity.ts';

/** A process that is about to stop may hold the folder for so long. */
const PATIENCE_MS = 3_000;

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
 * Takes a data folder for this process. The lock names its holder, so one that a crash left behind is taken over.
 *
 * @returns a function that gives the folder back
 * @throws {DataFolderInUseError} when a running process holds it
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  makePrivate(dataDir);
  const file = path.join(dataDir, 'oriel.lock');
  const draft = `${file}.${process.pid}`;
  const mine: Holder = { pid: process.pid, identity: processIdentity(process.pid) };
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  const deadline = Date.now() + PATIENCE_MS;
  try {
    for (;;) {
      try {
        // Linking is atomic: of several processes one succeeds, and the file is never seen half written.
        linkSync(draft, file);
        return () => rmSync(file, { force: true });
      } catch (error) {
        if (!hasCode(error, 'EEXIST')) throw error;
      }
      const holder = readHolder(file);
      if (holder === undefined || !isRunning(holder)) {
        setAside(file, `${draft}.stale`);
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
function setAside(file: string, aside: string): void {
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  const taken = readHolder(aside);
  if (taken !== undefined && isRunning(taken)) {
    try {
      linkSync(aside, file);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  rmSync(aside, { force: true });
}
