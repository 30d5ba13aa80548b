import { availableParallelism } from 'node:os';
import { run } from '../setup/common.mjs';
import type { Count } from './report.ts';

type Check = readonly [title: string, tool: string, ...args: string[]];

/** The pages' types are generated before anything that reads them. */
const FIRST: Check = ["types of the pages' routes", 'react-router', 'typegen', 'web'];
/** The longest first. */
const CHECKS: readonly Check[] = [
  [
    'import rules',
    'depcruise',
    'contract',
    'viewer',
    'server',
    'web',
    'e2e',
    'bench',
    'content',
    'docs',
    'scripts',
  ],
  ['types: server', 'tsc', '-p', 'server'],
  ['types: web', 'tsc', '-p', 'web'],
  ['types: journeys, benchmarks, scripts, settings', 'tsc', '-p', '.'],
  ['formatting and lint', 'biome', 'ci', '--colors=off', '.'],
  ['migrations', 'node', 'server/testing/lint-migrations.ts'],
  ['types: contract', 'tsc', '-p', 'contract'],
  ['types: viewer', 'tsc', '-p', 'viewer'],
  ["types: viewer's browser tests", 'tsc', '-p', 'viewer/test'],
];

async function passes([title, tool, ...args]: Check): Promise<boolean> {
  const { code, output } = await run(tool, args);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${title}`);
  if (code !== 0) console.log(output);
  return code === 0;
}

/** Runs every check, as many at a time as there are cores, also after one has failed. */
export async function checks(): Promise<Count> {
  const results = [await passes(FIRST)];
  const waiting = [...CHECKS];
  const lane = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      results.push(await passes(check));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  const passed = results.filter(Boolean).length;
  return { part: 'checks', passed, failed: results.length - passed };
}
