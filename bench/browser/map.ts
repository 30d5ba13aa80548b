/**
 * How long a map of 10,000 places keeps the page from answering: opens the library's map in Chromium, with places made up
 * here in place of the server's, moves and zooms it, and prints the longest task of each part. Needs a running server and
 * Chromium (`CHROME_PATH`).
 *
 *     node bench/browser/map.ts http://127.0.0.1:3000 [--places 10000]
 */
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';

/** Longer tasks are felt. */
const LIMIT_MS = 50;

const { values, positionals } = parseArgs({
  options: { places: { type: 'string', default: '10000' } },
  allowPositionals: true,
});
const [origin = 'http://127.0.0.1:3000'] = positionals;

/** Around towns, as places are: the golden ratio spreads them evenly. */
const pins = Array.from({ length: Number(values.places) }, (_, index) => {
  const [a, b] = [(index * 0.618_034) % 1, (index * 0.754_877) % 1];
  return [index + 1, Math.round((a * 110 - 45) * 1000), Math.round((b * 340 - 170) * 1000)];
}).flat();

/** The longest task since the last call, in milliseconds; 0 where none was longer than 50. */
const longest = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const tasks = (window as unknown as { tasks: number[] }).tasks.splice(0);
    return Math.round(Math.max(0, ...tasks));
  });

const executablePath = process.env.CHROME_PATH;
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--enable-unsafe-swiftshader', '--disable-dev-shm-usage'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(() => {
  const tasks: number[] = [];
  Object.assign(window, { tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask' });
});
await page.route('**/api/map*', (route) => route.fulfill({ json: { pins } }));
await page.goto(`${origin}/experiences`);
await page.waitForLoadState('load');
await page.waitForTimeout(3000);
await longest(page);

const results: [part: string, ms: number][] = [];
const measure = async (part: string, work: () => Promise<void>) => {
  await work();
  await page.waitForTimeout(400);
  results.push([part, await longest(page)]);
};
const map = page.getByRole('application');
await measure('open', async () => {
  await page.getByRole('navigation', { name: 'Show as' }).getByRole('link', { name: 'Map' }).click();
  await map.locator('canvas[data-marks]').waitFor();
});
const box = await map.boundingBox();
if (!box) throw new Error('the map is not shown');
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
await measure('drag', async () => {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < 60; step += 1) await page.mouse.move(x + 3 * step, y + step);
  await page.mouse.up();
});
await map.focus();
await measure('zoom', async () => {
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('+');
    await page.waitForTimeout(60);
  }
});
await measure('zoom out', async () => {
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('-');
    await page.waitForTimeout(60);
  }
});
await browser.close();

for (const [part, ms] of results) console.log(`${part.padEnd(10)} ${ms === 0 ? 'under 50' : ms} ms`);
const worst = Math.max(...results.map(([, ms]) => ms));
console.log(worst <= LIMIT_MS ? 'kept: no task over 50 ms' : `NOT KEPT: a task of ${worst} ms`);
process.exitCode = worst <= LIMIT_MS ? 0 : 1;
