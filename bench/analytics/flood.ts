/**
 * What a flood of analytics events does to those who browse: the 95th percentile of the library list with 2,000 events a
 * second beside its own without them. All events must be accepted in time, and all accepted ones must be in the database.
 * Server, load and what measures are processes of their own; runs alternate.
 *
 *     node bench/analytics/flood.ts [--rounds 5] [--seconds 10] [--rate 2000] [--per-request 4]
 */
import { fork } from 'node:child_process';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../api/site.ts';
import { ask, start } from '../http-load.ts';
import type { LoadRequest, LoadResult } from './load.ts';

const PATH = '/api/vr360?limit=12';
const LIMIT = 1.3;
const BROWSE_EVERY_MS = 10;
/** In life the load comes from other machines: it must not take processor time before the server does. */
const LOAD_NICENESS = 5;
const WARM_UP_SECONDS = 5;
/** So much later than planned may the last event be accepted. */
const LATE = 1.1;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '2000' },
    'per-request': { type: 'string', default: '4' },
  },
});
const seconds = Number(values.seconds);
const eventsPerSecond = Number(values.rate);
const eventsPerRequest = Number(values['per-request']);

/** Asks for the list at a steady rate, whether answers come or not. @returns the 95th percentile in milliseconds */
async function browse(origin: string, duration: number): Promise<number> {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  for (const end = performance.now() + duration * 1000; performance.now() < end; ) {
    const began = performance.now();
    pending.push(
      fetch(origin + PATH).then(async (answer) => {
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`browsing was answered ${answer.status}`);
        times.push(performance.now() - began);
      }),
    );
    await sleep(BROWSE_EVERY_MS);
  }
  await Promise.all(pending);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

const oriel = await start('oriel', new URL('./oriel.ts', import.meta.url), { ask: 'start' });
const load = fork(fileURLToPath(new URL('./load.ts', import.meta.url)));
os.setPriority(load.pid ?? 0, LOAD_NICENESS);
const flood = (duration: number) =>
  ask<LoadResult>(load, {
    ask: 'flood',
    origin: oriel.origin,
    eventsPerSecond,
    eventsPerRequest,
    seconds: duration,
  } satisfies LoadRequest);
const stored = async () => (await ask<{ count: number }>(oriel.process, { ask: 'count' })).count;
try {
  console.error('measuring');
  await flood(WARM_UP_SECONDS);
  await browse(oriel.origin, WARM_UP_SECONDS);
  const ratios: number[] = [];
  let isKept = true;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    await sleep(500);
    const calm = await browse(oriel.origin, seconds);
    const before = await stored();
    const flooding = flood(seconds + 1);
    await sleep(500);
    const flooded = await browse(oriel.origin, seconds);
    const result = await flooding;
    const lost = result.accepted - ((await stored()) - before);
    const isRound = result.failed === 0 && lost === 0 && result.seconds <= (seconds + 1) * LATE;
    isKept &&= isRound;
    ratios.push(flooded / calm);
    console.log(
      `list p95 ${calm.toFixed(2)} ms, in a flood ${flooded.toFixed(2)} ms; ` +
        `${(result.accepted / result.seconds).toFixed(0)} events/s accepted, ${result.failed} requests failed, ${lost} events lost`,
    );
  }
  const ratio = median(ratios);
  console.log(`p95 of the list, in a flood to without ${ratio.toFixed(2)} (limit ${LIMIT})`);
  if (ratio > LIMIT || !isKept) process.exitCode = 1;
} finally {
  load.send({ ask: 'stop' });
  oriel.process.send({ ask: 'stop' });
}
