import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { enter, expectRoom, HOTEL } from '../support/tours.ts';

const ROOMS = /\/tour-stage-[\w-]+\.js$/;

function scriptsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.push(pathname);
  });
  return paths;
}

test('a photo loads no script of tours with rooms', async ({ page }) => {
  const scripts = scriptsOf(page);
  await enter(page, '/experiences/vr/the-west-suite');
  await page.keyboard.press('ArrowRight', { delay: 100 });
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((path) => /tour-stage|text-tour/.test(path))).toEqual([]);
});

test('a tour with rooms has its script named in the page, and is hydrated as it was drawn', async ({
  page,
  request,
}) => {
  const html = await (await request.get(HOTEL)).text();
  const hints = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  );
  expect(hints.filter((href) => ROOMS.test(href))).toHaveLength(1);
  expect(html).toContain('Rooms:');
  const scripts = scriptsOf(page);
  await enter(page, HOTEL);
  await expectRoom(page, 'Lobby');
  expect(scripts.filter((path) => ROOMS.test(path))).toHaveLength(1);
  expect(scripts.findIndex((path) => ROOMS.test(path))).toBeLessThan(
    scripts.findIndex((path) => /hotspots/.test(path)),
  );
});
