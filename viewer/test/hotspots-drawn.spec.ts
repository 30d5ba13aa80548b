import type { Hotspot, PhotoScene } from '../src/types.ts';
import { expect, photo, type Stand, test, tiles } from './fixture.ts';
import { CROP, TILT } from './pictures.ts';
import type { Screen } from './screen.ts';

const HERE = { yaw: 0.4, pitch: 0.2 };
const DISC: Hotspot = { id: 'clock', kind: 'info', label: 'Clock', at: HERE };
const SQUARE: Hotspot = {
  id: 'window',
  kind: 'picture',
  label: 'Window',
  outline: [
    { yaw: -0.3, pitch: 0.3 },
    { yaw: 0.3, pitch: 0.3 },
    { yaw: 0.3, pitch: -0.3 },
    { yaw: -0.3, pitch: -0.3 },
  ],
};

/** The cream of a disc. */
const isCream = ([r, g, b]: readonly number[]) =>
  Math.hypot((r ?? 0) - 251, (g ?? 0) - 241, (b ?? 0) - 229) < 12;

/** The middle of what is cream, in pixels; undefined where nothing is. */
function discOn(screen: Screen): { x: number; y: number } | undefined {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let y = 0; y < screen.height; y++) {
    for (let x = 0; x < screen.width; x++) {
      if (!isCream(screen.at(x, y))) continue;
      xs.push(x);
      ys.push(y);
    }
  }
  if (xs.length < 100) return undefined;
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values) + 1) / 2;
  return { x: middle(xs), y: middle(ys) };
}

