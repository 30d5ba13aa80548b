import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { constants, freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChildren, isAlive, SetupError } from '../setup/common.mjs';

const PREFIX = 'oriel-tests-';
/** What a whole run writes at most, with room to spare. */
const NEEDED_BYTES = 3e9;
const END_TIMEOUT_MS = 10_000;
/** What `os.tmpdir()` reads. */
const VARIABLE = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';

/** Linux's file system in memory: a copy of a database there costs a tenth of what it costs on a disk. */
const MEMORY = '/dev/shm';
/** Databases of tests take a few hundred megabytes; these leave the other processes enough. */
const NEEDED_MEMORY_BYTES = 2e9;
const NEEDED_FREE_MEMORY_BYTES = 5e9;
/** Names the folder in memory to `server/testing/global-setup.ts`, where there is one. */
const MEMORY_VARIABLE = 'ORIEL_TESTS_MEMORY';

export interface RunFolder {
  path: string;
  /** Ends the children that still run, and removes the folder. */
  remove(): Promise<void>;
}

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;

/** @throws {SetupError} */
async function requireSpace(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= neededBytes) return;
  throw new SetupError(
    `The tests need ${inGigabytes(neededBytes)} for temporary files, but ${folder} has only ${inGigabytes(free)} left. ` +
      `Please free some space, or set ${VARIABLE} to a folder on another disk.`,
  );
}

/** Linux only: the processes of a run, detached ones too: they inherit the variable, and PostgreSQL has its data there. */
async function processesOf(folder: string): Promise<number[]> {
  const marks = { environ: `${VARIABLE}=${folder}\0`, cmdline: `\0-D\0${folder}${path.sep}` };
  const isMarked = async (pid: string) => {
    const searches = Object.entries(marks).map(async ([file, mark]) =>
      (await readFile(`/proc/${pid}/${file}`, 'utf8')).includes(mark),
    );
    const results = await Promise.allSettled(searches);
    return results.some((result) => result.status === 'fulfilled' && result.value);
  };
  const entries = await readdir('/proc').catch((): string[] => []);
  const pids = entries.filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid);
  const results = await Promise.all(pids.map(isMarked));
  return pids.filter((_, index) => results[index]).map(Number);
}

/** @returns whether there is such a process, of our account */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Ends the processes of a run that do not end with it, such as its databases. */
async function endProcessesOf(folder: string): Promise<void> {
  for (const began = Date.now(); ; await sleep(100)) {
    const name = Date.now() - began > END_TIMEOUT_MS ? 'SIGKILL' : 'SIGTERM';
    const signalled = (await processesOf(folder)).filter((pid) => signal(pid, name));
    if (signalled.length === 0) return;
  }
}

/** Removes the folders of runs that were killed, with what still runs in them. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) && /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const folder = path.join(parent, name);
    await endProcessesOf(folder);
    // Another account's stays, and another run may be sweeping too.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function clear(folders: readonly string[]): Promise<void> {
  await endChildren(END_TIMEOUT_MS);
  for (const folder of folders) {
    await endProcessesOf(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Creates a folder of this name in memory, where the machine has enough of it. */
async function createInMemory(name: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || freemem() < NEEDED_FREE_MEMORY_BYTES) return undefined;
  const folder = path.join(MEMORY, name);
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    if (bavail * bsize < NEEDED_MEMORY_BYTES) return undefined;
    await mkdir(folder);
    await chmod(folder, 0o755);
    return folder;
  } catch {
    // There is no such file system, or it is not for us.
    return undefined;
  }
}

/**
 * Creates a folder for databases in memory, where Linux has plenty of it and `npm test` has not created one. Removes those of
 * killed runs first.
 *
 * @returns what removes it
 */
export async function createMemoryFolder(): Promise<() => Promise<void>> {
  if (process.env[MEMORY_VARIABLE] !== undefined) return async () => undefined;
  await sweep(MEMORY).catch(() => undefined);
  const folder = await createInMemory(`${PREFIX}${process.pid}-${randomBytes(3).toString('hex')}`);
  if (folder === undefined) return async () => undefined;
  process.env[MEMORY_VARIABLE] = folder;
  return async () => {
    delete process.env[MEMORY_VARIABLE];
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Clears the folders when the process is asked to end. */
function removeOnSignals(folders: readonly string[]): () => void {
  let isEnding = false;
  const end = async (name: 'SIGINT' | 'SIGTERM') => {
    if (isEnding) return;
    isEnding = true;
    await clear(folders).catch(console.error);
    process.exit(128 + constants.signals[name]);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  return () => {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  };
}

/**
 * Creates the folder for the temporary files of this run and of all its children: from now on it is the system's folder
 * for temporary files. It carries the process id, so that the next run can remove what a killed one left. Where memory is
 * plentiful, a folder of the same name in memory is for databases.
 *
 * @throws {SetupError} when the disk has not enough space
 */
export async function createRunFolder(neededBytes = NEEDED_BYTES): Promise<RunFolder> {
  const parent = tmpdir();
  await sweep(parent);
  await sweep(MEMORY).catch(() => undefined);
  await requireSpace(parent, neededBytes);
  const folder = await mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`));
  const memory = neededBytes === 0 ? undefined : await createInMemory(path.basename(folder));
  const folders = memory === undefined ? [folder] : [folder, memory];
  const stopListening = removeOnSignals(folders);
  // PostgreSQL, which runs as another account when root starts it, has its socket here.
  await chmod(folder, 0o755);
  process.env[VARIABLE] = folder;
  if (memory !== undefined) process.env[MEMORY_VARIABLE] = memory;
  return {
    path: folder,
    async remove() {
      await clear(folders);
      stopListening();
    },
  };
}
