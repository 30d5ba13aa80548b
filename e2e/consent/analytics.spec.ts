import type { Page } from '@playwright/test';
import { banner, box, chooseCookies, cookieSettings, visit } from '../support/consent.ts';
import { expect } from '../support/fixtures.ts';
import {
  type MeasuredSite,
  type StoredEvent,
  TAG_ADDRESS,
  test,
  withdraw,
} from '../support/measured-site.ts';

// In one worker, since each that has a test of this file starts a site.
test.describe.configure({ mode: 'default' });

const EVENTS = '/api/analytics/events';
/** The entity of the specification. */
const FIELDS = [
  'browser',
  'created_at',
  'device',
  'event_type',
  'meta',
  'page_name',
  'referrer',
  'session_id',
  'user_agent',
  'user_id',
];

const inShort = ({ event_type, page_name, meta }: StoredEvent) =>
  [event_type, page_name, ...(meta ? [meta.name] : [])].join(' ');

/** The events so far, as `view /page` or `click /page name`. */
const told = async (site: MeasuredSite) => (await site.events()).map(inShort);

/** Bears `data-analytics`. */
const signIn = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign in' });

/** How often the service's script has run in this page. */
const tagRuns = (page: Page) => page.evaluate(() => (window as { tagRuns?: number }).tagRuns ?? 0);

for (const way of ['ping', 'fetch'] as const) {
  test(`pages and marked clicks are sent with the number of the visit, by ${way}`, async ({ page, site }) => {
    const sent: { type: string; body: string | null }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(EVENTS)) {
        sent.push({ type: request.resourceType(), body: request.postData() });
      }
    });
    if (way === 'fetch') {
      await page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'sendBeacon', { value: undefined });
      });
    }
    await page.goto('/careers?campaign=secret');
    await chooseCookies(page, 'Allow all');
    await signIn(page).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect.poll(() => told(site)).toEqual(['view /careers', 'click /careers sign-in', 'view /login']);

    const number = await visit(page);
    expect(number).toMatch(/^[0-9a-f]{32}$/);
    const events = await site.events();
    for (const event of events) {
      expect(event).toMatchObject({ session_id: number, browser: 'Chrome', device: 'desktop' });
      expect(event.user_agent).toContain('Chrome/');
      expect(JSON.stringify(event)).not.toContain('secret');
    }
    expect(events.map(({ referrer }) => referrer)).toEqual([null, null, '/careers']);

    expect(new Set(sent.map(({ type }) => type))).toEqual(new Set([way]));
    if (way === 'ping') return;
    const bodies = sent.flatMap(({ body }) => JSON.parse(body ?? '{}'));
    // What is sent while a page goes is not reported here.
    expect(bodies.length).toBeGreaterThan(0);
    for (const body of bodies) expect(Object.keys(body).sort()).toEqual(FIELDS);
  });
}

test('pending events are sent when the visitor leaves the page', async ({ page, site }) => {
  await page.goto('/careers');
  await chooseCookies(page, 'Allow all');
  await expect.poll(() => told(site)).toEqual(['view /careers']);
  // A click, and the page is left before it would have been sent.
  await signIn(page).evaluate((link: HTMLElement) => {
    link.addEventListener('click', (event) => event.preventDefault());
    link.click();
    location.assign('/terms');
  });
  await expect(page).toHaveURL(/\/terms$/);
  await expect.poll(() => told(site)).toEqual(['view /careers', 'click /careers sign-in', 'view /terms']);
  const numbers = new Set((await site.events()).map(({ session_id }) => session_id));
  expect(numbers).toEqual(new Set([await visit(page)]));
});

test('after consent is withdrawn nothing is sent, and a new consent begins a new visit', async ({
  page,
  site,
}) => {
  await page.goto('/careers');
  await chooseCookies(page, 'Allow all');
  await expect.poll(() => told(site)).toEqual(['view /careers']);
  const first = await visit(page);
  await withdraw(page);
  expect(await visit(page)).toBeNull();
  await page.goto('/community');
  await page.goto('/terms');
  await cookieSettings(page).click();
  await expect(box(page, 'Analytics')).not.toBeChecked();
  await chooseCookies(page, 'Allow all');
  // Events sent in between would precede this one.
  await expect.poll(() => told(site)).toEqual(['view /careers', 'view /terms']);
  const [, second] = await site.events();
  expect(second?.session_id).toBe(await visit(page));
  expect(second?.session_id).not.toBe(first);
  await expect
    .poll(async () => (await site.choices()).evidence.map(({ analytics }) => analytics))
    .toEqual([true, false, true]);
});

