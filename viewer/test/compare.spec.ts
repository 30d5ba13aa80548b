import type { ViewLock } from '../src/compare/index.ts';
import type { Viewer } from '../src/index.ts';
import { expect, photo, type Stand, test } from './fixture.ts';
import { CROP, TILT } from './pictures.ts';

interface Two {
  second: Viewer;
  lock: ViewLock;
}

/** Where both look in the world. */
const orientations = ({ page }: Stand) =>
  page.evaluate(() =>
    [window.harness.viewer, (window as unknown as Two).second].map(({ parts }) => parts.camera.orientation),
  );

async function together(stand: Stand, turn = 0): Promise<void> {
  const [one, other] = await orientations(stand);
  if (!one || !other) throw new Error('There are no two viewers.');
  expect(Math.abs(Math.sin((other.yaw - one.yaw - turn) / 2)) * 2).toBeLessThan(0.01);
  expect(Math.abs(other.pitch - one.pitch)).toBeLessThan(0.01);
  expect(Math.abs(other.fov - one.fov)).toBeLessThan(0.01);
}

async function drag({ page }: Stand, x: number, dx: number, dy: number): Promise<void> {
  await page.mouse.move(x, 180);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, 180 + dy / 2);
  await page.mouse.move(x + dx, 180 + dy);
  await page.mouse.up();
}

async function open(stand: Stand, one = photo('direction'), other = photo('second')): Promise<void> {
  await stand.open();
  await stand.load(one);
  await stand.page.evaluate(
    async ([scene, renderer]) => (await window.harness.more()).compare(scene, renderer).then(() => undefined),
    [other, stand.renderer] as const,
  );
}

test('turns and zooms two viewers as one, and draws nothing at rest', { tag: '@main' }, async ({ stand }) => {
  await open(stand, photo('direction'), photo('tilted', { pose: TILT }));
  await together(stand);
  for (const [x, dx, dy] of [
    [100, 120, 30],
    [500, -150, -40],
    [500, 60, 200],
  ] as const) {
    const [before] = await orientations(stand);
    await drag(stand, x, dx, dy);
    const [after] = await orientations(stand);
    expect(Math.abs((after?.yaw ?? 0) - (before?.yaw ?? 0))).toBeGreaterThan(0.1);
    await together(stand);
  }
  await stand.page.mouse.move(500, 100);
  await stand.page.mouse.wheel(0, -300);
  await expect.poll(async () => (await orientations(stand))[0]?.fov).toBeLessThan(1.2);
  await together(stand);
  // What both show, beside each other: pictures whose colours are directions of the world.
  await expect(async () => {
    const screen = await stand.screen();
    const [left, right] = [screen.direction(160, 180), screen.direction(480, 180)];
    expect(Math.abs(Math.sin((left.yaw - right.yaw) / 2)) * 2).toBeLessThan(0.03);
  }).toPass();
  await stand.countWork();
  await stand.page.waitForTimeout(2000);
  expect(await stand.work()).toMatchObject({ draws: 0, frames: 0 });
});

test('keeps both within the limits of either', { tag: '@worker' }, async ({ stand }) => {
  await open(stand, photo('direction'), photo('crop', { coverage: CROP }));
  await together(stand);
  await drag(stand, 100, -200, 0);
  await together(stand);
  await stand.look({ yaw: 3, fov: 1.6 });
  await together(stand);
});

test('keeps the turn that was made while they were apart', { tag: '@worker' }, async ({ stand }) => {
  await open(stand);
  await stand.page.evaluate(() => {
    (window as unknown as Two).lock.isLocked = false;
  });
  await drag(stand, 500, 100, 0);
  const [one, other] = await orientations(stand);
  const turn = (other?.yaw ?? 0) - (one?.yaw ?? 0);
  expect(Math.abs(turn)).toBeGreaterThan(0.3);
  await stand.page.evaluate(() => {
    (window as unknown as Two).lock.isLocked = true;
  });
  await together(stand, turn);
  await drag(stand, 100, 80, 20);
  await together(stand, turn);
  await stand.page.evaluate(() => (window as unknown as Two).lock.destroy());
  await drag(stand, 100, 80, 20);
  const [after, still] = await orientations(stand);
  expect((still?.yaw ?? 0) - (after?.yaw ?? 0)).not.toBeCloseTo(turn, 2);
});
