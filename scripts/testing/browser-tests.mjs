import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run } from '../setup/common.mjs';
import { toolEnvironment } from '../setup/pinned-node.mjs';
import { findBrowser } from './browser.mjs';
import { startServer } from './server.mjs';

/**
 * Runs the whole journeys of `e2e/` in a real browser against a real server with fresh demo content.
 *
 * @param {string} node the Node to run everything with
 * @param {string} folder a temporary folder for the server's data and the report
 * @param {string[]} filter arguments for Playwright: files, `--grep`, ...
 * @returns {Promise<import('./report.mjs').Count>}
 */
export async function browserTests(node, folder, filter = []) {
  const browser = await findBrowser(node);
  const results = path.join(ROOT, 'test-results');
  await mkdir(results, { recursive: true });
  const server = await startServer(node, {
    dataDir: path.join(folder, 'data'),
    logFile: path.join(results, 'server.log'),
  });
  const report = path.join(folder, 'playwright.json');
  try {
    const playwright = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
    const { code } = await run(node, [playwright, 'test', '--reporter=list,json', ...filter], {
      env: {
        ...toolEnvironment(node),
        ORIEL_URL: server.url,
        CHROMIUM: browser.executable,
        BROWSER_ENVIRONMENT: JSON.stringify(browser.env),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        FORCE_COLOR: '0',
      },
      echo: true,
    });
    const { stats, errors } = JSON.parse(await readFile(report, 'utf8'));
    const failed = stats.unexpected + stats.flaky + errors.length;
    return { part: 'browser tests', passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed };
  } finally {
    await server.stop();
  }
}
