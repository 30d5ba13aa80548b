import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  expectNoBarrier,
  expectNoBarrierInAnyTheme,
  expectNoMotion,
  expectToFit,
  walkByTab,
} from '../support/accessibility.ts';
import { expect, test } from '../support/fixtures.ts';
import { type PageHtml, readPage } from '../support/page-html.ts';
import { PAGES, REDIRECTS } from '../support/pages/all.ts';

test.use({ allowedErrors: [/status of 404/] });

/** Widths that every page must fit into; at the first, axe would see nothing that it does not see at 390 px. */
const WIDTHS = [320, 390, 820, 1440] as const;
const LONGEST_DESCRIPTION = 155;

const cut = (text: string) =>
  text.length <= LONGEST_DESCRIPTION ? text : `${text.slice(0, LONGEST_DESCRIPTION - 3).trimEnd()}...`;

test('every route has its row in the table of pages', () => {
  const source = readFileSync(new URL('../../web/src/routes.ts', import.meta.url), 'utf8');
  const routes = [...source.matchAll(/\broute\('([^']+)'/g)].map(([, route]) => route ?? '');
  if (/\bindex\(/.test(source)) routes.push('/');
  expect(routes.length).toBeGreaterThan(20);
  const known = new Set([...PAGES, ...REDIRECTS].map(({ route }) => route));
  expect([...known].toSorted()).toEqual(routes.toSorted());
});

test.describe('in its HTML', () => {
  for (const { path, title, heading, description, words, kind, status = 200, ...page } of PAGES) {
    test(`says what it is: ${path}`, async ({ request, baseURL }) => {
      const html = await readPage(request, path);
      expect(html.status).toBe(status);
      expect(html.title).toBe(`${title} · Oriel`);
      expect(html.headings).toEqual([heading]);
      for (const text of words) expect(html.main).toContain(text.replaceAll(/\s+/g, ' '));

      const described = html.meta('description') ?? '';
      expect(described).toBe(cut(description));
      expect(described.length).toBeLessThanOrEqual(LONGEST_DESCRIPTION);
      if (kind === undefined) {
        expect(html.meta('robots')).toBe('noindex');
        expect(html.canonical).toBeUndefined();
        return;
      }
      expect(html.meta('robots')).toBeUndefined();
      expect(html.canonical).toBe(new URL(page.canonical ?? path, baseURL).href);
      expect(html.meta('og:url')).toBe(html.canonical);
      expect(html.meta('og:title')).toBe(html.title);
      expect(html.meta('og:description')).toBe(described);
      expect(html.meta('og:site_name')).toBe('Oriel');
      expect(html.data).toMatchObject({ '@context': 'https://schema.org' });
      expect(JSON.stringify(html.data)).toContain(`"@type":"${kind}"`);
      expect(JSON.stringify(html.data)).toContain(`"url":"`);
      // The people in the samples are invented, so search engines must not read them as reviews.
      expect(JSON.stringify(html.data)).not.toMatch(/"(review|aggregateRating)"/i);

      const picture = html.meta('og:image');
      // A list of nothing has nothing to show.
      if (words.includes('No experiences found')) return;
      expect(picture).toMatch(new RegExp(`^${baseURL}/`));
      const answer = await request.get(picture ?? '');
      expect(answer.status()).toBe(200);
      expect(answer.headers()['content-type']).toMatch(/^image\/(jpeg|png|webp|avif)$/);
    });
  }

  test('no two pages share a title or description, and no link is broken', async ({ request, baseURL }) => {
    const read = await Promise.all(
      PAGES.map(async ({ path, canonical }) => ({
        path,
        isOriginal: canonical === undefined,
        ...(await readPage(request, path)),
      })),
    );
    const originals = read.filter(({ isOriginal }) => isOriginal);
    for (const said of [
      originals.map(({ title }) => title),
      originals.map(({ meta }) => meta('description')),
    ]) {
      expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
    }

    const links = new Map(
      read.flatMap((page) =>
        page.links.map((link) => [new URL(link, `${baseURL}${page.path}`).href, page.path] as const),
      ),
    );
    expect(links.size).toBeGreaterThan(60);
    const targets = new Map<string, PageHtml>(read.map((page) => [page.path, page]));
    const faults: string[] = [];
    // One after the other: a busy server refuses some of a hundred requests at once.
    for (const [link, from] of links) {
      const { pathname, search, hash } = new URL(link);
      // Where signing in leads back to differs from page to page.
      const path = pathname === '/login' ? pathname : pathname + search;
      const known = targets.get(path);
      const target = known ?? (await readPage(request, path));
      targets.set(path, target);
      if (!known && target.status !== 200) faults.push(`${link} on ${from}: ${target.status}`);
      else if (hash && !target.ids.includes(hash.slice(1))) faults.push(`${link} on ${from}: no such part`);
    }
    expect(faults).toEqual([]);
  });
});

for (const { route, path, to } of REDIRECTS) {
  test(`the path /${route} leads to another page`, async ({ request }) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers().location).toBe(to);
  });
}

