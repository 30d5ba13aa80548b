import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run } from '../setup/common.mjs';
import { toolEnvironment } from '../setup/pinned-node.mjs';
import { findBrowser } from './browser.mjs';
import { addressOf, freePort, startServer } from './server.mjs';

/**
 * Runs Playwright and counts.
 *
 * @param {string} node the Node to run everything with
 * @param {string} part how the report calls it
 * @param {string} report where Playwright writes its JSON report
 * @param {string[]} args arguments for `playwright test`
 * @param {Record<string, string>} [env] what the tests read beside the browser's place
 * @returns {Promise<import('./report.mjs').Count>}
 */
async function playwright(node, part, report, args, env = {}) {
  const browser = await findBrowser(node);
  const program = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const { code } = await run(node, [program, 'test', '--reporter=list,json', ...args], {
    env: {
      ...toolEnvironment(node),
      ...env,
      CHROMIUM: browser.executable,
      BROWSER_ENVIRONMENT: JSON.stringify(browser.env),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      FORCE_COLOR: '0',
    },
    echo: true,
  });
  const { stats, errors } = JSON.parse(await readFile(report, 'utf8'));
  const { expected, flaky } = stats;
  const failed = stats.unexpected + errors.length;
  return { part, passed: expected + flaky, failed: failed === 0 && code !== 0 ? 1 : failed, flaky };
}

/**
 * Runs the whole journeys of `e2e/` in a real browser against a real server with fresh demo content and
 * an OpenID provider in Google's place.
 *
 * @param {string} node the Node to run everything with
 * @param {string} folder a temporary folder for the server's data and the report
 * @param {string[]} filter arguments for Playwright: files, `--grep`, ...
 * @returns {Promise<import('./report.mjs').Count>}
 */
export async function browserTests(node, folder, filter = []) {
  const results = path.join(ROOT, 'test-results');
  await mkdir(results, { recursive: true });
  const port = await freePort();
  // Not at the top: its package may not be installed yet when this file is loaded.
  const { startOpenIdProvider } = await import('./openid-provider.mjs');
  const google = await startOpenIdProvider(`${addressOf(port)}/api/auth/oauth/google/callback`);
  try {
    const server = await startServer(node, {
      port,
      dataDir: path.join(folder, 'data'),
      logFile: path.join(results, 'server.log'),
      env: {
        // All the people of all the tests come from one address.
        SIGN_UPS_PER_ADDRESS: '10000',
        FORMS_PER_ADDRESS: '10000',
        GOOGLE_ISSUER: google.issuer,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
      },
    });
    try {
      return await playwright(node, 'browser tests', path.join(folder, 'browser.json'), filter, {
        ORIEL_URL: server.url,
      });
    } finally {
      await server.stop();
    }
  } finally {
    await google.stop();
  }
}

/**
 * Runs the viewer's own tests in a real browser, without the server.
 *
 * @param {string} node the Node to run everything with
 * @param {string} folder a temporary folder for the report
 * @returns {Promise<import('./report.mjs').Count>}
 */
export function viewerTests(node, folder) {
  const config = path.join(ROOT, 'viewer/playwright.config.ts');
  return playwright(node, 'viewer tests', path.join(folder, 'viewer.json'), ['--config', config]);
}
