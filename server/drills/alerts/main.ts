import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearFolder, readTextOptions, runDrillProgram, UsageError } from '../../testing/drill-command.ts';
import { findProgram, MissingPrograms } from '../find-program.ts';
import { DrillRunner } from './drill.ts';
import { mountSmallDisk } from './machine-drills.ts';
import { DRILLS, runPlan } from './plan.ts';
import { Prometheus, shippedAlerts } from './prometheus.ts';
import { AlertSite } from './site.ts';
import { startVisitors } from './traffic.ts';
import { AlertWatch } from './watch.ts';

/** For how long no alert may fire before anything is broken: twice as long as the longest `for` of an alert about requests. */
const CALM_MS = 10_000;

const USAGE = 'Options: --alerts NAME,NAME (by default all)';

const stopping = new AbortController();
const began = performance.now();

function report(line: string): void {
  if (!stopping.signal.aborted)
    console.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(3)} s  ${line}`);
}

/** The alerts to provoke: those of `--alerts`, or all, and others of their drills. @throws {UsageError} */
function readAlerts(): string[] {
  const alerts = shippedAlerts();
  const names = readTextOptions(['alerts'], USAGE).alerts?.split(',') ?? alerts;
  if (names.some((name) => !alerts.includes(name))) throw new UsageError(USAGE);
  // A drill is done as a whole.
  const drilled = DRILLS.map((drill) => drill.alerts).filter((each) =>
    each.some((name) => names.includes(name)),
  );
  return [...new Set([...names, ...drilled.flat()])];
}

/** The drills on a site that runs. @returns whether all passed */
async function drill(site: AlertSite, program: string, folder: string, hasDisk: boolean): Promise<boolean> {
  const alerts = readAlerts();
  const prometheus = await Prometheus.start(program, folder, site.targets);
  const watch = new AlertWatch(prometheus);
  const visitors = startVisitors(site.url('web1'));
  try {
    report(`nothing is broken: no alert may fire for ${CALM_MS / 1000} s`);
    await sleep(CALM_MS, undefined, { signal: stopping.signal });
    const early = watch.firedSince(0);
    for (const alert of early) report(`FAILED  ${alert}: fires while nothing is broken`);
    const runner = new DrillRunner({ site, prometheus, watch }, alerts, report);
    const untold = await runPlan(runner, hasDisk);
    const told = [...runner.outcomes, ...untold].map(({ alert }) => alert);
    for (const { alert, reason } of untold) report(`-       ${alert}: ${reason}`);
    for (const alert of alerts.filter((name) => !told.includes(name)))
      report(`FAILED  ${alert}: has no drill`);
    const passed = runner.outcomes.filter(({ isPassed }) => isPassed).length;
    report(
      `${alerts.length} alerts: ${passed} fired and resolved, ${untold.length} could not be provoked here`,
    );
    return passed + untold.length === alerts.length && early.length === 0;
  } finally {
    await visitors.stop();
    await watch.stop();
    await prometheus.close();
  }
}

/** `npm run test:alerts`. @returns whether each alert fired and ended */
async function main(): Promise<boolean> {
  readAlerts();
  const program = findProgram('prometheus');
  if (program === undefined)
    throw new MissingPrograms('Missing: prometheus. On Debian: apt-get install prometheus');
  const folder = mkdtempSync(path.join(tmpdir(), 'oriel-alerts-'));
  // PostgreSQL runs as another account when root starts this.
  chmodSync(folder, 0o755);
  const disk = path.join(folder, 'web1');
  mkdirSync(disk);
  const unmount = mountSmallDisk(disk);
  let isPassed = false;
  try {
    report('starting PostgreSQL, a bucket, a mail server, two web processes and a worker');
    const site = await AlertSite.start(folder);
    try {
      const stopped = once(stopping.signal, 'abort').then(() => Promise.reject(stopping.signal.reason));
      isPassed = await Promise.race([drill(site, program, folder, unmount !== undefined), stopped]);
    } finally {
      await site.close();
    }
  } finally {
    unmount?.();
    clearFolder(folder, !isPassed && !stopping.signal.aborted);
  }
  return isPassed;
}

await runDrillProgram(main, stopping);