test.describe('in a browser', () => {
  for (const { path, title, isBare, barriersElsewhere, ...texts } of PAGES) {
    test(`has no barrier: ${path}`, async ({ page }) => {
      const videos: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'media') videos.push(request.url());
      });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);

      await expect(page).toHaveTitle(`${title} · Oriel`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText(texts.headingLater ?? texts.heading);
      await expect(heading).toBeVisible();
      for (const role of ['banner', 'contentinfo'] as const) {
        await expect(page.getByRole(role)).toHaveCount(isBare ? 0 : 1);
      }
      await expect(page.getByRole('main')).toHaveCount(1);

      await expectNoMotion(page);
      expect(videos, 'videos loaded despite reduced motion').toEqual([]);

      // Another view of a page has the stops of that page.
      if (texts.canonical === undefined) await walkByTab(page, texts.stops);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(() => scrollTo(0, 0));
        await expectToFit(page, `${width} px`);
        if (barriersElsewhere) continue;
        // Structure depends on the width, which changes it between a phone and a wide screen, and colours on the theme.
        if (width === 390) await expectNoBarrier(page, `at ${width} px`);
        if (width === 1440) await expectNoBarrierInAnyTheme(page, `at ${width} px`);
      }
      expect(videos).toEqual([]);
    });
  }

  const walk = PAGES.filter(({ isBare, kind }) => !isBare && kind !== undefined);
  for (const [index, name] of ['first', 'second'].entries()) {
    test(`pages do not shift while they load and scroll, and request nothing from third parties: ${name} half`, async ({
      page,
      baseURL,
    }) => {
      test.setTimeout(180_000);
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        const url = request.url();
        if (/^https?:/.test(url) && !url.startsWith(`${baseURL}/`)) elsewhere.push(url);
      });
      await page.addInitScript(() => {
        window.shift = 0;
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[];
          for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) window.shift += value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const expectNoShift = async (path: string) => {
        await page.goto(path);
        await scrollDown(page);
        expect(await page.evaluate(() => window.shift), path).toBeLessThan(0.02);
      };
      for (const { path } of walk.filter((_, place) => place % 2 === index)) await expectNoShift(path);
      // What scripts add leaves less room for the rest on a phone.
      await page.setViewportSize({ width: 412, height: 823 });
      await expectNoShift(index === 0 ? '/landing' : '/experiences');
      expect(elsewhere).toEqual([]);
    });
  }
});

/** Scrolls down as with a wheel, step by step, and waits for the images that come into view. */
async function scrollDown(page: Page): Promise<void> {
  for (let step = 0; step < 6; step += 1) {
    await page.mouse.wheel(0, 700);
    await page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      const isLoading = (image: HTMLImageElement) => {
        const { top, bottom } = image.getBoundingClientRect();
        return !image.complete && image.checkVisibility() && bottom > 0 && top < innerHeight;
      };
      await frame();
      await frame();
      while ([...document.images].some(isLoading)) await frame();
    });
  }
}

declare global {
  interface Window {
    shift: number;
  }
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  const readable = PAGES.filter(({ kind, isBare }) => kind !== undefined && !isBare);
  for (const [index, name] of ['first', 'second'].entries()) {
    test(`every page can be read and left without scripts: ${name} half`, async ({ page }) => {
      for (const { path, heading } of readable.filter((_, place) => place % 2 === index)) {
        await page.goto(path);
        for (const width of [1440, 390]) {
          const where = `${path} at ${width} px`;
          await page.setViewportSize({ width, height: 900 });
          const main = page.getByRole('main');
          await expect(main.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
          const unseen = await main.locator(width === 1440 ? 'h2, h3, img' : 'h2, h3').evaluateAll((all) =>
            all
              // What a choice without scripts shows counts as what can be read.
              .filter(
                (part) =>
                  !part.checkVisibility() &&
                  !part.closest('dialog, details, .with-scripts, div:has(> fieldset [type="radio"])'),
              )
              .map((part) => part.outerHTML.slice(0, 120)),
          );
          expect(unseen, `what cannot be read on ${where}`).toEqual([]);
          await expectToFit(page, where);
          // What only a script could answer is not offered, but for hearts, which also say how many like a place.
          const dead = page.locator(
            'button:not([type="submit"], :disabled, [aria-pressed]), [role="switch"]',
          );
          await expect(dead.filter({ visible: true }), where).toHaveCount(0);
          for (const name of ['VR Tour', 'Community', 'Enterprise', 'Opportunity']) {
            const link = page.getByRole('banner').getByRole('link', { name, exact: true });
            await expect(link.filter({ visible: true }), `${name} on ${where}`).toHaveCount(1);
          }
        }
      }
      // Each half is left from another width.
      if (index === 0) await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('banner').getByRole('link', { name: 'Community', exact: true }).click();
      await expect(page).toHaveURL('/community');
    });
  }
});
