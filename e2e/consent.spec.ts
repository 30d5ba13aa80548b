import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import type { Experience } from '../contract/src/index.ts';
import { expect, test } from './fixtures.ts';

test.use({ hasChosenCookies: false });

const KEY = 'oriel-consent';
const PAGES = ['/landing', '/experiences', '/categories', '/contact', '/cookies', '/login'];

const banner = (page: Page) => page.getByRole('region', { name: 'Your choice about cookies' });
const button = (page: Page, name: string) => banner(page).getByRole('button', { name, exact: true });
const box = (page: Page, name: string) => banner(page).getByRole('checkbox', { name, exact: true });
const stored = (page: Page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), KEY);
const visit = (page: Page) => page.evaluate(() => sessionStorage.getItem('oriel-visit'));

async function cookie(context: BrowserContext): Promise<Record<string, unknown> | undefined> {
  const found = (await context.cookies()).find(({ name }) => name === KEY);
  return found && JSON.parse(decodeURIComponent(found.value));
}

/** Has the page note what leaves it by beacon. */
async function watchBeacons(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, data) => {
      const add = (text: string) => {
        const texts: string[] = JSON.parse(sessionStorage.getItem('beacons') ?? '[]');
        sessionStorage.setItem('beacons', JSON.stringify([...texts, text]));
      };
      if (data instanceof Blob) void data.text().then(add);
      return send(address, data);
    };
  });
}

interface Event {
  event_type: string;
  page_name: string;
  session_id: string;
  meta?: Record<string, unknown>;
}

/** The events that have left the page so far, in their order. */
async function events(page: Page): Promise<Event[]> {
  const texts: string[] = await page.evaluate(() => JSON.parse(sessionStorage.getItem('beacons') ?? '[]'));
  return texts.flatMap((text) => JSON.parse(text));
}

test('P1 before a choice no request leaves the site, no cookie is set and nothing is measured', async ({
  page,
  context,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? '').origin;
  const foreign: string[] = [];
  const measured: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) foreign.push(request.url());
    if (url.pathname.startsWith('/api/analytics')) measured.push(request.url());
  });
  const list: Experience[] = await (await page.request.get('/api/vr360?limit=100')).json();
  const embed = list.find(({ isPermission, mediaType }) => isPermission && mediaType === 'embed');
  for (const path of [...PAGES, ...(embed ? [`/experiences/vr/${embed.slug}`] : [])]) {
    await page.goto(path);
    await expect(banner(page)).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForLoadState('networkidle');
  }
  expect(foreign).toEqual([]);
  expect(measured).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(await visit(page)).toBeNull();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('everything but the necessary is off at first', async ({ page }) => {
  await page.goto('/experiences');
  await expect(box(page, 'Necessary')).toBeChecked();
  await expect(box(page, 'Necessary')).toBeDisabled();
  await expect(box(page, 'Analytics')).not.toBeChecked();
  await expect(box(page, 'Marketing')).not.toBeChecked();
});

test.describe('a choice', () => {
  const close = 'Save this selection and close';
  for (const [name, check, choose, analytics, marketing] of [
    ['Reject all', ['Analytics'], (page: Page) => button(page, 'Reject all').click(), false, false],
    [
      'Save preferences',
      ['Marketing'],
      (page: Page) => button(page, 'Save preferences').click(),
      false,
      true,
    ],
    ['Allow all', [], (page: Page) => button(page, 'Allow all').click(), true, true],
    ['Escape', ['Analytics'], (page: Page) => page.keyboard.press('Escape'), true, false],
    ['Escape at once', [], (page: Page) => page.keyboard.press('Escape'), false, false],
    ['close', ['Analytics', 'Marketing'], (page: Page) => button(page, close).click(), true, true],
  ] as const) {
    test(`by ${name} is kept for a year, here and for the server`, async ({ page, context }) => {
      await watchBeacons(page);
      await page.goto('/experiences');
      await expect(banner(page)).toBeVisible();
      for (const kind of check) await box(page, kind).check();
      await choose(page);
      await expect(banner(page)).toBeHidden();
      const choice = { version: 1, necessary: true, analytics, marketing, updatedAt: expect.any(String) };
      expect(await stored(page)).toEqual(choice);
      expect(await cookie(context)).toEqual(choice);
      const kept = (await context.cookies()).find((one) => one.name === KEY);
      const days = ((kept?.expires ?? 0) - Date.now() / 1000) / 86_400;
      expect(days).toBeGreaterThan(364);
      expect(days).toBeLessThan(366);

      await expect.poll(async () => (await events(page))[0]?.event_type).toBe('cookie_consent');
      const [told] = await events(page);
      expect(told?.meta).toEqual({
        version: 1,
        analytics,
        marketing,
        text: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(told?.session_id).not.toBe(await visit(page));
      expect((await page.request.post('/api/analytics/events', { data: told })).status()).toBe(200);

      await page.reload();
      await page.waitForTimeout(500);
      await expect(banner(page)).toBeHidden();
      expect((await visit(page)) === null).toBe(!analytics);
    });
  }

  test('counts for the other tabs too', async ({ page, context }) => {
    await page.goto('/experiences');
    const other = await context.newPage();
    await other.goto('/categories');
    await expect(banner(other)).toBeVisible();
    await button(page, 'Reject all').click();
    await expect(banner(other)).toBeHidden();
  });

  test('that is older than a year is asked again', async ({ page }) => {
    await page.addInitScript((key) => {
      const old = {
        version: 1,
        necessary: true,
        analytics: true,
        marketing: true,
        updatedAt: '2024-01-01T00:00:00Z',
      };
      localStorage.setItem(key, JSON.stringify(old));
    }, KEY);
    await page.goto('/experiences');
    await expect(banner(page)).toBeVisible();
    expect(await visit(page)).toBeNull();
  });
});

test('with consent pages and marked clicks are told by beacon, under the number of this visit', async ({
  page,
}) => {
  await watchBeacons(page);
  await page.goto('/experiences');
  await button(page, 'Allow all').click();
  await page.evaluate(() => {
    document
      .querySelector('main')
      ?.insertAdjacentHTML('beforeend', '<button data-analytics="a-mark">Mark</button>');
  });
  await page.getByRole('button', { name: 'Mark', exact: true }).click();
  await page.getByRole('link', { name: 'Community', exact: true }).first().click();
  await expect(page).toHaveURL(/\/community$/);
  // What leaves while a page is closed cannot be noted any more.
  await expect.poll(async () => (await events(page)).at(-1)?.page_name).toBe('/community');
  await page.goto('/categories?q=secret');
  const number = await visit(page);
  expect(number).toMatch(/^[0-9a-f]{32}$/);
  await expect
    .poll(async () => (await events(page)).filter(({ event_type }) => event_type !== 'cookie_consent'))
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event_type: 'view', page_name: '/experiences', session_id: number }),
        expect.objectContaining({ event_type: 'click', meta: { name: 'a-mark' }, session_id: number }),
        expect.objectContaining({ event_type: 'view', page_name: '/community', session_id: number }),
        expect.objectContaining({ event_type: 'view', page_name: '/categories', session_id: number }),
      ]),
    );
  const sent = await events(page);
  expect(JSON.stringify(sent)).not.toContain('secret');
  const measured = sent.filter(({ event_type }) => event_type !== 'cookie_consent');
  expect((await page.request.post('/api/analytics/events', { data: measured })).status()).toBe(200);
});

