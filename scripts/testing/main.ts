import { exitWithMessage } from '../setup/common.mjs';
import { browserTests, otherBrowserTests, prepareDemo, viewerTests } from './browser-tests.ts';
import { checks } from './checks.ts';
import { type Count, closeWithCount, measured } from './report.ts';
import { createRunFolder } from './run-folder.ts';
import { unitTests } from './unit-tests.ts';

type Step = () => Promise<Count>;

function stepsOf(part: string, filter: string[], folder: string): Step[] {
  let endPreparation = async () => {};
  const parts: Record<string, Step[]> = {
    check: [checks],
    quick: [checks, () => unitTests(folder, { isQuick: true })],
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
  const steps = parts[part];
  if (steps === undefined)
    throw new Error(`No such part: ${part}. There are ${Object.keys(parts).join(', ')}.`);
  return steps;
}

async function main([part = 'all', ...filter]: string[]): Promise<void> {
  // Checks write next to nothing.
  const folder = await createRunFolder(part === 'check' ? 0 : undefined);
  try {
    const counts: Count[] = [];
    for (const step of stepsOf(part, filter, folder.path)) counts.push(await measured(step));
    closeWithCount(counts);
  } finally {
    await folder.remove();
  }
}

await main(process.argv.slice(2)).catch(exitWithMessage);
