import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTextOptions, runDrillProgram, UsageError } from '../testing/drill-command.ts';
import { Installation, PLACES } from './installation.ts';
import { checkOut, findCommit, presentRevision, type Revision, removeCheckout } from './revision.ts';
import { findLosses, startLoad, type UpgradeLoad } from './upgrade-load.ts';

const USAGE = `Options: --from REVISION (by default the last tag), --requests 20000`;
const REQUESTS = 20_000;
const PROBLEMS_SHOWN = 40;
const FILES_AT_ONCE = 8;

function readOptions(): { from: string | undefined; requests: number } {
  const { from, requests = String(REQUESTS) } = readTextOptions(['from', 'requests'], USAGE);
  if (!/^\d{1,9}$/.test(requests) || from?.startsWith('-')) throw new UsageError(USAGE);
  return { from, requests: Number(requests) };
}

const stopping = new AbortController();
const began = performance.now();

/** Reports a step, and names it in the descriptions of failures. */
function report(load: UpgradeLoad | undefined, step: string): void {
  stopping.signal.throwIfAborted();
  if (load !== undefined) load.tally.step = step;
  const seconds = Math.round((performance.now() - began) / 1000);
  const soFar = load && `, ${load.tally.requests} requests, ${load.tally.failed} failed`;
  console.log(`${seconds} s${soFar ?? ''}: ${step}`);
}

/** Waits until that many requests have been sent. */
async function until(load: UpgradeLoad, requests: number): Promise<void> {
  while (load.tally.requests < requests) await sleep(100, undefined, { signal: stopping.signal });
}

/** Every file that pages of a revision load is there, whichever process is asked. */
async function loadFiles({ url }: Installation, load: UpgradeLoad, { name, root }: Revision): Promise<void> {
  const files = readdirSync(path.join(root, 'web/build/client/assets')).filter(
    (file) => !/\.(br|gz)$/.test(file),
  );
  report(load, `loading all ${files.length} files of the pages of ${name}, twice`);
  // The balancer takes turns.
  const left = files.flatMap((file) => [file, file]);
  const lane = async () => {
    for (let file = left.pop(); file !== undefined; file = left.pop())
      await load.tally.ask(`${url}/assets/${file}`, {}, (status) => status === 200);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, lane));
}

/** From one revision to the other, and back, while the load goes on. */
async function roll(site: Installation, load: UpgradeLoad, from: Revision, to: Revision, requests: number) {
  await until(load, requests * 0.1);
  report(load, `migrating with ${to.name}`);
  report(load, await site.migrate(to));
  report(load, `restarting web 1 of ${from.name} on the database of ${to.name}`);
  await site.replace('web 1', from);
  await until(load, requests * 0.25);
  for (const place of PLACES) {
    report(load, `replacing ${place} by ${to.name}`);
    await site.replace(place, to);
  }
  await loadFiles(site, load, from);
  report(load, `all processes are of ${to.name}`);
  await until(load, requests * 0.55);
  for (const place of PLACES) {
    report(load, `going back to ${from.name}: ${place}`);
    await site.replace(place, from);
  }
  await loadFiles(site, load, to);
  report(load, `all processes are of ${from.name} again`);
  await until(load, requests);
}

/** The whole drill, on an installation in a folder. */
async function drill(folder: string, from: Revision, to: Revision, requests: number) {
  const site = await Installation.open(folder);
  try {
    await site.migrate(from);
    for (const place of PLACES) await site.replace(place, from);
    const load = await startLoad(site, from);
    try {
      report(load, `2 web processes and a worker of ${from.name}`);
      await roll(site, load, from, to, requests);
    } finally {
      await load.stop();
    }
    report(load, 'looking for what was acknowledged');
    return { site, load, ...(await findLosses(site, load)) };
  } finally {
    await site.close();
  }
}

/** `npm run test:upgrade`. @returns whether no request failed and nothing was lost */
async function main(): Promise<boolean> {
  const options = readOptions();
  const commit = findCommit(options.from);
  const to = presentRevision();
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-upgrade-'));
  const checkout = path.join(folder, 'previous');
  try {
    report(undefined, `building ${commit.slice(0, 8)}`);
    const from = await checkOut(commit, checkout);
    const { site, load, acknowledged, lost } = await drill(folder, from, to, options.requests);
    const { requests, failed } = load.tally;
    const problems = [...lost, ...site.complaints];
    if (failed > 0) for (const warning of site.warnings.slice(-PROBLEMS_SHOWN)) console.error(warning);
    for (const problem of problems.slice(0, PROBLEMS_SHOWN)) console.error(problem);
    const count = (number: number) => number.toLocaleString('en');
    console.log(
      `rolling upgrade ${from.name} -> ${to.name} and back: ${count(requests)} requests, ${count(failed)} failed, ` +
        `${count(acknowledged)} acknowledged writes, ${count(lost.length)} lost`,
    );
    return failed + problems.length === 0;
  } finally {
    removeCheckout(checkout);
    rmSync(folder, { recursive: true, force: true });
  }
}

await runDrillProgram(main, stopping);
