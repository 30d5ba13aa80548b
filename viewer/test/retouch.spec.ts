import type { Retouch } from '../src/retouch/index.ts';
import type { PhotoScene } from '../src/types.ts';
import { expect, photo, type Stand, test, tiles } from './fixture.ts';
import { directionColour } from './pictures.ts';

type Colour = readonly number[];

const MIDDLE = [320, 180] as const;
/** As far down as the view goes. */
const DOWN = { yaw: 0, pitch: 0.1 - Math.PI / 2, fov: 1.2 };
const SIDES = [0, 0.25, 0.5, 0.75].map((turn) => turn * 2 * Math.PI);

/** Where on a screen of 640 x 360 a place of the floor is, one unit below: so far ahead of the camera, turned to the right. */
function onFloor(away: number, turn: number): readonly [number, number] {
  const [x, y, z] = [away * Math.sin(turn), -1, -away * Math.cos(turn)];
  const [sine, cosine] = [Math.sin(DOWN.pitch), Math.cos(DOWN.pitch)];
  const depth = (y * sine - z * cosine) * Math.tan(DOWN.fov / 2);
  return [320 + (180 * x) / depth, 180 - (180 * (y * cosine + z * sine)) / depth];
}

const darker: Retouch['adjust'] = { exposure: -1 };
/** Half the light, as pictures are encoded. */
const HALF = 2 ** (-1 / 2.2);

async function open(stand: Stand, scene: PhotoScene): Promise<void> {
  await stand.open();
  await stand.page.evaluate(async () => (await window.harness.more()).showRetouch());
  await stand.load(scene);
}

const set = (stand: Stand, retouch?: Retouch) =>
  stand.page.evaluate(async (given) => (await window.harness.more()).setRetouch(given), retouch);

const distance = (found: Colour, wanted: Colour) =>
  Math.max(...found.map((value, channel) => Math.abs(value - (wanted[channel] ?? 0))));

/** Waits until a point of the screen has a colour. */
async function shows(
  stand: Stand,
  wanted: Colour,
  [x, y]: readonly [number, number] = MIDDLE,
  tolerance = 4,
): Promise<void> {
  await expect(async () => {
    expect(distance((await stand.screen()).at(x, y), wanted)).toBeLessThanOrEqual(tolerance);
  }).toPass({ timeout: 20_000 });
}

/** What the middle of the picture has, which is where the view begins. */
const AHEAD = directionColour(0.5, 0.5);
const scaled = (colour: Colour, ...factors: Colour) =>
  colour.map((value, channel) => Math.min(255, value * (factors[channel] ?? factors[0] ?? 1)));

test('shows a picture with its exposure, its warmth and its contrast', { tag: '@worker' }, async ({
  stand,
}) => {
  await open(stand, tiles('direction'));
  await shows(stand, AHEAD);
  await set(stand, { adjust: darker });
  await shows(stand, scaled(AHEAD, HALF));
  await set(stand, { adjust: { exposure: 0.5, warmth: 1 } });
  const gain = 2 ** (0.5 / 2.2);
  await shows(stand, scaled(AHEAD, gain * 1.2, gain, gain * 0.8));
  await set(stand, { adjust: { contrast: 1 } });
  await shows(
    stand,
    AHEAD.map((value) => Math.min(255, Math.max(0, (value - 127.5) * 2 + 127.5))),
  );
  await set(stand, { adjust: { contrast: -1 } });
  await shows(
    stand,
    AHEAD.map((value) => (value - 127.5) / 2 + 127.5),
  );
  await set(stand, {});
  await shows(stand, AHEAD);
});

test('covers what is below the camera with a disc of its radius', { tag: '@worker' }, async ({ stand }) => {
  await open(stand, { ...tiles('direction'), initialView: DOWN, nadir: { radius: 0.3, colour: '#201020' } });
  const colour = [0x20, 0x10, 0x20];
  for (const turn of SIDES) await shows(stand, colour, onFloor(Math.tan(0.29), turn));
  const screen = await stand.screen();
  for (const turn of SIDES)
    expect(distance(screen.at(...onFloor(Math.tan(0.31), turn)), colour)).toBeGreaterThan(100);
});

test('puts an image on the disc, its top towards the picture’s middle', async ({ stand }) => {
  await open(stand, {
    ...photo('second'),
    initialView: DOWN,
    nadir: { radius: 0.4, image: '/media/direction.png' },
  });
  // Halfway from the middle of the image to its top, its right, its bottom and its left.
  const shares = [
    [0.5, 0.25],
    [0.75, 0.5],
    [0.5, 0.75],
    [0.25, 0.5],
  ] as const;
  for (const [side, [u, v]] of shares.entries())
    await shows(stand, directionColour(u, v), onFloor(Math.tan(0.4) / 2, SIDES[side] ?? 0), 8);
});

test('shows the disc’s colour where its image cannot be had', { tag: '@worker' }, async ({ stand }) => {
  await open(stand, {
    ...photo('direction'),
    initialView: DOWN,
    nadir: { radius: 0.3, colour: '#201020', image: '/media/nothing.png' },
  });
  await shows(stand, [0x20, 0x10, 0x20]);
});

test('adjusts each of two scenes by itself while one fades into the other', async ({ stand }) => {
  await open(stand, photo('direction'));
  await set(stand, { adjust: darker });
  await shows(stand, scaled(AHEAD, HALF));
  await set(stand);
  await shows(stand, AHEAD);
  await stand.load({ ...photo('direction'), adjust: darker });
  await shows(stand, scaled(AHEAD, HALF));
  const next: PhotoScene = { ...photo('direction'), adjust: { exposure: -2 } };
  await stand.goHalfway(next, 0.5);
  const middle = scaled(AHEAD, HALF);
  // Half of each, and half of the way to its adjustment.
  await expect(async () => {
    const [, , blue] = (await stand.screen()).at(...MIDDLE);
    expect(blue).toBeLessThan((middle[2] ?? 0) - 5);
    expect(blue).toBeGreaterThan(scaled(AHEAD, HALF * HALF)[2] ?? 0);
  }).toPass({ timeout: 20_000 });
  await stand.page.evaluate(() => window.harness.viewer.holdFade(1));
  await shows(stand, scaled(AHEAD, HALF * HALF));
  await stand.go(photo('direction'));
  await shows(stand, AHEAD);
});

test('keeps its retouch in snapshots and after the context was lost', async ({ stand }) => {
  await open(stand, { ...tiles('direction'), adjust: darker });
  const wanted = scaled(AHEAD, HALF);
  await shows(stand, wanted);
  expect(distance((await stand.snapshot()).at(...MIDDLE), wanted)).toBeLessThanOrEqual(4);
  await stand.page.evaluate(() => window.harness.viewer.loseContext());
  await stand.event('contextlost');
  await stand.page.evaluate(() => window.harness.viewer.restoreContext());
  await stand.event('contextrestored');
  await shows(stand, wanted);
});
