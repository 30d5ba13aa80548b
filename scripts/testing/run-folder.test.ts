import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../setup/common.mjs';
import { createMemoryFolder } from './run-folder.ts';

const RUN = path.join(import.meta.dirname, 'run-folder.fixture.ts');
const WAIT = { timeout: 30_000, interval: 20 };

/** The system's folder for temporary files, for the runs of a test. */
let parent: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'oriel-sweep-'));
});
afterEach(async () => {
  // Each ends what it has started.
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(parent, { recursive: true, force: true });
});

function spawnRun(...args: string[]) {
  const env = { PATH: process.env.PATH, TMPDIR: parent };
  const child = spawn(process.execPath, [RUN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  return child;
}

/** Starts a run and waits until its processes do. */
async function startRun() {
  const child = spawnRun();
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await vi.waitFor(() => expect(output).toMatch(/^(.+\n){3}$/), WAIT);
  const [folder = '', ...pids] = output.trim().split('\n');
  return { child, folder, pids: pids.map(Number) };
}

/** Where a run has its folder in memory, if it has one. */
const inMemory = (folder: string) => path.join('/dev/shm', path.basename(folder));

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe.skipIf(process.platform === 'win32')('the folder of a run', () => {
  it('lies in the system’s folder, with the process id in its name, open to other accounts', async () => {
    const { child, folder } = await startRun();
    expect(path.dirname(folder)).toBe(parent);
    expect(path.basename(folder)).toMatch(new RegExp(`^oriel-tests-${child.pid}-`));
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('is gone after %s, and what ran in it has ended', async (signal, exitCode) => {
    const { child, folder, pids } = await startRun();
    expect(existsSync(path.join(folder, 'large.bin'))).toBe(true);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([exitCode, null]);
    expect(readdirSync(parent)).toEqual([]);
    expect(existsSync(inMemory(folder))).toBe(false);
    // Detached processes are found in /proc.
    const ended = process.platform === 'linux' ? pids : pids.slice(1);
    await vi.waitFor(() => expect(ended.filter(isAlive)).toEqual([]), WAIT);
  });

  it.runIf(process.platform === 'linux')('is removed by the next run after SIGKILL', async () => {
    const killed = await startRun();
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect(killed.pids.filter(isAlive)).toEqual(killed.pids);

    const next = await startRun();
    expect(readdirSync(parent)).toEqual([path.basename(next.folder)]);
    expect(existsSync(inMemory(killed.folder))).toBe(false);
    await vi.waitFor(() => expect(killed.pids.filter(isAlive)).toEqual([]), WAIT);
    expect(next.pids.filter(isAlive)).toEqual(next.pids);
  });

  it.runIf(process.platform === 'linux')(
    'has one of its name in memory where there is much of it',
    async () => {
      const { folder } = await startRun();
      const space = statfsSync('/dev/shm');
      const isPlenty = freemem() > 6e9 && space.bavail * space.bsize > 3e9;
      if (isPlenty) expect(statSync(inMemory(folder)).mode & 0o777).toBe(0o755);
    },
  );

  it.skipIf(process.platform !== 'linux')('has one in memory too where Vitest runs alone', async () => {
    vi.stubEnv('ORIEL_TESTS_MEMORY', undefined);
    const space = statfsSync('/dev/shm');
    const isPlenty = freemem() > 6e9 && space.bavail * space.bsize > 3e9;
    const remove = await createMemoryFolder();
    const folder = process.env.ORIEL_TESTS_MEMORY ?? '';
    if (isPlenty) {
      expect(folder).toMatch(new RegExp(`^/dev/shm/oriel-tests-${process.pid}-`));
      expect(statSync(folder).mode & 0o777).toBe(0o755);
    }
    await remove();
    expect(existsSync(folder)).toBe(false);
    expect(process.env.ORIEL_TESTS_MEMORY).toBeUndefined();
  });

  it('stays while its run lives, as do folders of others', async () => {
    const dead = `oriel-tests-${await deadPid()}-a1b2c3`;
    const kept = [
      `oriel-tests-${process.pid}-a1b2c3`,
      'oriel-tests-a1b2c3',
      `other-${await deadPid()}-a1b2c3`,
    ];
    for (const name of [dead, ...kept]) mkdirSync(path.join(parent, name, 'data'), { recursive: true });
    const { folder } = await startRun();
    expect(readdirSync(parent).sort()).toEqual([...kept, path.basename(folder)].sort());
  });

  it('is refused with a plain sentence where the disk is full', async () => {
    const child = spawnRun('1e18');
    const [errors, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(exitCode).toBe(1);
    expect(errors).toMatch(
      /^\nThe tests need 1000000000\.0 GB for temporary files, but .+ has only [\d.]+ GB left\. Please free some space, or set TMPDIR to a folder on another disk\.\n$/,
    );
    expect(errors).toContain(parent);
    expect(readdirSync(parent)).toEqual([]);
  });
});
