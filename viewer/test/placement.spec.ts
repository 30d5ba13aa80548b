import type { PhotoScene } from '../src/types.ts';
import { expect, FILM_SEEN, film, photo, type Stand, test, tiles } from './fixture.ts';
import { CROP, TILT } from './pictures.ts';

const SEEN = 0.02;
/** Each picture whole and in tiles. */
const forms = (name: string): [string, PhotoScene][] => [
  [`${name} picture`, photo(name)],
  [`${name} tiles`, tiles(name)],
];

/** The screen's corners and the middles of its edges. */
const EDGE = [0, 320, 639].flatMap((x) => [0, 180, 359].map((y) => [x, y] as const));

/** Where the middle of the screen lies, as the view says it. */
async function agrees(stand: Stand): Promise<void> {
  const { yaw, pitch } = await stand.view();
  await stand.shows({ yaw, pitch }, SEEN);
}

for (const [name, scene, tag] of [
  ['crop picture', photo('crop'), []],
  ['crop tiles', tiles('crop'), '@worker'],
] as [string, PhotoScene, string | string[]][]) {
  test(`shows a cropped picture in its place and nothing beyond it (${name})`, { tag }, async ({ stand }) => {
    await stand.open();
    await stand.load({ ...scene, coverage: CROP });
    await agrees(stand);
    // To each side and outwards, as far as it goes.
    for (const [yaw, pitch] of [
      [-3, 0],
      [0, 1.4],
      [3, 0],
      [0, -1.4],
      [3, 1.4],
    ] as const) {
      await stand.look({ yaw, pitch });
      await stand.look({ fov: 2 });
      await agrees(stand);
      const screen = await stand.screen();
      for (const [x, y] of EDGE) {
        // Black means beyond; no direction's colour is as dark in red and blue at once.
        const [r, , b] = screen.at(x, y);
        expect(Math.hypot(r - 127.5, b - 127.5), `${x},${y} looking at ${yaw},${pitch}`).toBeLessThan(135);
      }
    }
  });
}

for (const layout of ['top-bottom', 'left-right'] as const) {
  test(`shows the left eye of a stereo film (${layout})`, { tag: '@worker' }, async ({ stand }) => {
    await stand.open();
    await stand.load({ ...film(layout), stereo: layout }, 'playing');
    for (const yaw of [0, 1.5, -1.5, -3]) {
      await stand.look({ yaw, pitch: yaw / 4 });
      await stand.shows({ yaw, pitch: yaw / 4 }, FILM_SEEN);
    }
  });

  for (const [name, scene] of forms(layout)) {
    test(`shows the left eye of a stereo picture (${name})`, { tag: '@worker' }, async ({ stand }) => {
      await stand.open();
      await stand.load({ ...scene, stereo: layout });
      // At the picture's ends the test's odd tile sizes put both eyes into one coarse texel.
      for (const yaw of [0, 1.5, -1.5, -Math.PI + 0.01]) {
        await stand.look({ yaw, pitch: yaw / 4 });
        await stand.shows({ yaw, pitch: yaw / 4 }, SEEN);
        expect((await stand.screen()).largestStep()).toBeLessThan(8);
      }
    });
  }
}

for (const [name, scene] of forms('tilted')) {
  test(`levels a picture by its pose, and takes views in its own frame (${name})`, {
    tag: '@worker',
  }, async ({ stand }) => {
    await stand.open();
    await stand.load({ ...scene, pose: TILT });
    // The colours are the world's directions: the picture's middle is where its camera pointed.
    await stand.shows({ yaw: 0.9, pitch: 0.15 }, SEEN);
    expect((await stand.view()).yaw).toBeCloseTo(0, 6);
    expect((await stand.view()).pitch).toBeCloseTo(0, 6);
    // The horizon is level: the same height at both sides of the screen.
    const screen = await stand.screen();
    expect(Math.abs(screen.direction(20, 180).pitch - screen.direction(620, 180).pitch)).toBeLessThan(SEEN);
    await stand.look({ yaw: 1, pitch: -0.3 });
    expect((await stand.view()).yaw).toBeCloseTo(1, 6);
    expect((await stand.view()).pitch).toBeCloseTo(-0.3, 6);
  });
}

test('keeps to the limits of its scene', { tag: '@worker' }, async ({ stand }) => {
  await stand.open();
  const limits = { minYaw: -1, maxYaw: 1, minPitch: -0.5, maxPitch: 0.6, minFov: 0.4, maxFov: 0.9 };
  await stand.load(photo('direction', { limits }));
  expect((await stand.view()).fov).toBeCloseTo(0.9, 6);
  await stand.look({ fov: 0.1, yaw: 3, pitch: 1 });
  const view = await stand.view();
  expect(view.fov).toBeCloseTo(0.4, 6);
  expect(view.pitch).toBeCloseTo(0.4, 2);
  const screen = await stand.screen();
  for (const [x, y] of EDGE) {
    expect(screen.direction(x, y).yaw).toBeLessThan(1.03);
    expect(screen.direction(x, y).pitch).toBeLessThan(0.63);
  }
  await stand.load(photo('direction'));
  expect((await stand.view()).fov).toBeCloseTo((75 * Math.PI) / 180, 6);
});
