import { cp, glob, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BROWSERS } from '../../e2e/browsers/installed.ts';
import { ROOT, run, SetupError } from '../setup/common.mjs';
import { findBrowser } from './browser.ts';
import { startOpenIdProvider } from './openid-provider.ts';
import { type Count, failureText } from './report.ts';
import { freePort, originOf, startServer } from './server.ts';

const MAX_PAGE_CHARACTERS = 12_000;

interface Suite {
  specs: {
    file: string;
    line: number;
    title: string;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
  suites?: Suite[];
}

interface Report {
  stats: { expected: number; unexpected: number };
  errors: unknown[];
  suites: Suite[];
}

/** The failed tests, each with its file and the beginning of its error. */
function failuresOf({ specs, suites = [] }: Suite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const [error] = tests.flatMap(({ results }) => results.flatMap((result) => result.error ?? []));
      return failureText(`${file}:${line} › ${title}`, error?.message);
    });
  return [...own, ...suites.flatMap(failuresOf)];
}

const RESULTS = path.join(ROOT, 'test-results');
/** The server as `npm start` starts it, but for the hashes of its passwords, which take little work. */
const SERVER = 'server/testing/quick-demo-server.ts';

interface PlaywrightRun {
  part: string;
  /** The name of Playwright's JSON report, and of the folder for the results of its tests. */
  name: string;
  /** A temporary folder. */
  folder: string;
  args: string[];
  env: Record<string, string>;
}

/** Prints what each failed test last saw, for machines whose files nobody can look at. */
async function printFailedPages(results: string): Promise<void> {
  for await (const file of glob('*/error-context.md', { cwd: results })) {
    const text = await readFile(path.join(results, file), 'utf8');
    console.log(`\n${file}\n${text.slice(0, MAX_PAGE_CHARACTERS)}`);
  }
}

async function playwright({ part, name, folder, args, env }: PlaywrightRun): Promise<Count> {
  const report = path.join(folder, `${name}.json`);
  const program = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const { code } = await run(process.execPath, [program, 'test', '--reporter=list,json', ...args], {
    env: {
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      FORCE_COLOR: '0',
    },
    echo: true,
  });
  if (code !== 0) await printFailedPages(path.join(RESULTS, name));
  const { stats, errors, suites }: Report = JSON.parse(await readFile(report, 'utf8'));
  const failed = stats.unexpected + errors.length;
  return {
    part,
    passed: stats.expected,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    failures: suites.flatMap(failuresOf),
  };
}

const dataDirIn = (folder: string) => path.join(folder, 'data');
const studioDataDirIn = (folder: string) => path.join(folder, 'studio-data');

/** Copies a folder whose files may belong to other accounts, as those of PostgreSQL do where root runs the tests. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else if ((await run('cp', ['-Rp', from, to])).code !== 0) throw new SetupError(`${from} cannot be copied.`);
}

interface TestServer {
  port: number;
  dataDir: string;
  /** The name of its log. */
  log?: string;
  env?: Record<string, string>;
}

/** Starts a server with fresh demo content for tests. */
async function startTestServer({ port, dataDir, log = 'server', env = {} }: TestServer) {
  await mkdir(RESULTS, { recursive: true });
  return startServer({
    port,
    dataDir,
    logFile: path.join(RESULTS, `${log}.log`),
    program: SERVER,
    // All tests share one IP address.
    env: { SIGN_UPS_PER_ADDRESS: '10000', FORMS_PER_ADDRESS: '10000', ...env },
  });
}

/**
 * Prepares the demo content of `browserTests` in the time that other tests spend waiting.
 *
 * @param folder as `browserTests` gets it
 * @returns ends that; the server of the browser tests does what is left
 */
export function prepareDemo(folder: string): () => Promise<void> {
  const controller = new AbortController();
  const prepare = async () => {
    await mkdir(RESULTS, { recursive: true });
    const server = await startServer({
      port: await freePort(),
      dataDir: dataDirIn(folder),
      logFile: path.join(RESULTS, 'demo.log'),
      program: SERVER,
      inBackground: controller.signal,
    });
    await server.stop();
  };
  const prepared = prepare().catch(() => console.log('The demo content is not complete yet.'));
  return () => {
    controller.abort();
    return prepared;
  };
}

/** Which Chromium Playwright starts, and how. */
async function chromium(): Promise<Record<string, string>> {
  const { executable, env } = await findBrowser();
  return { CHROMIUM: executable, BROWSER_ENVIRONMENT: JSON.stringify(env) };
}

/**
 * Runs the journeys of `e2e/` in a browser, with an OpenID provider in Google's place. Those of the studio, which change the
 * catalogue, have a server of their own; both begin with the same demo content.
 *
 * @param folder a temporary folder for the servers' data and the report
 * @param filter arguments for Playwright: files, `--grep`, ...
 */
export async function browserTests(folder: string, filter: string[] = []): Promise<Count> {
  const port = await freePort();
  // Once the demo content is complete, a copy of it is a second site.
  const { stop } = await startTestServer({ port, dataDir: dataDirIn(folder) });
  await stop();
  await copyFolder(dataDirIn(folder), studioDataDirIn(folder));
  const stack = new AsyncDisposableStack();
  // No `await using`: the check of imports cannot parse it.
  try {
    const google = await startOpenIdProvider(`${originOf(port)}/api/auth/oauth/google/callback`);
    stack.defer(google.stop);
    const visitors = await startTestServer({
      port,
      dataDir: dataDirIn(folder),
      env: {
        GOOGLE_ISSUER: google.issuer,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
      },
    });
    stack.defer(visitors.stop);
    const studio = await startTestServer({
      port: await freePort(),
      dataDir: studioDataDirIn(folder),
      log: 'studio',
    });
    stack.defer(studio.stop);
    // Awaited here: the servers stop when this returns.
    return await playwright({
      part: 'browser tests',
      name: 'browser',
      folder,
      args: filter,
      env: { ...(await chromium()), ORIEL_URL: visitors.url, STUDIO_URL: studio.url },
    });
  } finally {
    await stack.disposeAsync();
  }
}

/**
 * Runs the viewer's own tests in a browser, without the server.
 *
 * @param folder a temporary folder for the report
 * @param filter arguments for Playwright: files, `--grep`, ...
 */
export async function viewerTests(folder: string, filter: string[] = []): Promise<Count> {
  return playwright({
    part: 'viewer tests',
    name: 'viewer',
    folder,
    args: ['--config', path.join(ROOT, 'viewer/playwright.config.ts'), ...filter],
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
  const server = await startTestServer({ port: await freePort(), dataDir: dataDirIn(folder) });
  try {
    return await playwright({
      part,
      name: 'browsers',
      folder,
      args: ['--config', path.join(ROOT, 'e2e/browsers/playwright.config.ts'), ...filter],
      env: { ORIEL_URL: server.url },
    });
  } finally {
    await server.stop();
  }
}
