import { glob, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BROWSERS } from '../../e2e/browsers/installed.ts';
import { ROOT, run } from '../setup/common.mjs';
import { findBrowser } from './browser.ts';
import { startOpenIdProvider } from './openid-provider.ts';
import type { Count } from './report.ts';
import { freePort, originOf, startServer } from './server.ts';

const MAX_PAGE_CHARACTERS = 12_000;

interface Report {
  stats: { expected: number; unexpected: number };
  errors: unknown[];
}

interface PlaywrightRun {
  part: string;
  /** Where Playwright writes its JSON report. */
  report: string;
  /** Its `outputDir`. */
  results: string;
  args: string[];
  env?: Record<string, string>;
}

/** Prints what each failed test last saw, for machines whose files nobody can look at. */
async function printFailedPages(results: string): Promise<void> {
  for await (const file of glob('*/error-context.md', { cwd: results })) {
    const text = await readFile(path.join(results, file), 'utf8');
    console.log(`\n${file}\n${text.slice(0, MAX_PAGE_CHARACTERS)}`);
  }
}

async function playwright({ part, report, results, args, env = {} }: PlaywrightRun): Promise<Count> {
  const program = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const { code } = await run(process.execPath, [program, 'test', '--reporter=list,json', ...args], {
    env: {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      FORCE_COLOR: '0',
    },
    echo: true,
  });
  if (code !== 0) await printFailedPages(results);
  const { stats, errors }: Report = JSON.parse(await readFile(report, 'utf8'));
  const failed = stats.unexpected + errors.length;
  return { part, passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** Which Chromium Playwright starts, and how. */
async function chromium(): Promise<Record<string, string>> {
  const { executable, env } = await findBrowser();
  return { CHROMIUM: executable, BROWSER_ENVIRONMENT: JSON.stringify(env) };
}

/**
 * Runs the journeys of `e2e/` in a browser against a server with fresh demo content and an OpenID provider in Google's place.
 *
 * @param folder a temporary folder for the server's data and the report
 * @param filter arguments for Playwright: files, `--grep`, ...
 */
export async function browserTests(folder: string, filter: string[] = []): Promise<Count> {
  const results = path.join(ROOT, 'test-results');
  await mkdir(results, { recursive: true });
  const port = await freePort();
  const google = await startOpenIdProvider(`${originOf(port)}/api/auth/oauth/google/callback`);
  try {
    const server = await startServer({
      port,
      dataDir: path.join(folder, 'data'),
      logFile: path.join(results, 'server.log'),
      env: {
        // All tests share one IP address.
        SIGN_UPS_PER_ADDRESS: '10000',
        FORMS_PER_ADDRESS: '10000',
        GOOGLE_ISSUER: google.issuer,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
      },
    });
    try {
      const report = path.join(folder, 'browser.json');
      return await playwright({
        part: 'browser tests',
        report,
        results: path.join(results, 'browser'),
        args: filter,
        env: { ...(await chromium()), ORIEL_URL: server.url },
      });
    } finally {
      await server.stop();
    }
  } finally {
    await google.stop();
  }
}

/**
 * Runs the viewer's own tests in a browser, without the server.
 *
 * @param folder a temporary folder for the report
 * @param filter arguments for Playwright: files, `--grep`, ...
 */
export async function viewerTests(folder: string, filter: string[] = []): Promise<Count> {
  const config = path.join(ROOT, 'viewer/playwright.config.ts');
  const report = path.join(folder, 'viewer.json');
  return playwright({
    part: 'viewer tests',
    report,
    results: path.join(ROOT, 'test-results/viewer'),
    args: ['--config', config, ...filter],
    env: await chromium(),
  });
}

/**
 * Runs the journeys of `e2e/browsers/` in Firefox and WebKit, where these are installed.
 *
 * @param folder a temporary folder for the server's data and the report
 * @param filter arguments for Playwright: files, `--grep`, `--project`, ...
 */
export async function otherBrowserTests(folder: string, filter: string[] = []): Promise<Count> {
  const part = 'other browsers';
  for (const { project, isInstalled, packages } of BROWSERS) {
    if (!isInstalled())
      console.log(`SKIPPED ${project}: not installed (Debian: apt-get install ${packages})`);
  }
  if (!BROWSERS.some(({ isInstalled }) => isInstalled())) {
    return { part, passed: 0, failed: 0, isSkipped: true };
  }
  const results = path.join(ROOT, 'test-results');
  await mkdir(results, { recursive: true });
  const server = await startServer({
    port: await freePort(),
    dataDir: path.join(folder, 'data'),
    logFile: path.join(results, 'server.log'),
    env: { SIGN_UPS_PER_ADDRESS: '10000', FORMS_PER_ADDRESS: '10000' },
  });
  try {
    return await playwright({
      part,
      report: path.join(folder, 'browsers.json'),
      results: path.join(results, 'browsers'),
      args: ['--config', path.join(ROOT, 'e2e/browsers/playwright.config.ts'), ...filter],
      env: { ORIEL_URL: server.url },
    });
  } finally {
    await server.stop();
  }
}
