/**
 * The effect of a flood of analytics events on browsing: the 95th percentile of the library list with and without 2,000 events
 * a second. For comparison the same load goes to a server that refuses everything, so that both include the cost of sending. All
 * events must be accepted in time, and all accepted ones must be in the database. Servers, load and measurement are separate
 * processes; runs alternate.
 *
 *     node bench/analytics/flood.ts [--rounds 7] [--seconds 10] [--rate 2000] [--per-beacon 2]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { arrivals } from '../arrivals.ts';
import { startUnderLoad } from '../background-load.ts';
import { browse } from '../browse.ts';
import { ask } from '../http-load.ts';
import { median } from '../median.ts';
import type { LoadRequest, LoadResult } from './load.ts';

const LIMIT = 1.3;
/** The share of events that must be accepted while they are sent. */
const RATE_LIMIT = 0.95;
const BROWSE_PER_SECOND = 100;
const WARM_UP_SECONDS = 10;
/** The flood is so much longer than the measurement, half before and half after. */
const MARGIN_SECONDS = 2;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '2000' },
    // Pages batch events for a moment: a click is sent together with the page view that it causes.
    'per-beacon': { type: 'string', default: '2' },
  },
});
const eventsPerSecond = Number(values.rate);
const eventsPerBeacon = Number(values['per-beacon']);

const { oriel, refuser, load, stop } = await startUnderLoad<LoadRequest, LoadResult>(import.meta.url);
const stored = async () => (await ask<{ count: number }>(oriel.process, { ask: 'count' })).count;

/** Browses our list while events are sent to our server or to the refusing one. */
async function browseDuring(origin: string, seconds = Number(values.seconds)) {
  const flooding = load({
    ask: 'flood',
    origin,
    eventsPerSecond,
    eventsPerBeacon,
    seconds: seconds + MARGIN_SECONDS,
  });
  await sleep((MARGIN_SECONDS / 2) * 1000);
  const p95 = await browse(oriel.origin, arrivals(BROWSE_PER_SECOND, BROWSE_PER_SECOND * seconds));
  return { p95, ...(await flooding) };
}

try {
  console.error('measuring');
  await browseDuring(refuser.origin, WARM_UP_SECONDS);
  await browseDuring(oriel.origin, WARM_UP_SECONDS);
  const ratios: number[] = [];
  const rates: number[] = [];
  let failed = 0;
  let lost = 0;
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const calm = await browseDuring(refuser.origin);
    const before = await stored();
    const flooded = await browseDuring(oriel.origin);
    const missing = flooded.accepted - ((await stored()) - before);
    const accepted = flooded.accepted / flooded.seconds;
    ratios.push(flooded.p95 / calm.p95);
    rates.push(accepted / eventsPerSecond);
    failed += flooded.failed;
    lost += missing;
    console.log(
      `list p95 ${calm.p95.toFixed(2)} ms, in a flood ${flooded.p95.toFixed(2)} ms; ` +
        `${accepted.toFixed(0)} events/s accepted, ${flooded.failed} beacons failed, ${missing} events lost`,
    );
  }
  const ratio = median(ratios);
  const rate = median(rates);
  console.log(`p95 of the list, in a flood to without ${ratio.toFixed(2)} (limit ${LIMIT})`);
  console.log(
    `accepted of ${eventsPerSecond} events a second ${rate.toFixed(2)} (limit ${RATE_LIMIT} or more)`,
  );
  console.log(`beacons that failed ${failed}, accepted events that are lost ${lost} (limit 0)`);
  if (ratio > LIMIT || rate < RATE_LIMIT || failed > 0 || lost !== 0) process.exitCode = 1;
} finally {
  stop();
}
