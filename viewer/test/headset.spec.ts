import { FILM_SEEN, film, photo, tiles } from './fixture.ts';
import {
  apart,
  around,
  directionThrough,
  expect,
  LEVEL,
  PICTURE,
  pointOf,
  type Quaternion,
  seen,
  test,
  toYaw,
} from './headset-fixture.ts';
import { directionColour } from './pictures.ts';
import type { Screen } from './screen.ts';

const HEADS: Quaternion[] = [
  LEVEL,
  toYaw(1),
  toYaw(-2.5),
  around([1, 0, 0], 0.7),
  around([1, 0, 0], -1.2),
  around([0, 0, 1], 0.5),
  around([1, 2, 0.5], 1.1),
  around([-0.4, 1, -1], 2.3),
];

test.describe.configure({ mode: 'parallel' });

test('shows each eye what the head looks at', { tag: '@worker' }, async ({ stand }) => {
  await stand.begin();
  expect(await stand.page.evaluate(() => window.visiting.isSupported())).toBe(true);
  for (const head of HEADS) {
    await stand.turnHead(head);
    await stand.bothShow(head);
    const screen = await stand.screen();
    for (const eye of ['left', 'right'] as const)
      for (const [x, y] of [
        [0, 0],
        [0, 0.9],
        [-0.8, 0.5],
        [0.8, -0.9],
      ] as const)
        expect(apart(seen(screen, pointOf(eye, x, y)), directionThrough(head, x, y))).toBeLessThan(0.02);
  }
});

for (const layout of ['top-bottom', 'left-right'] as const) {
  for (const [kind, scene] of Object.entries({
    picture: photo(layout),
    tiles: tiles(layout),
    film: film(layout),
  })) {
    test(`shows each eye its half (${layout} ${kind})`, { tag: '@worker' }, async ({ stand }) => {
      await stand.begin({ ...scene, stereo: layout });
      const most = kind === 'film' ? FILM_SEEN : 0.03;
      const shows = (screen: Screen, eye: 'left' | 'right', picture: 'direction' | 'second') =>
        apart(seen(screen, pointOf(eye, 0.5, 0.5), picture), directionThrough(LEVEL, 0.5, 0.5)) < most;
      await expect(async () => {
        const screen = await stand.screen();
        expect(shows(screen, 'left', 'direction')).toBe(true);
        expect(shows(screen, 'right', 'second')).toBe(true);
      }).toPass({ timeout: 20_000 });
      await stand.end();
      if (kind === 'tiles') return;
      await stand.enter('headset', { swapEyes: true });
      await expect(async () => {
        const screen = await stand.screen();
        expect(shows(screen, 'left', 'second')).toBe(true);
        expect(shows(screen, 'right', 'direction')).toBe(true);
      }).toPass({ timeout: 20_000 });
    });
  }
}

test('draws the retouch for each eye', { tag: '@worker' }, async ({ stand }) => {
  await stand.begin({ ...PICTURE, adjust: { exposure: -1 }, nadir: { radius: 0.3, colour: '#201020' } });
  const shows = async (wanted: readonly number[]) => {
    await expect(async () => {
      const screen = await stand.screen();
      for (const eye of ['left', 'right'] as const) {
        const found = screen.at(...pointOf(eye, 0, 0));
        for (const [channel, value] of found.entries())
          expect(Math.abs(value - (wanted[channel] ?? 0))).toBeLessThanOrEqual(4);
      }
    }).toPass({ timeout: 20_000 });
  };
  await stand.turnHead(LEVEL);
  await shows(directionColour(0.5, 0.5).map((value) => value * 2 ** (-1 / 2.2)));
  await stand.turnHead(around([1, 0, 0], -Math.PI / 2));
  await shows([0x20, 0x10, 0x20]);
});

test('turns by 30 degrees with the thumbstick', { tag: '@worker' }, async ({ stand }) => {
  await stand.begin({ ...PICTURE, initialView: { yaw: 0.3 } });
  await stand.bothShow(toYaw(0.3));
  const push = async (x: number) => {
    await stand.page.evaluate((to) => window.device.controllers.left?.updateAxes('thumbstick', to, 0), x);
    await stand.frames();
  };
  for (const x of [1, 0, 1, 0.5, 1, 0, -1, 0]) await push(x);
  await stand.bothShow(toYaw(0.3 + Math.PI / 6));
  await stand.end();
  const { yaw } = await stand.view();
  expect(Math.abs(yaw - 0.3 - Math.PI / 6)).toBeLessThan(0.1 * (Math.PI / 180));
});

test('can be left and entered again, and frees what it took', { tag: '@worker' }, async ({ stand }) => {
  await stand.begin();
  for (const yaw of [0.5, -1.2, 2.2]) {
    await stand.turnHead(toYaw(yaw));
    await stand.frames();
    await stand.page.evaluate(() => window.device.activeSession?.end());
    await expect.poll(() => stand.contexts()).toBe(0);
    await stand.enter();
    expect(await stand.contexts()).toBe(1);
    await stand.frames();
  }
  // More often than browsers allow contexts.
  for (let visits = 4; visits < 20; visits++) {
    await stand.page.evaluate(() => window.device.activeSession?.end());
    await expect.poll(() => stand.contexts()).toBe(0);
    await stand.enter();
  }
  await stand.end();
  expect(await stand.contexts()).toBe(0);
  expect(await stand.page.locator('canvas').count()).toBe(1);
  await stand.page.evaluate(() => window.visiting.headset?.end());
  expect((await stand.visit()).ended).toBe(20);
  await stand.look({ yaw: 0, pitch: 0 });
  await stand.shows({ yaw: 0 });
});

test('looks where the head did afterwards', { tag: '@worker' }, async ({ stand }) => {
  await stand.begin({ ...PICTURE, initialView: { yaw: 1 } });
  await stand.bothShow(toYaw(1));
  await stand.turnHead(around([1, 0, 0], 0.5));
  await stand.frames();
  await stand.end();
  await stand.shows({ yaw: 1, pitch: 0.5 });
});

test('draws nothing while it is hidden', { tag: '@worker' }, async ({ stand }) => {
  await stand.begin();
  await stand.bothShow(LEVEL);
  await stand.page.evaluate(() => {
    const { drawArrays } = WebGL2RenderingContext.prototype;
    const scope = window as unknown as { draws: number };
    scope.draws = 0;
    WebGL2RenderingContext.prototype.drawArrays = function (...given) {
      scope.draws += 1;
      drawArrays.apply(this, given);
    };
  });
  const draws = () => stand.page.evaluate(() => (window as unknown as { draws: number }).draws);
  await expect.poll(draws).toBeGreaterThan(0);
  await stand.page.evaluate(() => window.device.updateVisibilityState('hidden'));
  await stand.frames();
  const before = await draws();
  await stand.frames();
  expect(await draws()).toBe(before);
  await stand.page.evaluate(() => window.device.updateVisibilityState('visible'));
  await expect.poll(draws).toBeGreaterThan(before);
});
