import { test as base, expect } from '@playwright/test';
import type { BrowserProcess } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { type Engine, findFirefox, findWebKit } from './installed.ts';
import { Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

interface Options {
  /** Whether the visitor has refused cookies before; true unless a test is about that. */
  hasChosenCookies: boolean;
}

interface Fixtures {
  tab: Tab;
}

interface WorkerFixtures {
  engine: Engine;
  process: BrowserProcess;
}

/** What Firefox reports though nothing is missing. */
const HARMLESS = [
  // Of `/healthz`, which is no page.
  /blocked .* at \S+\/favicon\.ico/,
  // It asks the policy for `default-src` before it loads anything ahead; the click loads it then.
  /blocked .* \(default-src\) at \S+\.data\?/,
  /blocked .* \(default-src\) at \S+\/assets\//,
];

function start(engine: Engine): Promise<BrowserProcess> {
  const [firefox, webKit] = [findFirefox(), findWebKit()];
  if (engine === 'firefox' && firefox) return startFirefox(firefox);
  if (engine === 'webkit' && webKit) return startWebKit(webKit);
  throw new Error(`${engine} is not installed`);
}

/** As Playwright's `test`, with a tab of Firefox or WebKit in place of its page; a test also fails on an uncaught error there. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  process: [
    async ({ engine }, use) => {
      const browser = await start(engine);
      await use(browser);
      console.log(`run in ${browser.name}`);
      await browser.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  hasChosenCookies: [true, { option: true }],
  tab: async ({ process, baseURL, hasChosenCookies }, use) => {
    const driver = await process.open();
    await driver.resize(1280, 860);
    const tab = new Tab(driver, baseURL ?? '');
    if (hasChosenCookies) await tab.refuseCookies();
    await use(tab);
    const errors = driver.errors().filter((error) => !HARMLESS.some((known) => known.test(error)));
    await driver.close();
    expect(errors).toEqual([]);
  },
});

export { expect };
