import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DRILLS, type DrillResult, runDrill } from './drills.ts';
import { findLosses, startClusterLoad } from './load.ts';
import { findPrograms, MissingPrograms } from './programs.ts';
import { ClusterSite } from './site.ts';

const USAGE = `Options: --drills ${Object.keys(DRILLS).join(',')} (by default all), --seconds 10 (of load before each)`;
const SECONDS = '10';
const PROBLEMS_SHOWN = 40;

/** Invalid arguments; the message is shown to the user. */
class UsageError extends Error {}

function readOptions(): { drills: string[]; seconds: number } {
  const text = { type: 'string' } as const;
  let values: { drills?: string; seconds?: string };
  try {
    values = parseArgs({ options: { drills: text, seconds: text } }).values;
  } catch {
    throw new UsageError(USAGE);
  }
  const drills = values.drills?.split(',') ?? Object.keys(DRILLS);
  const { seconds = SECONDS } = values;
  if (!/^\d{1,4}$/.test(seconds) || drills.some((name) => !Object.hasOwn(DRILLS, name)))
    throw new UsageError(USAGE);
  return { drills, seconds: Number(seconds) };
}

const stopping = new AbortController();
const began = performance.now();

function report(step: string): void {
  stopping.signal.throwIfAborted();
  console.log(`${Math.round((performance.now() - began) / 1000)} s: ${step}`);
}

/** All drills on a site, then the search for what was acknowledged. */
async function runAll(site: ClusterSite, drills: readonly string[], seconds: number): Promise<boolean> {
  const load = await startClusterLoad(site);
  const results: DrillResult[] = [];
  try {
    for (const name of drills) {
      report(`load for ${seconds} s, then ${name}`);
      await sleep(seconds * 1000, undefined, { signal: stopping.signal });
      const drill = DRILLS[name];
      if (drill === undefined) continue;
      results.push(await runDrill(name, drill, site, load));
      report(results.at(-1)?.line ?? '');
    }
  } finally {
    await load.stop();
  }
  report('looking for what was acknowledged');
  const { lost, unsound } = await findLosses(site, load);
  for (const problem of [...lost, ...unsound].slice(0, PROBLEMS_SHOWN)) console.error(problem);
  const { requests, wrong } = load.answers.counts;
  const passed = results.filter(({ isPassed }) => isPassed).length;
  console.log(
    `${results.length} drills, ${passed} passed: ${load.recorder.acknowledged} acknowledged writes, ${lost.length} lost; ` +
      `${requests} requests, ${wrong} answered 500; ledger and payments: ${unsound.length} violations; ` +
      `slowest request ${(load.answers.slowestMs / 1000).toFixed(1)} s`,
  );
  return passed === results.length && lost.length + unsound.length + load.answers.failed === 0;
}

/** `npm run test:cluster`. @returns whether all drills passed and nothing was lost */
async function main(): Promise<boolean> {
  const { drills, seconds } = readOptions();
  const programs = findPrograms();
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-cluster-'));
  // PostgreSQL runs as another account when root starts this.
  chmodSync(folder, 0o755);
  try {
    const site = await ClusterSite.start(programs, folder, report);
    try {
      return await runAll(site, drills, seconds);
    } finally {
      await site.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => stopping.abort(new UsageError('Stopped.')));
try {
  if (!(await main())) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof UsageError || error instanceof MissingPrograms ? error.message : error);
  process.exitCode = 1;
}
