import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Scene } from '../src/types.ts';
import { photo, tiles } from './fixture.ts';
import {
  apart,
  around,
  directionThrough,
  expect,
  type HeadsetStand,
  pointOf,
  type Quaternion,
  seen,
  test,
  toYaw,
} from './headset-fixture.ts';
import type { Screen } from './screen.ts';

const PICTURE = photo('direction');
const BEHIND = toYaw(Math.PI);
const LEVEL = toYaw(0);
const DOOR = { id: 'door', kind: 'door', label: 'Hall', at: { yaw: 0.6, pitch: 0 } } as const;
const INFO = { id: 'info', kind: 'info', label: 'Window', at: { yaw: -0.6, pitch: 0 } } as const;
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

/** In the headset, with the controllers pointing behind. */
async function enter(stand: HeadsetStand, scene: Scene = PICTURE, given = {}): Promise<void> {
  await stand.open();
  await stand.load(scene);
  await stand.page.evaluate(({ x, y, z, w }) => {
    for (const controller of Object.values(window.device.controllers)) controller?.quaternion.set(x, y, z, w);
  }, BEHIND);
  await stand.enter('headset', given);
}

test('shows each eye what the head looks at', { tag: '@worker' }, async ({ stand }) => {
  await enter(stand);
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
  for (const [kind, scene] of Object.entries({ picture: photo(layout), tiles: tiles(layout) })) {
    test(`shows each eye its half (${layout} ${kind})`, { tag: '@worker' }, async ({ stand }) => {
      await enter(stand, { ...scene, stereo: layout });
      const shows = (screen: Screen, eye: 'left' | 'right', picture: 'direction' | 'second') =>
        apart(seen(screen, pointOf(eye, 0.5, 0.5), picture), directionThrough(LEVEL, 0.5, 0.5)) < 0.03;
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

test('goes through a door that a controller points at', { tag: '@worker' }, async ({ stand }) => {
  await enter(stand, { ...PICTURE, hotspots: [DOOR, INFO] });
  const options = { towards: DOOR.at, arrival: { yaw: 2, pitch: 0 } };
  await stand.do({ door: { scene: photo('second'), options }, info: 'A window of 1890.' });
  await stand.turnHead(toYaw(0.4));
  await stand.bothShow(toYaw(0.4));
  await stand.point(toYaw(1.5));
  await stand.pull();
  expect((await stand.visit()).pressed).toEqual([]);
  await stand.point(toYaw(0.62));
  await stand.pull();
  await expect.poll(async () => (await stand.visit()).arrivals).toEqual([true]);
  expect((await stand.visit()).pressed).toEqual(['door']);
  // As far to the left of where the door leads as the head was of the door.
  await stand.point(BEHIND);
  await stand.bothShow(toYaw(1.8), 'second');
  expect(await stand.events('ready')).toHaveLength(2);
  await stand.end();
  await expect.poll(async () => (await stand.view()).yaw).toBeCloseTo(1.8, 2);
  await stand.event('sharp');
  const screen = await stand.screen();
  expect(apart(seen(screen, [320, 180], 'second'), { yaw: 1.8, pitch: 0 })).toBeLessThan(0.02);
});

test('is used with bare hands', { tag: '@worker' }, async ({ stand }) => {
  await enter(stand, { ...PICTURE, hotspots: [DOOR] });
  await stand.do({ door: { scene: photo('second'), options: { arrival: { yaw: 0, pitch: 0 } } } });
  await stand.bothShow(LEVEL);
  const pinch = async (value: number) => {
    await stand.page.evaluate(
      ([to, { x, y, z, w }]) => {
        const { right } = window.device.hands;
        window.device.primaryInputMode = 'hand';
        right?.quaternion.set(x, y, z, w);
        right?.updatePinchValue(to);
      },
      [value, toYaw(0.58)] as const,
    );
    await stand.frames();
  };
  await expect(async () => {
    for (const value of [0, 1, 0]) await pinch(value);
    expect((await stand.visit()).pressed).toContain('door');
  }).toPass({ timeout: 20_000 });
  await expect.poll(async () => (await stand.visit()).arrivals).toContain(true);
});

test('says what a hotspot is, and closes the card again', { tag: '@worker' }, async ({ stand }) => {
  await enter(stand, { ...PICTURE, hotspots: [DOOR, INFO] });
  await stand.do({ info: 'A window of 1890.\nIt has been restored twice.' });
  await stand.turnHead(toYaw(-0.6));
  await stand.bothShow(toYaw(-0.6));
  const isCard = (screen: Screen) => {
    const [r, g, b] = screen.at(...pointOf('left', 0.12, 0.05));
    return r > 240 && g > 230 && b > 215 && b < 240;
  };
  await stand.point(toYaw(-0.58));
  await stand.pull();
  await expect.poll(async () => isCard(await stand.screen())).toBe(true);
  await stand.pull();
  await expect.poll(async () => isCard(await stand.screen())).toBe(false);
  expect((await stand.visit()).pressed).toEqual(['info']);
});

test('presses what is looked at for a second and a half', { tag: '@worker' }, async ({ stand }) => {
  await enter(stand, { ...PICTURE, hotspots: [DOOR] });
  await stand.do({ door: { scene: photo('second'), options: { arrival: { yaw: 0.6, pitch: 0 } } } });
  await stand.layAside();
  await stand.bothShow(LEVEL);
  await stand.page.evaluate(() => {
    Object.assign(window, { lookedAt: performance.now() });
    const { push } = window.visiting.pressed;
    window.visiting.pressed.push = (...ids) => {
      Object.assign(window, { pressedAt: performance.now() });
      return push.apply(window.visiting.pressed, ids);
    };
  });
  await stand.turnHead(toYaw(0.6));
  await expect.poll(async () => (await stand.visit()).pressed).toEqual(['door']);
  const waited = await stand.page.evaluate(() => {
    const { pressedAt, lookedAt } = window as unknown as Record<string, number>;
    return (pressedAt ?? 0) - (lookedAt ?? 0);
  });
  expect(waited).toBeGreaterThanOrEqual(1450);
  await stand.bothShow(toYaw(0.6), 'second');
});

test('turns by 30 degrees with the thumbstick', { tag: '@worker' }, async ({ stand }) => {
  await enter(stand, { ...PICTURE, initialView: { yaw: 0.3 } });
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
  await enter(stand);
  for (const yaw of [0.5, -1.2, 2.2]) {
    await stand.turnHead(toYaw(yaw));
    await stand.frames();
    await stand.page.evaluate(() => window.device.activeSession?.end());
    await expect.poll(() => stand.contexts()).toBe(0);
    await stand.enter();
    expect(await stand.contexts()).toBe(1);
    await stand.frames();
  }
  await stand.end();
  expect(await stand.contexts()).toBe(0);
  expect(await stand.page.locator('canvas').count()).toBe(1);
  await stand.page.evaluate(() => window.visiting.headset?.end());
  expect((await stand.visit()).ended).toBe(4);
  await stand.look({ yaw: 0, pitch: 0 });
  await stand.shows({ yaw: 0 });
});

test('looks where the head did afterwards', { tag: '@worker' }, async ({ stand }) => {
  await enter(stand, { ...PICTURE, initialView: { yaw: 1 } });
  await stand.bothShow(toYaw(1));
  await stand.turnHead(around([1, 0, 0], 0.5));
  await stand.frames();
  await stand.end();
  await stand.shows({ yaw: 1, pitch: 0.5 });
});

test('draws nothing while it is hidden', { tag: '@worker' }, async ({ stand }) => {
  await enter(stand);
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

test('plays videos, and those behind doors', { tag: '@worker' }, async ({ stand }) => {
  const video: Scene = { kind: 'video', sources: [{ src: '/media/colours.webm' }] };
  const brightest = (screen: Screen, eye: 'left' | 'right') => {
    const colour = screen.at(...pointOf(eye, 0, 0.5));
    return colour.indexOf(Math.max(...colour));
  };
  const playsAll = async () => {
    const colours = new Set<number>();
    await expect
      .poll(
        async () => {
          const screen = await stand.screen();
          if (brightest(screen, 'left') === brightest(screen, 'right'))
            colours.add(brightest(screen, 'left'));
          return colours.size;
        },
        { intervals: [100] },
      )
      .toBe(3);
  };
  await enter(stand, { ...PICTURE, hotspots: [DOOR] });
  await stand.do({ door: { scene: video } });
  await stand.point(toYaw(0.6));
  await stand.frames();
  await expect(async () => {
    await stand.pull();
    expect((await stand.visit()).arrivals).toEqual([true]);
  }).toPass({ timeout: 20_000 });
  await playsAll();
  await stand.end();
  await stand.event('playing');
  await stand.enter();
  await playsAll();
});

test('stays in its room where the script of a film behind a door cannot be had', { tag: '@worker' }, async ({
  stand,
}) => {
  const broken = { contentType: 'text/javascript', body: 'throw new Error()' };
  await stand.page.route(/video-source-/, (route) => route.fulfill(broken));
  await enter(stand, { ...PICTURE, hotspots: [DOOR] });
  await stand.do({ door: { scene: { kind: 'video', sources: [{ src: '/media/colours.webm' }] } } });
  await stand.point(toYaw(0.6));
  await stand.frames();
  await expect(async () => {
    await stand.pull();
    expect((await stand.visit()).arrivals[0]).toBe(false);
  }).toPass({ timeout: 20_000 });
  await stand.frames();
  await stand.bothShow(LEVEL);
});

test("begins with the browser's own button", { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  await stand.load(PICTURE);
  const entered = stand.enter('offer');
  await stand.page.waitForTimeout(100);
  await stand.page.evaluate(() => window.device.grantOfferedSession());
  await entered;
  await stand.bothShow(LEVEL);
});

test('stays light in chunks that are loaded when they are needed', { tag: '@worker' }, async ({ site }) => {
  const folder = path.join(site.folder, 'assets');
  const names = await readdir(folder);
  const size = async (begin: string) => {
    const name = names.find((file) => file.startsWith(`${begin}-`) && file.endsWith('.js'));
    return gzipSync(await readFile(path.join(folder, name ?? begin)), { level: 9 }).length;
  };
  const headset = (await size('session')) + (await size('visit'));
  const [signs, cardboard] = [await size('signs'), await size('cardboard')];
  console.log(`headset ${headset} bytes, its hotspots ${signs} bytes, cardboard ${cardboard} bytes`);
  expect(headset).toBeLessThan(5000);
  expect(signs).toBeLessThan(3200);
  expect(cardboard).toBeLessThan(1300);
});
