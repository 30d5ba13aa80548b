import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitWithMessage } from '../setup/common.mjs';
import { browserTests, otherBrowserTests, prepareDemo, viewerTests } from './browser-tests.ts';
import { checks } from './checks.ts';
import { type Count, closeWithCount } from './report.ts';
import { unitTests } from './unit-tests.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'oriel-tests-'));
const [part = 'all', ...filter] = process.argv.slice(2);

let endPreparation = async () => {};

const PARTS: Record<string, (() => Promise<Count>)[]> = {
  check: [checks],
  quick: [checks, () => unitTests(folder)],
  viewer: [() => viewerTests(folder, filter)],
  browser: [() => browserTests(folder, filter)],
  browsers: [() => otherBrowserTests(folder, filter)],
  all: [
    checks,
    () => {
      endPreparation = prepareDemo(folder);
      return unitTests(folder);
    },
    () => viewerTests(folder),
    async () => {
      await endPreparation();
      return browserTests(folder);
    },
  ],
};

try {
  const steps = PARTS[part];
  if (steps === undefined)
    throw new Error(`No such part: ${part}. There are ${Object.keys(PARTS).join(', ')}.`);
  const counts: Count[] = [];
  for (const step of steps) counts.push(await step());
  closeWithCount(counts);
} catch (error) {
  exitWithMessage(error);
} finally {
  await endPreparation();
  await rm(folder, { recursive: true, force: true });
}
