import { cpus } from 'node:os';
import { stripVTControlCharacters } from 'node:util';

/** The result of one part of the tests. */
export interface Count {
  part: string;
  passed: number;
  failed: number;
  /** Whether there was nothing on this machine to test with. */
  isSkipped?: boolean;
  /** Of each failed test what `failureText` says. */
  failures?: string[];
  /** What it took, if that was measured. */
  cost?: Cost;
}

interface Cost {
  seconds: number;
  /** The part of all cores' time that the machine, with whatever else runs on it, was busy: 0 to 1. */
  busy: number;
}

function coreTimes(): { all: number; idle: number } {
  let [all, idle] = [0, 0];
  for (const { times } of cpus()) {
    all += times.user + times.nice + times.sys + times.irq + times.idle;
    idle += times.idle;
  }
  return { all, idle };
}

/** Runs a part and adds its cost to its result: a part that keeps all cores busy gains nothing from more workers. */
export async function measured(step: () => Promise<Count>): Promise<Count> {
  const [start, before] = [performance.now(), coreTimes()];
  const count = await step();
  const after = coreTimes();
  const all = after.all - before.all;
  const busy = all > 0 ? 1 - (after.idle - before.idle) / all : 0;
  return { ...count, cost: { seconds: (performance.now() - start) / 1000, busy } };
}

function costText({ cost }: Count): string {
  if (cost === undefined) return '';
  return ` (${cost.seconds.toFixed(0)} s, cores ${(cost.busy * 100).toFixed(0)} % busy)`;
}

const MAX_ERROR_CHARACTERS = 600;

/**
 * @param name of the failed test, with its file
 * @param error its message, which may be coloured and long
 * @returns the name with the beginning of the error, for a log of which perhaps only the end is kept
 */
export function failureText(name: string, error = ''): string {
  const beginning = stripVTControlCharacters(error).slice(0, MAX_ERROR_CHARACTERS).trimEnd();
  return [name, ...beginning.split('\n')].join('\n  ');
}

/**
 * Shows the failed tests and each part's count, closes with the sum, and sets the exit code. A part without a single
 * test is a failure.
 */
export function closeWithCount(counts: readonly Count[]): void {
  console.log('');
  for (const { failures = [] } of counts) for (const name of failures) console.log(`FAILED ${name}`);
  let [allPassed, allFailed] = [0, 0];
  for (const count of counts) {
    const { part, passed, failed, isSkipped = false } = count;
    const result = isSkipped ? 'skipped' : `${passed} passed, ${failed} failed`;
    console.log(`${part}: ${result}${costText(count)}`);
    allPassed += passed;
    allFailed += failed + (passed + failed === 0 && !isSkipped ? 1 : 0);
  }
  console.log(`\n${allPassed} passed, ${allFailed} failed`);
  process.exitCode = allFailed === 0 ? 0 : 1;
}