test.describe('the script of the analytics service', () => {
  test('is loaded only with consent to analytics, once, and is gone when it is withdrawn', async ({
    page,
    tagRequests,
    site,
  }) => {
    await page.goto('/careers');
    await box(page, 'Marketing').check();
    await chooseCookies(page, 'Save preferences');
    await page.goto('/terms');
    expect(tagRequests).toEqual([]);

    await cookieSettings(page).click();
    await box(page, 'Analytics').check();
    await chooseCookies(page, 'Save preferences');
    await expect.poll(() => tagRuns(page)).toBe(1);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Community' }).click();
    await expect(page).toHaveURL(/\/community$/);
    expect(await tagRuns(page)).toBe(1);
    expect(tagRequests).toEqual([TAG_ADDRESS]);
    await page.goto('/careers');
    await expect.poll(() => tagRuns(page)).toBe(1);
    // What is still on its way when consent is withdrawn is refused.
    await expect.poll(async () => (await told(site)).at(-1)).toBe('view /careers');

    const asked = tagRequests.length;
    await withdraw(page);
    expect(await tagRuns(page)).toBe(0);
    await expect(banner(page)).toBeHidden();
    await page.goto('/terms');
    await expect(page.locator('script[src^="https:"]')).toHaveCount(0);
    expect(tagRequests.length).toBe(asked);
  });

  test('is not on pages where credentials are typed, however the visitor comes to them', async ({
    page,
    tagRequests,
    site,
  }) => {
    await page.goto('/careers');
    await chooseCookies(page, 'Allow all');
    await expect.poll(() => tagRuns(page)).toBe(1);
    await signIn(page).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.locator('script[src^="https:"]')).toHaveCount(0);
    await expect.poll(() => told(site)).toEqual(['view /careers', 'click /careers sign-in', 'view /login']);
    expect(await tagRuns(page)).toBe(0);
    const asked = tagRequests.length;
    const receipt = '/receipts/R-2026-27-000001';
    for (const path of ['/login', '/join', '/verify-email', '/auth/error', '/auth/callback', receipt]) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
    }
    expect(tagRequests.length).toBe(asked);
    await expect.poll(() => told(site)).toContain('view /receipts');
    // Back among the other pages it runs again.
    await page.goto('/login');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Community' }).click();
    await expect.poll(() => tagRuns(page)).toBe(1);
  });

  test.describe('under the policy of the page', () => {
    test.use({ allowedErrors: [/content security policy|violates the following Content Security Policy/i] });

    test('may come from its own site, and from no other', async ({ page, context, site }) => {
      const policy = (await page.request.get('/careers')).headers()['content-security-policy'] ?? '';
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
      const origins = scripts.filter((source) => !source.startsWith("'sha256-"));
      expect(origins.sort()).toEqual(["'self'", new URL(TAG_ADDRESS).origin].sort());
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);

      const others: string[] = [];
      await context.route('https://other.example/**', (route) => {
        others.push(route.request().url());
        return route.abort();
      });
      await page.goto('/careers');
      expect(new URL(page.url()).origin).toBe(site.url);
      const refused = await page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI), {
              once: true,
            });
            const script = document.createElement('script');
            script.src = 'https://other.example/tag.js';
            document.head.append(script);
          }),
      );
      expect(refused).toContain('https://other.example');
      expect(others).toEqual([]);
    });
  });

  test.describe('that cannot be reached', () => {
    test.use({ allowedErrors: [/net::ERR_/] });

    test('D8 leaves the page as it is, and so does our own analytics', async ({ page, context }) => {
      const tried = new Set<string>();
      await context.route(
        (url) => url.href === TAG_ADDRESS || url.pathname === EVENTS,
        (route) => {
          tried.add(new URL(route.request().url()).pathname);
          return route.abort();
        },
      );
      await page.goto('/careers');
      await chooseCookies(page, 'Allow all');
      await expect.poll(() => [...tried].sort()).toEqual([EVENTS, '/tag.js']);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Community' }).click();
      await expect(page).toHaveURL(/\/community$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await withdraw(page);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  });
});
