import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run } from '../setup/common.mjs';
import { type Count, failureText } from './report.ts';

interface Assertion {
  status: string;
  fullName: string;
  failureMessages: string[];
}

interface Report {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: Assertion[] }[];
}

/** Runs Vitest and shows its output. */
export function vitest(args: string[], env: Record<string, string> = {}) {
  const program = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  return run(process.execPath, [program, 'run', ...args], { env, echo: true });
}

/**
 * Runs the tests that need no browser: pure functions, and the server over HTTP on a real PostgreSQL.
 *
 * @param folder a temporary folder for the report
 * @param options.isQuick whether to leave out those that start other programs
 */
export async function unitTests(folder: string, { isQuick = false } = {}): Promise<Count> {
  const file = path.join(folder, 'vitest.json');
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  if (isQuick) args.push('--tagsFilter=!processes');
  const { code } = await vitest(args, { NO_COLOR: '1' });
  const report: Report = JSON.parse(await readFile(file, 'utf8'));
  // A file that does not even load has no failed test, and is named itself.
  const failures = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const file = path.relative(ROOT, name);
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      return tests.length === 0
        ? [file]
        : tests.map(({ fullName, failureMessages: [message] }) =>
            failureText(`${file} › ${fullName}`, message),
          );
    });
  return {
    part: 'unit and HTTP tests',
    passed: report.numPassedTests,
    failed: failures.length === 0 && code !== 0 ? 1 : failures.length,
    failures,
  };
}
