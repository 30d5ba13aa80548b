import { expect, photo, type Stand, test, tiles } from './fixture.ts';
import { blackest } from './frames.ts';
import { slowDriver, takeWidths } from './renderer-work.ts';
import type { Screen } from './screen.ts';

const DOOR = { yaw: 0.8, pitch: 0.1 };
const ARRIVAL = { yaw: -1, pitch: 0 };
const WIDTH = 640;

/** Turns to and fro until a frame of this width has been drawn. */
async function turnUntil(stand: Stand, width: number): Promise<void> {
  await expect(async () => {
    await stand.look({ yaw: ARRIVAL.yaw + 0.1 });
    await stand.look({ yaw: ARRIVAL.yaw });
    await stand.page.waitForTimeout(50);
    expect((await stand.evaluateInRenderer(takeWidths)).at(-1)).toBe(width);
  }).toPass({ timeout: 20_000 });
}

/** The screen while what is shown has been drawn with fewer pixels: any further frame has all of them. */
async function coarseScreen(stand: Stand): Promise<Screen> {
  let screen: Screen | undefined;
  await expect(async () => {
    await turnUntil(stand, WIDTH / 2);
    screen = await stand.screen();
    expect(await stand.evaluateInRenderer(takeWidths)).toEqual([]);
  }).toPass({ timeout: 20_000 });
  if (screen === undefined) throw new Error('nothing was drawn');
  return screen;
}

/** Turns a little in every frame, by far less than a pixel. @returns ends that */
async function tremble({ page }: Stand): Promise<() => Promise<void>> {
  const trembling = await page.evaluateHandle(() => {
    const { viewer } = window.harness;
    const { yaw } = viewer.view;
    let count = 0;
    const timer = setInterval(() => viewer.look({ yaw: yaw + (++count % 2) * 1e-9 }), 10);
    return { stop: () => clearInterval(timer) };
  });
  return () => trembling.evaluate(({ stop }) => stop());
}

test('turns in a fade with fewer pixels where the driver is slow, and ends it with all', async ({
  stand,
}) => {
  await stand.open();
  await stand.load({ ...tiles('noise'), initialView: ARRIVAL });
  const plain = await stand.screen();
  await stand.load(photo('direction'));
  await stand.evaluateInRenderer(slowDriver);
  await stand.goHalfway(tiles('noise'), 0.5, { towards: DOOR, arrival: ARRIVAL });
  const coarse = await coarseScreen(stand);
  // Nothing turns: the fade goes on with all pixels.
  await stand.page.evaluate(() => window.harness.viewer.holdFade(0.5));
  await expect.poll(() => stand.evaluateInRenderer(takeWidths)).toContain(WIDTH);
  expect((await stand.screen()).difference(coarse)).toBeGreaterThan(0.05);
  await turnUntil(stand, WIDTH / 2);
  await stand.page.evaluate(() => window.harness.viewer.holdFade(1));
  await stand.event('sharp');
  await stand.look(ARRIVAL);
  await expect(async () => {
    expect((await stand.screen()).difference(plain)).toBeLessThan(0.001);
  }).toPass({ timeout: 20_000 });
});

test('draws the same with fewer pixels, the markers included', async ({ stand }) => {
  const hotspots = [{ id: 'clock', kind: 'info', label: 'Clock', at: { yaw: -0.8, pitch: 0.1 } }] as const;
  await stand.open();
  await stand.showHotspots();
  await stand.load(photo('direction'));
  await stand.evaluateInRenderer(slowDriver);
  await stand.goHalfway(photo('second', { hotspots }), 0.5, { arrival: ARRIVAL });
  const coarse = await coarseScreen(stand);
  await stand.page.evaluate(() => window.harness.viewer.holdFade(0.5));
  await expect.poll(() => stand.evaluateInRenderer(takeWidths)).toContain(WIDTH);
  // The edges of the marker alone.
  const difference = (await stand.screen()).difference(coarse);
  expect(difference).toBeGreaterThan(0);
  expect(difference).toBeLessThan(0.006);
});

test('takes a snapshot of the new scene with all pixels while a fade has fewer', async ({ stand }) => {
  const hotspots = [{ id: 'clock', kind: 'info', label: 'Clock', at: { yaw: -0.8, pitch: 0.1 } }] as const;
  await stand.open();
  await stand.showHotspots();
  await stand.load(photo('direction'));
  // Loads the scripts, so that none of them is waited for below.
  await stand.snapshot();
  await stand.evaluateInRenderer(slowDriver);
  await stand.goHalfway(photo('second', { hotspots }), 0.5, { towards: DOOR, arrival: ARRIVAL });
  const view = await stand.view();
  const stopTrembling = await tremble(stand);
  await expect.poll(async () => (await stand.evaluateInRenderer(takeWidths)).at(-1)).toBe(WIDTH / 2);
  const images = [await stand.snapshot(), await stand.snapshot(), await stand.snapshot()] as const;
  await stopTrembling();
  for (const image of images) expect([image.width, image.height]).toEqual([WIDTH, 360]);
  await stand.page.evaluate(() => window.harness.viewer.holdFade(1));
  await stand.event('sharp');
  await stand.look(view);
  await expect(async () => {
    expect((await stand.screen()).difference(images[2])).toBeLessThan(0.005);
  }).toPass({ timeout: 20_000 });
});

test('never shows an empty frame where the driver is slow', async ({ stand }) => {
  await stand.open();
  await stand.load(tiles('direction'));
  await stand.evaluateInRenderer(slowDriver);
  const share = await blackest(stand, async () => {
    for (const scene of [tiles('second'), tiles('direction'), photo('second')]) {
      expect(await stand.go(scene, { towards: DOOR, arrival: ARRIVAL })).toBe(true);
    }
  });
  expect(share).toBeLessThan(0.001);
});

test('draws a fade between two lights with all pixels while nothing turns', { tag: '@worker' }, async ({
  stand,
}) => {
  await stand.open();
  await stand.load(photo('direction'));
  await stand.evaluateInRenderer(slowDriver);
  expect(await stand.go(photo('second'), { still: true })).toBe(true);
  expect(new Set(await stand.evaluateInRenderer(takeWidths))).toEqual(new Set([WIDTH]));
});
