/**
 * How fast guests get a list that was just requested, compared with a bare `node:http` server that writes the
 * same bytes and headers. Servers and load are separate processes; runs alternate. Also checks
 * that a change shows in time.
 *
 *     node bench/api/hot-read.ts [--rounds 7] [--seconds 4] [--connections 32]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ask, measureInTurn, type Server, start } from '../http-load.ts';
import { median } from '../median.ts';

const PATH = '/api/vr360?limit=12';
const LIMIT = 0.6;
const CHANGE_LIMIT_MS = 2000;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
  },
});

const load = { path: PATH, connections: Number(values.connections) };

/** How long a list goes on showing what was before a change made by another process, at most. */
async function slowestChange(oriel: Server): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const title = `Changed ${round}`;
    await fetch(oriel.origin + PATH);
    await ask(oriel.process, { ask: 'change', title });
    const changedAt = performance.now();
    while (!(await (await fetch(oriel.origin + PATH)).text()).includes(title)) await sleep(10);
    times.push(performance.now() - changedAt);
  }
  return Math.max(...times);
}

const oriel = await start('oriel', new URL('./hot-read-oriel.ts', import.meta.url), { ask: 'start' });
const sample = await fetch(oriel.origin + PATH, { headers: { 'accept-encoding': 'identity' } });
const headers = [...sample.headers]
  .filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name))
  .flat();
const bare = await start('bare node:http', new URL('./hot-read-bare.ts', import.meta.url), {
  headers,
  body: await sample.text(),
});
try {
  console.error('measuring');
  await measureInTurn([oriel, bare], load, {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
  });
  const changeMs = await slowestChange(oriel);
  const ratio = median(oriel.requestsPerSecond) / median(bare.requestsPerSecond);
  const cpuRatio = median(oriel.requestsPerCpuSecond) / median(bare.requestsPerCpuSecond);
  console.log(`ratio ${ratio.toFixed(2)}, by processor time ${cpuRatio.toFixed(2)} (limit ${LIMIT})`);
  console.log(
    `a change by another process showed after at most ${changeMs.toFixed(0)} ms (limit ${CHANGE_LIMIT_MS})`,
  );
  if (ratio < LIMIT || cpuRatio < LIMIT || changeMs > CHANGE_LIMIT_MS) process.exitCode = 1;
} finally {
  oriel.process.send({ ask: 'stop' });
  bare.process.send({ ask: 'stop' });
}
