import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run } from '../setup/common.mjs';
import { toolEnvironment } from '../setup/pinned-node.mjs';

/**
 * Runs the tests that need no browser: pure functions, and the server over HTTP on a real PostgreSQL.
 *
 * @param {string} node the Node to run them with
 * @param {string} folder a temporary folder for the report
 * @returns {Promise<import('./report.mjs').Count>}
 */
export async function unitTests(node, folder) {
  const report = path.join(folder, 'vitest.json');
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(node, [vitest, 'run', ...reporters], {
    env: { ...toolEnvironment(node), NO_COLOR: '1' },
    echo: true,
  });
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8'));
  // A file that does not even load has no failed test.
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + brokenFiles;
  return {
    part: 'unit and HTTP tests',
    passed: numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
  };
}
