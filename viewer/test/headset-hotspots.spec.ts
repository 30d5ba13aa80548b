import { photo } from './fixture.ts';
import {
  apart,
  BEHIND,
  DOOR,
  expect,
  LEVEL,
  PICTURE,
  pointOf,
  seen,
  test,
  toYaw,
} from './headset-fixture.ts';
import type { Screen } from './screen.ts';

const INFO = { id: 'info', kind: 'info', label: 'Window', at: { yaw: -0.6, pitch: 0 } } as const;

test.describe.configure({ mode: 'parallel' });

test('goes through a door that a controller points at', { tag: '@worker' }, async ({ stand }) => {
  await stand.begin({ ...PICTURE, hotspots: [DOOR, INFO] });
  const options = { towards: DOOR.at, arrival: { yaw: 2, pitch: 0 } };
  await stand.do({ door: { scene: photo('second'), options }, info: 'A window of 1890.' });
  await stand.bothShow(LEVEL);
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
  await stand.begin({ ...PICTURE, hotspots: [DOOR] });
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
  await stand.begin({ ...PICTURE, hotspots: [DOOR, INFO] });
  await stand.do({ info: 'A window of 1890.\nIt has been restored twice.' });
  await stand.bothShow(LEVEL);
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

test('has hotspots of its own where the page gives them', { tag: '@worker' }, async ({ stand }) => {
  const night = { id: 'night', kind: 'info', label: 'At night', at: { yaw: 0.6, pitch: 0 } } as const;
  await stand.begin({ ...PICTURE, headsetHotspots: [night] });
  // What the head turns from is what it had at the first frame.
  await stand.bothShow(LEVEL);
  await stand.do({
    night: { scene: photo('second'), options: { still: true, arrival: { yaw: 0.4, pitch: 0 } } },
  });
  await stand.turnHead(toYaw(0.4));
  await stand.bothShow(toYaw(0.4));
  await stand.point(toYaw(0.62));
  await expect(async () => {
    await stand.pull();
    expect((await stand.visit()).arrivals).toContain(true);
  }).toPass({ timeout: 20_000 });
  expect((await stand.visit()).pressed).toContain('night');
  await stand.point(BEHIND);
  await stand.bothShow(toYaw(0.4), 'second');
});

test('presses what is looked at for a second and a half', { tag: '@worker' }, async ({ stand }) => {
  await stand.begin({ ...PICTURE, hotspots: [DOOR] });
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
