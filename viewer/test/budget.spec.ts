import sharp from 'sharp';
import type { DataUse } from '../src/budget/index.ts';
import type { PhotoScene } from '../src/types.ts';
import { expect, photo, type Stand, test, tiles } from './fixture.ts';

async function noise(query = ''): Promise<PhotoScene> {
  const { data } = await sharp({ create: { width: 256, height: 128, channels: 3, background: '#808080' } })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { ...tiles('noise', query), preview: `data:image/png;base64,${data.toString('base64')}` };
}

/** Bytes of media that the page has been sent, and of the largest file. */
function watchBytes({ page }: Stand): { total: number; largest: number; of: (part: string) => number } {
  const sizes: { url: string; size: number }[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/media/')) return;
    const { length } = await response.body();
    sizes.push({ url: response.url(), size: length });
  });
  return {
    get total() {
      return sizes.reduce((sum, { size }) => sum + size, 0);
    },
    get largest() {
      return Math.max(0, ...sizes.map(({ size }) => size));
    },
    of: (part) => sizes.filter(({ url }) => url.includes(part)).length,
  };
}

async function limit(stand: Stand, bytes: number): Promise<void> {
  await stand.page.evaluate(async (given) => {
    Object.assign(window, { budget: await (await window.harness.more()).limitData(given) });
  }, bytes);
}

const lift = ({ page }: Stand) =>
  page.evaluate(() => (window as unknown as { budget: { lift(): void } }).budget.lift());

const lastUse = async (stand: Stand): Promise<DataUse | undefined> =>
  (await stand.events('use')).at(-1) as DataUse | undefined;

/** Waits until the limit holds up what the view would want. */
const spent = (stand: Stand) =>
  expect.poll(async () => (await lastUse(stand))?.isWaiting, { timeout: 30_000 }).toBe(true);

const within = (value: number | undefined, other: number) =>
  expect(Math.abs((value ?? 0) - other)).toBeLessThanOrEqual(other * 0.02);

for (const megabytes of [0.3, 1, 3]) {
  test(`keeps to ${megabytes} MB`, { tag: '@worker' }, async ({ stand }) => {
    const bytes = megabytes * 1e6;
    await stand.open();
    await limit(stand, bytes);
    const served = watchBytes(stand);
    await stand.load(await noise(), 'ready');
    // Turns until nothing more is to be had.
    for (const yaw of [0, 1, 2, 3, -2, -1]) {
      await stand.look({ yaw, fov: 0.4 });
      await stand.settled();
      if ((await lastUse(stand))?.isWaiting) break;
    }
    await spent(stand);
    expect(served.total).toBeLessThanOrEqual(bytes + served.largest);
    expect(served.total).toBeGreaterThan(bytes / 2);
    within((await lastUse(stand))?.bytes, served.total);
    // The whole sphere first, coarsely: five columns and three rows.
    if (megabytes === 3) expect(served.of('/0/')).toBe(15);
    expect(served.of('/2/') > 0).toBe(megabytes === 3);
  });
}

test('claims nothing sharp that is not, until the limit is lifted', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  await limit(stand, 3e5);
  const served = watchBytes(stand);
  await stand.load(await noise(), 'ready');
  await spent(stand);
  await stand.settled();
  expect(await stand.events('sharp')).toEqual([]);
  const blurred = await stand.screen();
  await lift(stand);
  await stand.event('sharp');
  await stand.settled();
  expect(await lastUse(stand)).toMatchObject({ limit: undefined, isWaiting: false });
  within((await lastUse(stand))?.bytes, served.total);
  expect((await stand.screen()).difference(blurred)).toBeGreaterThan(0.1);
  // The next scene has a budget of its own.
  await stand.go(await noise('?next'));
  await spent(stand);
  expect((await lastUse(stand))?.limit).toBe(3e5);
});

test('shows the preview of a whole image until the limit is lifted', { tag: '@worker' }, async ({
  stand,
}) => {
  await stand.open();
  await limit(stand, 1e6);
  await stand.load(photo('direction', { preview: '/media/second.png' }), 'ready');
  await spent(stand);
  expect(stand.site.requests).toEqual(['/media/second.png']);
  await lift(stand);
  await stand.event('sharp');
  expect(await stand.events('error')).toEqual([]);
});
