import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-identity.ts';

const STOP_TIMEOUT_MS = 20_000;

/** Whether a process is PostgreSQL on this cluster, not another process with a reused id. */
function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    // Without /proc there is only the pid file.
    return process.platform !== 'linux';
  }
}

async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; ) {
    if (!isAlive(pid)) return true;
    await sleep(20);
  }
  return false;
}

/** Stops a server that still runs on this cluster after the process that started it was killed. */
export async function endOrphanedServer(cluster: string, report: (message: string) => void): Promise<void> {
  let lines: string[];
  try {
    lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return;
  }
  const pid = Number(lines[0]);
  const socketFolder = lines[4]?.trim() ?? '';
  if (Number.isInteger(pid) && pid > 1 && isServerOf(pid, cluster)) {
    report('stopping the database that a crash left running');
    process.kill(pid, 'SIGINT');
    if (!(await waitForExit(pid, STOP_TIMEOUT_MS))) {
      process.kill(pid, 'SIGQUIT');
      await waitForExit(pid, STOP_TIMEOUT_MS);
    }
  }
  if (path.basename(socketFolder).startsWith('oriel-pg-'))
    rmSync(socketFolder, { recursive: true, force: true });
}