test('consent is withdrawn as easily as it is given', async ({ page, context }) => {
  await watchBeacons(page);
  await page.goto('/experiences');
  await button(page, 'Allow all').click();
  await expect.poll(() => visit(page)).not.toBeNull();
  const settings = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' });
  await settings.click();
  await expect(banner(page)).toBeFocused();
  await expect(box(page, 'Analytics')).toBeChecked();
  await button(page, 'Reject all').click();
  await expect(banner(page)).toBeHidden();
  await expect(settings).toBeFocused();
  expect(await visit(page)).toBeNull();
  expect(await cookie(context)).toMatchObject({ analytics: false, marketing: false });
  const before = (await events(page)).filter(({ event_type }) => event_type === 'view').length;
  await page.goto('/categories');
  await page.waitForTimeout(2_500);
  const after = (await events(page)).filter(({ event_type }) => event_type === 'view').length;
  expect(after).toBe(before);
});

test('with consent to marketing a film of another company loads at once, and not after it is withdrawn', async ({
  page,
}) => {
  const list: Experience[] = await (await page.request.get('/api/vr360?limit=100')).json();
  const film = list.find(({ vrUrl }) => vrUrl?.includes('youtube.com'));
  const foreign: string[] = [];
  await page.route(/youtube\.com/, (route) => {
    foreign.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
  });
  await page.goto(`/experiences/vr/${film?.slug}`);
  await expect(page.getByRole('button', { name: /^Load the tour from/ })).toBeVisible();
  expect(foreign).toEqual([]);
  await box(page, 'Marketing').check();
  await button(page, 'Save preferences').click();
  await expect.poll(() => foreign.length).toBe(1);
  await expect(page.locator('iframe')).toHaveCount(1);

  await page.goto('/cookies');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click();
  await button(page, 'Reject all').click();
  await page.goto(`/experiences/vr/${film?.slug}`);
  await expect(page.getByRole('button', { name: /^Load the tour from/ })).toBeVisible();
  expect(foreign.length).toBe(1);
});

test('the banner leaves the page readable, comes first by keyboard and moves nothing', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
      const total = shifts.reduce((sum, { value }) => sum + value, Number(window.name || 0));
      window.name = String(total);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.goto('about:blank');
    await page.evaluate(() => {
      window.name = '';
    });
    await page.setViewportSize({ width, height });
    await page.goto('/experiences');
    await expect(banner(page)).toBeVisible();
    const cover = await banner(page).boundingBox();
    expect(cover?.height ?? height).toBeLessThan(height * 0.45);
    await page.waitForTimeout(500);
    expect(Number(await page.evaluate(() => window.name || 0))).toBeLessThan(0.02);

    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(banner(page).locator(':focus')).toHaveCount(1);

    // The end of the page can be read above it.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = await page.getByRole('contentinfo').boundingBox();
    const top = (await banner(page).boundingBox())?.y ?? 0;
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(top + 1);
  }
});

test('Escape belongs to what lies above', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/experiences');
  await expect(banner(page)).toBeVisible();
  await page.getByRole('button', { name: /menu/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(banner(page)).toBeVisible();
});

for (const width of [320, 390, 1440]) {
  test(`the banner has no barrier in any theme at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const isReopened of [false, true]) {
      if (isReopened) {
        await button(page, 'Save preferences').click();
        await page.getByRole('button', { name: 'Cookie settings' }).first().click();
      } else await page.goto('/experiences');
      await expect(banner(page)).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      for (const theme of ['white', 'cream', 'dark']) {
        await page.evaluate((chosen) => {
          document.documentElement.dataset.theme = chosen;
        }, theme);
        await page.waitForTimeout(400);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target) }));
        expect(found, `${theme} at ${width}`).toEqual([]);
      }
    }
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is asked, for nothing is measured', async ({ page, context }) => {
    await page.goto('/experiences');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Your choice about cookies')).toBeHidden();
    expect(await context.cookies()).toEqual([]);
  });
});
