import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statfsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../revision.ts';
import type { AlertDrill } from './drill.ts';
import { repeat } from './traffic.ts';

const AUTOCANNON = path.join(ROOT, 'node_modules/autocannon/autocannon.js');
/** So many begin at once, and more follow while nobody is refused. */
const CLIENTS = 20;
const MORE_CLIENTS_MS = 4_000;
/** Far less than the default, a second, so that Prometheus, which waits for half a second here, still gets an answer. */
const MAX_EVENT_LOOP_DELAY_MS = '10';
/** So long a process is stopped, and goes on. */
const STOPPED_MS = 320;
const GOING_MS = 120;
const DISK_MB = 64;
const KEPT_FREE = 0.03;

/** More requests at once than a process can answer: more and more clients, since machines differ. */
export const FLOOD: AlertDrill = {
  title: 'more clients than a process can serve',
  alerts: ['OrielOverloaded'],
  async harm({ site, prometheus }) {
    await site.replaceProcess('web2', { MAX_EVENT_LOOP_DELAY_MS });
    const args = [AUTOCANNON, '-c', String(CLIENTS), '-d', '600', `${site.url('web2')}/experiences`];
    const programs: ChildProcess[] = [];
    // Not too many: then it would not answer Prometheus either.
    const addWhereIdle = async () => {
      const refusing = await prometheus.query(`max_over_time(oriel_overloaded[${MORE_CLIENTS_MS}ms]) == 1`);
      const lost = await prometheus.query('up == 0');
      if (refusing.length + lost.length === 0)
        programs.push(spawn(process.execPath, args, { stdio: 'ignore' }));
    };
    const adding = repeat(addWhereIdle, { lanes: 1, pauseMs: MORE_CLIENTS_MS });
    return async () => {
      await adding.stop();
      const ended = programs.map((program) => once(program, 'exit'));
      for (const program of programs) program.kill('SIGKILL');
      await Promise.all(ended);
    };
  },
};

/** A process gets the processor for a part of the time only, as in a container with a limit. */
export const THROTTLED: AlertDrill = {
  title: `process stopped for ${STOPPED_MS} ms again and again`,
  alerts: ['OrielEventLoopLag'],
  async harm({ site }) {
    const pid = site.pid('web2');
    let isOver = false;
    const work = (async () => {
      while (!isOver) {
        process.kill(pid, 'SIGSTOP');
        await sleep(STOPPED_MS);
        process.kill(pid, 'SIGCONT');
        await sleep(GOING_MS);
      }
    })();
    return async () => {
      isOver = true;
      await work;
    };
  },
};

/** Mounts a small disk for a process. @returns what removes it; undefined where this account may not */
export function mountSmallDisk(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return () => execFileSync('umount', [folder], { stdio: 'ignore' });
}

/** A disk has no room. */
export const DISK_FULL: AlertDrill = {
  title: `disk of ${DISK_MB} MB filled`,
  alerts: ['OrielDiskFull'],
  async harm({ site }) {
    const folder = site.dataDir('web1');
    const { bavail, bsize } = statfsSync(folder);
    const file = path.join(folder, 'filler');
    writeFileSync(file, Buffer.alloc(Math.floor(bavail * bsize * (1 - KEPT_FREE))));
    return () => rm(file);
  },
};
