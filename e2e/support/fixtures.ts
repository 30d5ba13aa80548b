import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Response,
} from '@playwright/test';
import { isHydrated } from './is-hydrated.ts';

/** Console errors that a test expects, for instance of a page that is not there. */
interface Expectations {
  allowedErrors: RegExp[];
  /** Whether the visitor has refused cookies before, so that nothing asks; true unless a test is about that. */
  hasChosenCookies: boolean;
}

/** What went wrong in a page without the test looking for it. */
function watch(page: Page, found: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => found.push(`exception: ${error.stack ?? error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) found.push(`${response.status()} from ${response.url()}`);
  });
}

/** Runs in the page before its own scripts. */
function refuseCookies(): void {
  const refused = { version: 1, necessary: true, analytics: false, marketing: false };
  const text = JSON.stringify({ ...refused, updatedAt: new Date().toISOString() });
  try {
    if (localStorage.getItem('oriel-consent') === null) localStorage.setItem('oriel-consent', text);
  } catch {
    // Frames of others have no storage.
  }
}

/**
 * A second browser whose visitor has refused cookies before: no banner asks, and none covers
 * what the test clicks. Close it in the end.
 */
export async function openAnotherBrowser(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  // The project says which server its tests use.
  const { baseURL = '' } = base.info().project.use;
  const context = await browser.newContext({ baseURL, ...options });
  await context.addInitScript(refuseCookies);
  return context;
}

/**
 * As Playwright's `test`, but a test also fails on any console error, exception, breach of the content security policy or
 * 5xx answer in any of its pages, and `goto` and `reload` wait for the page's scripts. `test.use({ allowedErrors: [/.../] })` makes exceptions.
 */
export const test = base.extend<Expectations>({
  context: async ({ context, allowedErrors, hasChosenCookies }, use) => {
    const found: string[] = [];
    if (hasChosenCookies) await context.addInitScript(refuseCookies);
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    context.on('page', (page) => watch(page, found));
    await use(context);
    expect(found.filter((line) => !allowedErrors.some((allowed) => allowed.test(line)))).toEqual([]);
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    const [open, reload] = [page.goto.bind(page), page.reload.bind(page)];
    const hydrated = async (response: Response | null) => {
      await page.waitForFunction(isHydrated);
      return response;
    };
    // Not until every image is there: what a test needs of them it waits for.
    const early = { waitUntil: 'domcontentloaded' } as const;
    if (javaScriptEnabled !== false) {
      page.goto = async (url, options) => hydrated(await open(url, { ...early, ...options }));
      page.reload = async (options) => hydrated(await reload({ ...early, ...options }));
    }
    await use(page);
  },
  allowedErrors: [[], { option: true }],
  hasChosenCookies: [true, { option: true }],
});

export { expect };
