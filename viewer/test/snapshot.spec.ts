import type { Hotspot } from '../src/types.ts';
import { expect, photo, type Stand, test, tiles } from './fixture.ts';
import { Screen } from './screen.ts';

const HOTSPOTS: Hotspot[] = [
  { id: 'clock', kind: 'info', label: 'Clock', at: { yaw: 0.3, pitch: 0.1 } },
  {
    id: 'window',
    kind: 'picture',
    label: 'Window',
    outline: [
      { yaw: -0.5, pitch: 0.3 },
      { yaw: -0.1, pitch: 0.3 },
      { yaw: -0.1, pitch: -0.2 },
      { yaw: -0.5, pitch: -0.2 },
    ],
  },
];
const VIEW = { yaw: 0.1, pitch: 0.05, fov: 1.2 };

const halved = async (stand: Stand, options: { hotspots?: boolean } = {}): Promise<Screen> => {
  const large = await stand.snapshot({ width: 1280, ...options });
  expect([large.width, large.height]).toEqual([1280, 720]);
  const pixels = Buffer.from(
    Array.from({ length: 640 * 360 }, (_, index) =>
      large.at((index % 640) * 2, Math.trunc(index / 640) * 2),
    ).flat(),
  );
  return new Screen(pixels, 640, 360);
};

test('takes an image of exactly what is on screen', async ({ stand }) => {
  await stand.open();
  await stand.showHotspots();
  await stand.load({ ...tiles('direction'), hotspots: HOTSPOTS });
  await stand.look(VIEW);
  const bare = await stand.snapshot({ hotspots: false });
  let screen = await stand.screen();
  await expect(async () => {
    screen = await stand.screen();
    // With the markers, which come a moment after the scene.
    expect(screen.difference(bare)).toBeGreaterThan(0.01);
    expect(screen.difference(await stand.snapshot())).toBeLessThan(0.005);
  }).toPass({ timeout: 20_000 });
  expect(screen.difference(await halved(stand))).toBeLessThan(0.02);
  expect(bare.difference(await halved(stand, { hotspots: false }))).toBeLessThan(0.005);
  // The screen has stayed as it was.
  expect(screen.difference(await stand.screen())).toBe(0);
});

test('takes an image of a video, and none of nothing', async ({ stand }) => {
  await stand.open({ renderer: stand.renderer === 'worker' ? 'auto' : 'main' });
  expect(await stand.page.evaluate(async () => (await window.harness.more()).snapshot({}))).toBeUndefined();
  const sources = [{ src: '/media/colours.webm', type: 'video/webm' }];
  await stand.load({ kind: 'video', sources }, 'playing');
  await expect(async () => {
    await stand.page.evaluate(() => window.harness.viewer.pause());
    expect((await stand.screen()).difference(await stand.snapshot())).toBeLessThan(0.005);
  }).toPass({ timeout: 20_000 });
});

test('loses no image with the context', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  await stand.load(photo('direction'));
  await stand.page.evaluate(() => window.harness.viewer.loseContext());
  await stand.event('contextlost');
  expect(await stand.page.evaluate(async () => (await window.harness.more()).snapshot({}))).toBeUndefined();
  await stand.page.evaluate(() => window.harness.viewer.restoreContext());
  await stand.event('contextrestored');
  await expect(async () => {
    const image = await stand.page.evaluate(async () => (await window.harness.more()).snapshot({}));
    expect(image).toContain('data:image/jpeg;base64,');
  }).toPass({ timeout: 20_000 });
});
