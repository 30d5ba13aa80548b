import sharp from 'sharp';
import type { PhotoScene, View } from '../src/types.ts';
import { expect, PICTURE, test, tiles } from './fixture.ts';
import { LEVEL_COLOURS, picture } from './pictures.ts';

const previewOf = async (): Promise<string> => {
  const bytes = await sharp(await picture('direction', 2048))
    .resize(256, 128)
    .webp()
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
};

test('shows the level that the screen needs', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  // 360 pixels at 75 degrees need 1474 texels around the sphere; at 30 degrees 4222.
  await stand.load(tiles('levels'));
  await expect.poll(async () => (await stand.screen()).at(320, 180)).toEqual([...LEVEL_COLOURS[1]]);
  await stand.look({ fov: 0.5 });
  await expect.poll(async () => (await stand.screen()).at(320, 180)).toEqual([...LEVEL_COLOURS[2]]);
});

// The whole picture, which is compared, is uploaded in parts whose size depends on the renderer: both show its edges.
for (const [name, view, tag] of [
  ['the middle', { yaw: 0, pitch: 0 }, '@worker'],
  ['the end of the picture', { yaw: -Math.PI, pitch: 0 }, []],
  ['the zenith', { yaw: 0, pitch: 1.47 }, []],
  ['the nadir', { yaw: 0, pitch: -1.47 }, []],
  ['the end of the picture, enlarged', { yaw: -Math.PI, pitch: 0.1, fov: 0.25 }, '@worker'],
] as [string, View, string | string[]][]) {
  test(`has no seam at ${name}`, { tag }, async ({ stand }) => {
    await stand.open({ minFov: 0.2 });
    await stand.load({ ...(tiles('direction') as PhotoScene), initialView: view });
    await stand.settled();
    const cut = await stand.screen();
    const middle = cut.direction();
    expect(Math.abs(middle.pitch - view.pitch)).toBeLessThan(0.02);
    // At the poles all yaws meet, so neighbouring pixels may differ; elsewhere by at most 2, and twice rounding.
    if (Math.abs(view.pitch) < 1) {
      expect(Math.cos(middle.yaw - view.yaw)).toBeGreaterThan(0.999);
      expect(cut.largestStep()).toBeLessThan(5);
    }
    await stand.load({ ...(PICTURE as PhotoScene), initialView: view });
    expect(cut.difference(await stand.screen())).toBeLessThan(0.0005);
  });
}

test('shows the preview at once and leaves no hole until the tiles are there', async ({ stand }) => {
  let release: (status: number) => void = () => {};
  const held = new Promise<number>((resolve) => {
    release = resolve;
  });
  stand.site.answer = () => held;
  await stand.open();
  const scene = { ...tiles('direction'), preview: await previewOf() } as PhotoScene;
  await stand.load(scene, 'ready');
  await stand.shows({ yaw: 0 }, 0.05);
  expect(await stand.events('sharp')).toEqual([]);
  await stand.look({ yaw: 2.5, pitch: -0.4 });
  await stand.shows({ yaw: 2.5, pitch: -0.4 }, 0.05);
  release(200);
  await stand.event('sharp');
  await stand.shows({ yaw: 2.5, pitch: -0.4 });
});

test('asks for what is in view first, and for nothing when idle', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  const preview = await previewOf();
  await stand.load({ ...tiles('direction'), preview } as PhotoScene);
  // So many are under way at once, and may arrive in any order.
  const middle = stand.site.requests.slice(0, 6);
  // The middle lies in row 2, columns 3 and 4 of level 1 (2050 by 1025 texels, tiles of 256).
  expect(middle.filter((path) => /\/1\/[12]_[34]\.png$/.test(path))).toHaveLength(4);
  await stand.settled();
  const { length } = stand.site.requests;
  await stand.page.waitForTimeout(1500);
  expect(stand.site.requests).toHaveLength(length);
  // Nothing is asked for twice, and not the whole sphere.
  expect(new Set(stand.site.requests).size).toBe(length);
  expect(length).toBeLessThan(40);
});

