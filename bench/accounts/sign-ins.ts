/**
 * The overhead of a sign-in besides hashing its password: sign-ins a second, compared with Argon2id alone at the same cost on
 * the same cores. And the effect of a storm of sign-ins on browsing: for comparison the same load goes to a server that refuses
 * everything, so that both include the cost of sending. Server, load and measurement are separate processes; runs alternate.
 *
 *     node bench/accounts/sign-ins.ts [--rounds 5] [--seconds 6]
 */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { steadily } from '../arrivals.ts';
import { startUnderLoad } from '../background-load.ts';
import { browse } from '../browse.ts';
import { median } from '../median.ts';
import type { LoadRequest, LoadResult } from './load.ts';

const RATIO_LIMIT = 0.85;
const BROWSE_LIMIT = 2;
const BROWSE_EVERY_MS = 10;
/** Enough to keep all cores hashing, few enough that none is refused. */
const CONNECTIONS = 16;
/** The sign-ins of a storm, relative to those that the cores could hash. */
const STORM = 2;
const WARM_UP_SECONDS = 30;
const WARM_UP_PER_SECOND = 400;

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '6' } },
});
const seconds = Number(values.seconds);
const cores = os.availableParallelism();

const { oriel, refuser, load, stop } = await startUnderLoad<LoadRequest, LoadResult>(import.meta.url);

/** Browses our list while sign-ins are sent to a server, ours or the refusing one. */
async function browseDuring(target: { origin: string; perSecond: number }) {
  const storm = load({ ask: 'storm', ...target, seconds: seconds + 1 });
  await sleep(500);
  const p95 = await browse(oriel.origin, steadily(BROWSE_EVERY_MS, seconds));
  const { refused } = await storm;
  return { p95, refused };
}

try {
  console.error('measuring');
  const { origin } = oriel;
  await load({ ask: 'sign-in', origin, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
  await browseDuring({ origin, perSecond: WARM_UP_PER_SECOND });
  const ratios: number[] = [];
  const browseRatios: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const bare = await load({ ask: 'hash', atOnce: cores, seconds });
    const signIns = await load({ ask: 'sign-in', origin, connections: CONNECTIONS, seconds });
    if (signIns.refused > 0) throw new Error(`${signIns.refused} sign-ins were refused`);
    ratios.push(signIns.perSecond / bare.perSecond);
    await sleep(500);
    const perSecond = Math.ceil(bare.perSecond * STORM);
    const calm = await browseDuring({ origin: refuser.origin, perSecond });
    const stormy = await browseDuring({ origin, perSecond });
    browseRatios.push(stormy.p95 / calm.p95);
    console.log(
      `Argon2id ${bare.perSecond.toFixed(1)}/s, sign-ins ${signIns.perSecond.toFixed(1)}/s; ` +
        `list p95 ${calm.p95.toFixed(1)} ms, in a storm ${stormy.p95.toFixed(1)} ms (${stormy.refused} sign-ins refused)`,
    );
  }
  const ratio = median(ratios);
  const browseRatio = median(browseRatios);
  console.log(`sign-ins to Argon2id alone ${ratio.toFixed(2)} (limit ${RATIO_LIMIT})`);
  console.log(`p95 of the list, in a storm to without ${browseRatio.toFixed(2)} (limit ${BROWSE_LIMIT})`);
  if (ratio < RATIO_LIMIT || browseRatio >= BROWSE_LIMIT) process.exitCode = 1;
} finally {
  stop();
}
