import { photo } from './fixture.ts';
import { expect, pointOf, seen, test } from './headset-fixture.ts';
import type { Screen } from './screen.ts';

const DOOR = { id: 'door', kind: 'door', label: 'Hall', at: { yaw: 0.6, pitch: 0 } } as const;
/** Half of a degree to the pixel, and half of a marker: beside what lies over the picture. */
const TOLERANCE = 0.03;

const off = (screen: Screen, eye: 'left' | 'right', yaw: number, picture?: 'second') =>
  Math.abs(Math.sin((seen(screen, pointOf(eye, 0, 0.4), picture).yaw - yaw) / 2)) * 2;

test('shows both halves what the phone looks at, and gives the view back', { tag: '@worker' }, async ({
  stand,
  page,
}) => {
  // Newer browsers ask for them.
  await page.context().grantPermissions(['accelerometer', 'gyroscope', 'magnetometer']);
  await stand.open();
  await stand.load({ ...photo('direction'), hotspots: [DOOR] });
  /** An upright phone that is turned to its right by so many radians. */
  const turn = async (yaw: number) => {
    const alpha = (360 - (yaw * 180) / Math.PI) % 360;
    await page.evaluate((angles) => dispatchEvent(new DeviceOrientationEvent('deviceorientation', angles)), {
      alpha,
      beta: 90,
      gamma: 0,
    });
    await stand.frames();
  };
  await stand.do({ door: { scene: photo('second'), options: { arrival: { yaw: 0.6, pitch: 0 } } } });
  await stand.enter('cardboard');
  expect(await stand.contexts()).toBe(1);
  // Wherever the phone is turned at first.
  await turn(2);
  const show = async (yaw: number, picture?: 'second') =>
    expect(async () => {
      const screen = await stand.screen();
      for (const eye of ['left', 'right'] as const)
        expect(off(screen, eye, yaw, picture)).toBeLessThan(TOLERANCE);
    }).toPass({ timeout: 20_000 });
  await show(0);
  for (const yaw of [-0.9, 0.3]) {
    await turn(2 + yaw);
    await show(yaw);
  }
  expect((await stand.visit()).pressed).toEqual([]);
  await turn(2.6);
  await expect.poll(async () => (await stand.visit()).arrivals).toEqual([true]);
  await show(0.6, 'second');
  const leave = page.getByRole('button', { name: 'Leave' });
  await expect(leave).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(leave).toBeHidden();
  await expect.poll(() => stand.contexts()).toBe(0);
  expect(await page.locator('canvas').count()).toBe(1);
  expect((await stand.visit()).ended).toBe(1);
  await expect(async () => {
    const shown = seen(await stand.screen(), [320, 180], 'second');
    expect(Math.abs(shown.yaw - 0.6)).toBeLessThan(TOLERANCE);
  }).toPass({ timeout: 20_000 });
});