test('gives up tiles that are no longer wanted', { tag: '@worker' }, async ({ stand }) => {
  let release: (status: number) => void = () => {};
  const held = new Promise<number>((resolve) => {
    release = resolve;
  });
  const aborted: string[] = [];
  stand.page.on('requestfailed', (request) => aborted.push(request.url()));
  stand.site.answer = () => held;
  await stand.open();
  const preview = await previewOf();
  await stand.load({ ...tiles('direction'), preview } as PhotoScene, 'ready');
  await expect.poll(() => stand.site.requests.length).toBeGreaterThan(3);
  await stand.look({ yaw: Math.PI });
  await expect.poll(() => aborted.length).toBeGreaterThan(3);
  release(200);
  await stand.event('sharp');
});

test('asks again for tiles that fail', { tag: '@worker' }, async ({ stand }) => {
  stand.site.answer = (_, attempt) => (attempt === 1 ? 503 : 200);
  await stand.open();
  await stand.load(tiles('direction'));
  await stand.shows({ yaw: 0 });
  expect(await stand.events('error')).toEqual([]);
});

test('reports a missing tile and shows the coarser one in its place', { tag: '@worker' }, async ({
  stand,
}) => {
  stand.site.answer = ({ pathname }) => (pathname.includes('/1/') ? 404 : 200);
  await stand.open();
  await stand.load(tiles('levels'), 'error');
  await stand.settled();
  expect((await stand.screen()).at(320, 180)).toEqual([...LEVEL_COLOURS[0]]);
  const errors = (await stand.events('error')) as { code: string; fatal: boolean }[];
  expect(errors[0]).toMatchObject({ code: 'network', fatal: false });
  const missing = stand.site.requests.filter((path) => path.includes('/1/'));
  expect(new Set(missing).size).toBe(missing.length);
});

test('reports that nothing can be shown', { tag: '@worker' }, async ({ stand }) => {
  stand.site.answer = () => 404;
  await stand.open();
  await stand.load(PICTURE, 'error');
  expect(await stand.events('error')).toMatchObject([{ code: 'network', fatal: true }]);
});

test('renews addresses that have expired, once for all', { tag: '@worker' }, async ({ stand }) => {
  stand.site.answer = ({ searchParams }) => (searchParams.get('key') === 'fresh' ? 200 : 403);
  await stand.open();
  await stand.page.evaluate(
    ([old, fresh]) => {
      Object.assign(window, { renewals: 0 });
      window.harness.load(old, {
        renewScene: async () => {
          Object.assign(window, { renewals: (window as unknown as { renewals: number }).renewals + 1 });
          // Long enough for the other tiles to be refused meanwhile.
          await new Promise((resolve) => setTimeout(resolve, 500));
          return fresh;
        },
      });
    },
    [tiles('direction', '?key=old'), tiles('direction', '?key=fresh')] as const,
  );
  await stand.event('sharp');
  expect(await stand.page.evaluate(() => (window as unknown as { renewals: number }).renewals)).toBe(1);
  expect(await stand.events('error')).toEqual([]);
  stand.site.answer = () => 403;
  await stand.load(PICTURE, 'error');
  expect(await stand.events('error')).toMatchObject([{ code: 'forbidden', fatal: true }]);
});

test('keeps within its share of memory', async ({ stand }) => {
  await stand.open({ textureBudget: 60 * 256 * 256 * 4 });
  await stand.load(tiles('direction'));
  for (const yaw of [1, 2, 3, -2, -1]) {
    await stand.look({ yaw, fov: 1 });
    await stand.page.waitForTimeout(300);
  }
  await expect.poll(async () => Math.abs((await stand.screen()).direction().yaw + 1)).toBeLessThan(0.02);
  expect((await stand.screen()).largestStep()).toBeLessThan(8);
});
