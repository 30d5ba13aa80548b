import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { readTextOptions, runDrillProgram, UsageError } from '../testing/drill-command.ts';
import { isSmallDisk } from './small-disk.ts';
import { runSuite, type SuiteOptions, type SuiteResult } from './suite.ts';

const USAGE =
  'Options: --app-kills 200 --postgres-kills 100 --seed N, and with --disk FOLDER, a small file system of its own, --full-disks 20';

type Options = Pick<SuiteOptions, 'appKills' | 'postgresKills' | 'fullDisks' | 'seed' | 'dataDir'>;

function readOptions(): Options {
  const names = ['app-kills', 'postgres-kills', 'full-disks', 'seed', 'disk'] as const;
  const { disk, ...numbers } = readTextOptions(names, USAGE);
  if (Object.values(numbers).some((value) => !/^\d{1,9}$/.test(value))) throw new UsageError(USAGE);
  const count = (name: keyof typeof numbers, usual: number) => Number(numbers[name] ?? usual);
  const fullDisks = count('full-disks', disk === undefined ? 0 : 20);
  if (fullDisks > 0 && disk === undefined) throw new UsageError(USAGE);
  if (disk !== undefined && !isSmallDisk(disk))
    throw new UsageError(`The disk of ${disk} would be filled, and has more than 1 GB. ${USAGE}`);
  return {
    appKills: count('app-kills', 200),
    postgresKills: count('postgres-kills', 100),
    fullDisks,
    seed: count('seed', randomInt(1, 1_000_000)),
    // The suite removes the folder, which a mounted one cannot be.
    ...(disk !== undefined && { dataDir: mkdtempSync(path.join(disk, 'oriel-chaos-')) }),
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function describe(result: SuiteResult): string {
  const {
    appKills,
    postgresKills,
    fullDisks,
    acknowledged,
    unacknowledged,
    slowestReadyMs,
    slowestSettlementMs,
  } = result;
  return (
    `${appKills + postgresKills} kills (${appKills} of the application, ${postgresKills} of PostgreSQL), ` +
    `${fullDisks > 0 ? `${fullDisks} full disks, ` : ''}` +
    `${acknowledged} acknowledged writes checked, ${unacknowledged} unanswered ones, ` +
    `slowest ready ${seconds(slowestReadyMs)}, slowest settlement ${seconds(slowestSettlementMs)}, ` +
    `violations ${result.violations.length}`
  );
}

const stopping = new AbortController();
stopping.signal.addEventListener('abort', () => console.error('Stopping after the current kill.'));

/** `npm run test:chaos`: kills the server and its database under load, and fills their disk. @returns whether nothing was lost */
async function main(): Promise<boolean> {
  const options = readOptions();
  const { seed } = options;
  const began = performance.now();
  console.log(`Seed ${seed}`);
  const result = await runSuite({
    ...options,
    signal: stopping.signal,
    onHarm: (soFar) => {
      if ((soFar.appKills + soFar.postgresKills + soFar.fullDisks) % 10 === 0) console.log(describe(soFar));
    },
    onViolation: (violation) => console.error(`VIOLATION ${violation}`),
  });
  console.log(`\nSeed ${seed}, ${Math.round((performance.now() - began) / 1000)} s: ${describe(result)}`);
  const kinds = Object.entries(result.kinds).map(([kind, count]) => `${kind} ${count}`);
  console.log(`Acknowledged: ${kinds.join(', ')}.`);
  console.log(`${result.payments} payments were captured at the gateway; each is credited, or values back.`);
  return result.violations.length === 0;
}

await runDrillProgram(main, stopping);