/** Waits until the marker is drawn, and where. */
async function disc(stand: Stand): Promise<{ x: number; y: number }> {
  let place: { x: number; y: number } | undefined;
  await expect(async () => {
    place = discOn(await stand.screen());
    expect(place).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return place ?? { x: Number.NaN, y: Number.NaN };
}

async function open(stand: Stand, scene: PhotoScene): Promise<void> {
  await stand.open();
  await stand.showHotspots();
  await stand.load(scene);
}

/** Where a direction of a level picture is on a screen of 640 x 360. */
function projected(view: { yaw: number; pitch: number; fov: number }, at: { yaw: number; pitch: number }) {
  const turn = at.yaw - view.yaw;
  const [cosine, sine] = [Math.cos(view.pitch), Math.sin(view.pitch)];
  const level = Math.cos(at.pitch);
  const [x, y, z] = [level * Math.sin(turn), Math.sin(at.pitch), level * Math.cos(turn)];
  const ahead = z * cosine + y * sine;
  const scale = 180 / Math.tan(view.fov / 2) / ahead;
  return { x: 320 + x * scale, y: 180 - (y * cosine - z * sine) * scale };
}

for (const [name, scene] of [
  ['whole', photo('direction', { hotspots: [DISC] })],
  ['tiles', { ...tiles('direction'), hotspots: [DISC] }],
] as const) {
  test(`draws a marker over its direction (${name})`, { tag: '@worker' }, async ({ stand }) => {
    await open(stand, scene);
    for (const [yaw, pitch, fov] of [
      [0, 0, 1.3],
      [0.9, 0.5, 1.3],
      [0.1, -0.2, 1.5],
      [0.5, 0.3, 0.6],
    ] as const) {
      await stand.look({ yaw, pitch, fov });
      const expected = projected(await stand.view(), HERE);
      await expect(async () => {
        const place = await disc(stand);
        expect(Math.abs(place.x - expected.x)).toBeLessThanOrEqual(1.5);
        expect(Math.abs(place.y - expected.y)).toBeLessThanOrEqual(1.5);
      }).toPass({ timeout: 20_000 });
      // The button lies over it.
      const box = await stand.page.getByLabel('Clock', { exact: true }).boundingBox();
      expect(Math.abs((box?.x ?? 0) + 22 - expected.x)).toBeLessThan(1);
      expect(Math.abs((box?.y ?? 0) + 22 - expected.y)).toBeLessThan(1);
    }
  });
}

/** The direction that the pixels beside a marker show; the marker hides its own. */
async function around(stand: Stand): Promise<{ yaw: number; pitch: number }> {
  const { x, y } = await disc(stand);
  const screen = await stand.screen();
  const sides = [screen.direction(x - 40, y), screen.direction(x + 40, y)];
  const heights = [screen.direction(x, y - 40), screen.direction(x, y + 40)];
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { yaw: mean(sides.map(({ yaw }) => yaw)), pitch: mean(heights.map(({ pitch }) => pitch)) };
}

test('keeps a marker on its object in a cropped picture', { tag: '@worker' }, async ({ stand }) => {
  await open(stand, photo('crop', { coverage: CROP, hotspots: [DISC] }));
  for (const yaw of [0.1, 0.7]) {
    await stand.look({ ...HERE, yaw });
    const place = await around(stand);
    expect(Math.abs(place.yaw - HERE.yaw)).toBeLessThan(0.02);
    expect(Math.abs(place.pitch - HERE.pitch)).toBeLessThan(0.02);
  }
});

test('keeps a marker on its object in a picture with a pose', { tag: '@worker' }, async ({ stand }) => {
  await open(stand, photo('tilted', { pose: TILT, hotspots: [{ ...DISC, at: { yaw: 0, pitch: 0 } }] }));
  for (const view of [
    { yaw: 0, pitch: 0 },
    { yaw: -0.3, pitch: 0.2 },
  ]) {
    await stand.look(view);
    // The colours are the world's directions, to which the pose turns the picture's middle.
    const place = await around(stand);
    expect(Math.abs(place.yaw - 0.9)).toBeLessThan(0.025);
    expect(Math.abs(place.pitch - 0.15)).toBeLessThan(0.025);
  }
});

test('fades markers with their scenes', async ({ stand }) => {
  const door = { yaw: 0, pitch: 0 };
  await open(stand, photo('direction', { hotspots: [{ ...DISC, at: door }] }));
  await disc(stand);
  const full = (await stand.screen()).at(320, 172);
  await stand.goHalfway(photo('second', { hotspots: [] }), 0.5, { towards: door, arrival: { yaw: 1 } });
  // Half of the marker, and half of the scene that hides it.
  const { pitch } = await stand.view();
  await stand.look({ yaw: 1, pitch: 0 });
  expect(Math.abs(pitch)).toBeLessThan(0.01);
  await expect(async () => {
    const half = (await stand.screen()).at(320, 172);
    const next = [127.5, 127.5 + 127.5 * Math.sin(1), 127.5 + 127.5 * Math.cos(1)];
    half.forEach((value, channel) => {
      const expected = ((full[channel] ?? 0) + (next[channel] ?? 0)) / 2;
      expect(Math.abs(value - expected), `channel ${channel}`).toBeLessThan(8);
    });
  }).toPass({ timeout: 20_000 });
  await stand.page.evaluate(() => window.harness.viewer.holdFade(1));
  await expect(async () => expect(discOn(await stand.screen())).toBeUndefined()).toPass();
});

test('draws markers again after the context was lost, and none of a scene without', async ({ stand }) => {
  await open(stand, photo('direction', { hotspots: [DISC] }));
  await disc(stand);
  await stand.page.evaluate(() => window.harness.viewer.loseContext());
  await stand.event('contextlost');
  await stand.page.evaluate(() => window.harness.viewer.restoreContext());
  await stand.event('contextrestored');
  await disc(stand);
  await stand.load(photo('direction'));
  await expect(async () => expect(discOn(await stand.screen())).toBeUndefined()).toPass();
});

test('fills and outlines an area, and takes presses in all of it', { tag: '@worker' }, async ({ stand }) => {
  await open(stand, photo('direction'));
  await stand.screen();
  const bare = await stand.screen();
  await stand.load(photo('direction', { hotspots: [SQUARE] }));
  const differs = (screen: Screen, x: number, y: number) =>
    Math.max(...screen.at(x, y).map((value, channel) => Math.abs(value - (bare.at(x, y)[channel] ?? 0))));
  await expect(async () => expect(differs(await stand.screen(), 280, 140)).toBeGreaterThan(4)).toPass();
  const screen = await stand.screen();
  let checked = 0;
  for (let y = 12; y < 360; y += 12) {
    for (let x = 15; x < 640; x += 15) {
      const { yaw, pitch } = bare.direction(x, y);
      const edge = Math.min(Math.abs(Math.abs(yaw) - 0.3), Math.abs(Math.abs(pitch) - 0.3));
      if (edge < 0.06 || (Math.abs(x - 320) < 34 && Math.abs(y - 180) < 34)) continue;
      const isInside = Math.abs(yaw) < 0.3 && Math.abs(pitch) < 0.3;
      expect(differs(screen, x, y) > 3, `${x},${y}`).toBe(isInside);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(500);
  await stand.page.mouse.click(270, 130);
  expect(await stand.events('hotspot')).toEqual(['window']);
  await stand.page.mouse.click(320, 20);
  expect(await stand.events('hotspot')).toHaveLength(1);
});

test('lights what is pointed at, and nothing else', { tag: '@worker' }, async ({ stand }) => {
  await open(stand, photo('direction', { hotspots: [DISC] }));
  await stand.look({ yaw: HERE.yaw, pitch: HERE.pitch });
  await disc(stand);
  const width = (screen: Screen) =>
    Array.from({ length: 80 }, (_, x) => screen.at(280 + x, 170)).filter(isCream).length;
  const rest = width(await stand.screen());
  await stand.page.mouse.move(330, 190);
  await expect(async () => expect(width(await stand.screen())).toBeGreaterThan(rest + 2)).toPass();
  await expect(stand.page.getByText('Clock')).toBeVisible();
  await stand.page.mouse.move(50, 50);
  await expect(async () => expect(width(await stand.screen())).toBe(rest)).toPass();
  await expect(stand.page.getByText('Clock')).toBeHidden();
});

test('draws markers over a video, after a photo too', async ({ stand }) => {
  await stand.open({ renderer: stand.renderer === 'worker' ? 'auto' : 'main' });
  await stand.showHotspots();
  await stand.load(photo('direction', { hotspots: [DISC] }));
  await disc(stand);
  const sources = [{ src: '/media/colours.webm', type: 'video/webm' }];
  await stand.load({ kind: 'video', sources, hotspots: [{ ...DISC, at: { yaw: 0, pitch: 0 } }] }, 'ready');
  await expect(async () => {
    const { x, y } = await disc(stand);
    expect(Math.hypot(x - 320, y - 180)).toBeLessThan(2);
  }).toPass({ timeout: 20_000 });
});
