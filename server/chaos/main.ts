import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runSuite, type SuiteResult } from './suite.ts';

const USAGE = 'Options, each a whole number: --app-kills 200 --postgres-kills 100 --seed N';

/** Invalid arguments; the message is shown to the user. */
class UsageError extends Error {}

function readOptions(): { appKills: number; postgresKills: number; seed: number } {
  const text = { type: 'string' } as const;
  let values: { 'app-kills'?: string; 'postgres-kills'?: string; seed?: string };
  try {
    values = parseArgs({ options: { 'app-kills': text, 'postgres-kills': text, seed: text } }).values;
  } catch {
    throw new UsageError(USAGE);
  }
  if (Object.values(values).some((value) => !/^\d{1,9}$/.test(value))) throw new UsageError(USAGE);
  const { 'app-kills': appKills = 200, 'postgres-kills': postgresKills = 100 } = values;
  return {
    appKills: Number(appKills),
    postgresKills: Number(postgresKills),
    seed: Number(values.seed ?? randomInt(1, 1_000_000)),
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function describe(result: SuiteResult): string {
  const { appKills, postgresKills, acknowledged, unacknowledged, slowestReadyMs, slowestSettlementMs } =
    result;
  return (
    `${appKills + postgresKills} kills (${appKills} of the application, ${postgresKills} of PostgreSQL), ` +
    `${acknowledged} acknowledged writes checked, ${unacknowledged} unanswered ones, ` +
    `slowest ready ${seconds(slowestReadyMs)}, slowest settlement ${seconds(slowestSettlementMs)}, ` +
    `violations ${result.violations.length}`
  );
}

/** `npm run test:chaos`: kills the server and its database under load. @returns whether nothing was lost */
async function main(): Promise<boolean> {
  const options = readOptions();
  const { seed } = options;
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return;
      console.error('Stopping after the current kill.');
      stopping.abort();
    });
  }
  const began = performance.now();
  console.log(`Seed ${seed}`);
  const result = await runSuite({
    ...options,
    signal: stopping.signal,
    onKill: (soFar) => {
      if ((soFar.appKills + soFar.postgresKills) % 10 === 0) console.log(describe(soFar));
    },
    onViolation: (violation) => console.error(`VIOLATION ${violation}`),
  });
  console.log(`\nSeed ${seed}, ${Math.round((performance.now() - began) / 1000)} s: ${describe(result)}`);
  const kinds = Object.entries(result.kinds).map(([kind, count]) => `${kind} ${count}`);
  console.log(`Acknowledged: ${kinds.join(', ')}.`);
  console.log(`${result.payments} payments were captured at the gateway; each is credited, or values back.`);
  return result.violations.length === 0;
}

try {
  if (!(await main())) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
}
