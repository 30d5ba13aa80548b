import { setTimeout as sleep } from 'node:timers/promises';
import { respondWith, startFaultProxy } from '../../testing/fault-proxy.ts';
import type { Aftermath, Scene } from './scene.ts';

/** How much longer each round trip to the database takes, one after the other. */
const DELAYS_MS = [50, 500];
const SLOW_MS = 10_000;
const PROBE_PAUSE_MS = 500;
/** Within which a process that is alive says so. */
const ALIVE_MS = 1_000;
/** How much more memory the web processes may use for what waits, as a part of what they use before. */
const MAX_GROWTH = 0.1;
/** What a bucket answers that has trouble of its own, or has lost the keys of its clients. */
const REFUSALS = [503, 403];

/** A database far away: what waits for it is bounded, and the processes stay alive. */
export async function slowDatabase({ site }: Scene): Promise<Aftermath> {
  const problems: string[] = [];
  const before = site.webMemory();
  let most = before;
  for (const delay of DELAYS_MS) {
    site.toPrimary.delayMs = delay;
    for (const end = performance.now() + SLOW_MS; performance.now() < end; await sleep(PROBE_PAUSE_MS)) {
      if (!(await site.isAlive(ALIVE_MS))) problems.push(`a process was not alive with ${delay} ms`);
      most = Math.max(most, site.webMemory());
    }
  }
  site.toPrimary.delayMs = 0;
  const growth = most / before - 1;
  console.log(
    `the web processes used up to ${(growth * 100).toFixed(1)} % more memory than ${(before / 1e6).toFixed(0)} MB`,
  );
  if (growth > MAX_GROWTH) problems.push('memory grew');
  return { since: performance.now(), problems };
}

/** A bucket that refuses everything: operators see it, and nothing but files is missing. */
export async function refusingBucket({ site }: Scene): Promise<Aftermath> {
  await site.untilStorageIs('available');
  const refusing = await startFaultProxy('http://127.0.0.1');
  const bucket = site.toBucket.target;
  site.toBucket.target = { host: '127.0.0.1', port: Number(new URL(refusing.endpoint).port) };
  for (const status of REFUSALS) {
    refusing.always = respondWith(status);
    site.toBucket.reset();
    await Promise.all([site.untilStorageIs('unavailable'), sleep(SLOW_MS)]);
  }
  site.toBucket.target = bucket;
  await refusing.close();
  return { restore: () => site.untilStorageIs('available') };
}
