import { run } from '../setup/common.mjs';
import { toolEnvironment } from '../setup/pinned-node.mjs';

const CHECKS = [
  ['formatting and lint', 'biome', ['ci', '--colors=off', '.']],
  ["types of the pages' routes", 'react-router', ['typegen', 'web']],
  ['types: contract', 'tsc', ['-p', 'contract']],
  ['types: viewer', 'tsc', ['-p', 'viewer']],
  ["types: viewer's browser tests", 'tsc', ['-p', 'viewer/test']],
  ['types: server', 'tsc', ['-p', 'server']],
  ['types: web', 'tsc', ['-p', 'web']],
  ['types: whole journeys, benchmarks, settings', 'tsc', ['-p', '.']],
  [
    'import rules',
    'depcruise',
    [
      'contract/src',
      'viewer/src',
      'server/src',
      'server/dev',
      'server/testing',
      'server/chaos',
      'web/src',
      'e2e',
      'scripts',
    ],
  ],
];

/**
 * Runs every check, also after one has failed.
 *
 * @param {string} node the Node to run the tools with
 * @returns {Promise<import('./report.mjs').Count>}
 */
export async function checks(node) {
  const count = { part: 'checks', passed: 0, failed: 0 };
  for (const [title, tool, args] of CHECKS) {
    const { code, output } = await run(tool, args, { env: toolEnvironment(node) });
    count[code === 0 ? 'passed' : 'failed'] += 1;
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${title}`);
    if (code !== 0) console.log(output);
  }
  return count;
}
