import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearFolder, readTextOptions, runDrillProgram, UsageError } from '../../testing/drill-command.ts';
import { DRILLS } from './drills.ts';
import { findLosses, startClusterLoad } from './load.ts';
import { findPrograms } from './programs.ts';
import { type DrillResult, runDrill } from './run-drill.ts';
import type { Scene } from './scene.ts';
import { ClusterSite } from './site.ts';
import { watchWriters } from './writers.ts';

const USAGE = `Options: --drills ${Object.keys(DRILLS).join(',')} (by default all), --rounds 1, --seconds 10 (of load before each drill)`;
const PROBLEMS_SHOWN = 40;

interface Options {
  drills: string[];
  /** How often all of them are done. */
  rounds: number;
  /** Of load before each. */
  seconds: number;
}

function readOptions(): Options {
  const values = readTextOptions(['drills', 'rounds', 'seconds'], USAGE);
  const drills = values.drills?.split(',') ?? Object.keys(DRILLS);
  const { rounds = '1', seconds = '10' } = values;
  if (![rounds, seconds].every((value) => /^\d{1,4}$/.test(value))) throw new UsageError(USAGE);
  if (drills.some((name) => !Object.hasOwn(DRILLS, name))) throw new UsageError(USAGE);
  return { drills, rounds: Number(rounds), seconds: Number(seconds) };
}

const stopping = new AbortController();
const began = performance.now();

function report(step: string): void {
  stopping.signal.throwIfAborted();
  console.log(`${Math.round((performance.now() - began) / 1000)} s: ${step}`);
}

/** All drills, one after the other. One that cannot end is the last. */
async function runDrills({ drills, rounds, seconds }: Options, scene: Omit<Scene, 'leader'>) {
  const results: DrillResult[] = [];
  for (const name of Array.from({ length: rounds }, () => drills).flat()) {
    const drill = DRILLS[name];
    if (drill === undefined) continue;
    report(`load for ${seconds} s, then ${name}`);
    await sleep(seconds * 1000, undefined, { signal: stopping.signal });
    try {
      const result = await runDrill(name, drill, scene);
      results.push(result);
      report(result.line);
    } catch (error) {
      results.push({ line: `FAILED ${name}: ${error}`, isPassed: false });
      report(`FAILED ${name}: ${error}`);
      break;
    }
  }
  return results;
}

/** All drills on a site, then the search for what was acknowledged. */
async function runAll(site: ClusterSite, options: Options): Promise<boolean> {
  const load = await startClusterLoad(site);
  const writers = await watchWriters(site.cluster);
  const results = await runDrills(options, { site, load, writers });
  await Promise.all([load.stop(), writers.stop()]);
  report('looking for what was acknowledged');
  const { lost, unsound } = await findLosses(site, load);
  for (const problem of [...lost, ...unsound].slice(0, PROBLEMS_SHOWN)) console.error(problem);
  const missing = await writers.findMissing();
  const { requests, wrong } = load.answers.counts;
  const passed = results.filter(({ isPassed }) => isPassed).length;
  console.log(
    `${results.length} drills, ${passed} passed: ${load.recorder.acknowledged} acknowledged writes, ${lost.length} lost; ` +
      `${requests} requests, ${wrong} answered 500 or 503 without Retry-After; ledger, payments and connections: ${unsound.length} violations; ` +
      `${writers.count} rows acknowledged by the nodes themselves, ${missing} lost`,
  );
  return passed === results.length && lost.length + missing + unsound.length + load.answers.failed === 0;
}

/** `npm run test:cluster`. @returns whether all drills passed and nothing was lost */
async function main(): Promise<boolean> {
  const options = readOptions();
  const programs = findPrograms();
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-cluster-'));
  // PostgreSQL runs as another account when root starts this.
  chmodSync(folder, 0o755);
  let isPassed = false;
  try {
    const site = await ClusterSite.start(programs, folder, report);
    try {
      const stopped = once(stopping.signal, 'abort').then(() => Promise.reject(stopping.signal.reason));
      isPassed = await Promise.race([runAll(site, options), stopped]);
    } finally {
      await site.close();
    }
  } finally {
    clearFolder(folder, !isPassed && !stopping.signal.aborted);
  }
  return isPassed;
}

await runDrillProgram(main, stopping);
