import type { EditedScene, EditedSpot, SpotPlace } from '../src/editing/index.ts';
import { DEGREE } from '../src/math/view.ts';
import { expect, photo, type Stand, test } from './fixture.ts';
import { TILT } from './pictures.ts';

const DOOR: EditedSpot = {
  id: 'door',
  kind: 'door',
  label: 'Bathroom',
  name: 'Bathroom, way to another room',
  drawing: 'M 7 20V9a5 5 0 0 1 10 0v11',
  place: { at: { yaw: 0, pitch: 0 } },
};
const WINDOW: EditedSpot = {
  ...DOOR,
  id: 'window',
  kind: 'info',
  label: 'Window',
  name: 'Window, information',
  place: {
    outline: [
      { yaw: -15, pitch: 10 },
      { yaw: 15, pitch: 10 },
      { yaw: 0, pitch: -15 },
    ],
  },
};

async function open(stand: Stand, scene: EditedScene, picture = photo('direction')): Promise<void> {
  await stand.open();
  await stand.load(picture);
  await stand.page.evaluate(async (given) => (await window.harness.more()).edit(given), scene);
}
const look = (stand: Stand, yaw: number, pitch: number) =>
  stand.look({ yaw: yaw * DEGREE, pitch: pitch * DEGREE });

interface Move {
  id: string;
  place: SpotPlace;
  by: string;
}
const moves = async (stand: Stand) => (await stand.events('move')) as Move[];
async function movedTo(stand: Stand): Promise<{ yaw: number; pitch: number }> {
  const place = (await moves(stand)).at(-1)?.place;
  if (!place || !('at' in place)) throw new Error('Nothing was moved.');
  return place.at;
}

type Place = { yaw: number; pitch: number };
/** Degrees between two directions. */
function between(one: Place, other: Place): number {
  const cosine =
    Math.sin(one.pitch * DEGREE) * Math.sin(other.pitch * DEGREE) +
    Math.cos(one.pitch * DEGREE) * Math.cos(other.pitch * DEGREE) * Math.cos((one.yaw - other.yaw) * DEGREE);
  return Math.acos(Math.min(1, cosine)) / DEGREE;
}

/** What a level picture shows at a point of a screen of 640 x 360, in degrees. */
function shownAt(view: { yaw: number; pitch: number; fov: number }, x: number, y: number): Place {
  const scale = Math.tan(view.fov / 2) / 180;
  const [right, up] = [(x - 320) * scale, (180 - y) * scale];
  const height = Math.sin(view.pitch) + up * Math.cos(view.pitch);
  const depth = Math.cos(view.pitch) - up * Math.sin(view.pitch);
  const yaw = view.yaw + Math.atan2(right, depth);
  return {
    yaw: Math.atan2(Math.sin(yaw), Math.cos(yaw)) / DEGREE,
    pitch: Math.atan2(height, Math.hypot(right, depth)) / DEGREE,
  };
}

/** Drags a handle to a point of the screen. @returns what the picture shows there */
async function dragTo(stand: Stand, name: string, x: number, y: number): Promise<Place> {
  const { page } = stand;
  const expected = shownAt(await stand.view(), x, y);
  // The colours say the same, as exactly as colours can.
  const seen = (await stand.screen()).direction(x, y);
  expect(between(expected, { yaw: seen.yaw / DEGREE, pitch: seen.pitch / DEGREE })).toBeLessThan(2);
  const box = await page.getByRole('button', { name, exact: true }).boundingBox();
  // Not by its middle: what is under the pointer stays there.
  const [fromX, fromY] = [
    (box?.x ?? 0) + (box?.width ?? 0) / 2 + 4,
    (box?.y ?? 0) + (box?.height ?? 0) / 2 - 3,
  ];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move((fromX + x) / 2, (fromY + y) / 2, { steps: 3 });
  await page.mouse.move(x + 4, y - 3);
  await page.mouse.up();
  return expected;
}

for (const [where, from, yaw, pitch, x, y] of [
  ['at the horizon', { yaw: 0, pitch: 0 }, 0, 0, 500, 120],
  ['near the zenith', { yaw: 30, pitch: 60 }, 40, 75, 330, 60],
  ['near the nadir', { yaw: -60, pitch: -70 }, -50, -75, 250, 280],
  ['across the seam', { yaw: 172, pitch: 5 }, 180, 0, 480, 200],
] as const) {
  test(`drags a handle over the picture ${where}, and leaves the camera still`, { tag: '@worker' }, async ({
    stand,
  }) => {
    await open(stand, { spots: [{ ...DOOR, place: { at: from } }] });
    await look(stand, yaw, pitch);
    const before = await stand.view();
    const expected = await dragTo(stand, DOOR.name, x, y);
    const to = await movedTo(stand);
    expect(between(to, expected)).toBeLessThan(0.3);
    expect(between(to, from)).toBeGreaterThan(5);
    expect(await stand.view()).toEqual(before);
    expect(await moves(stand)).toHaveLength(1);
    expect(await stand.events('select')).toEqual(['door']);
  });
}

test('tells directions in the frame of a picture with a pose', { tag: '@worker' }, async ({ stand }) => {
  await open(stand, { spots: [DOOR], isPlacing: true }, photo('tilted', { pose: TILT }));
  await stand.look({ yaw: 0.2, pitch: 0.1 });
  // The middle of the screen is where the view looks, in the picture's own frame.
  await stand.page.mouse.click(320, 180);
  const [picked] = (await stand.events('pick')) as Place[];
  const expected = { yaw: 0.2 / DEGREE, pitch: 0.1 / DEGREE };
  expect(between(picked ?? { yaw: 180, pitch: 0 }, expected)).toBeLessThan(0.3);
});

test('moves by keys, half a degree or five, and stays in view', { tag: '@worker' }, async ({ stand }) => {
  const { page } = stand;
  await open(stand, { spots: [DOOR], selected: 'door' });
  await page.getByRole('button', { name: DOOR.name }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Shift+ArrowUp']) await page.keyboard.press(key);
  expect(between(await movedTo(stand), { yaw: 1, pitch: 5.5 })).toBeLessThan(0.02);
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('Shift+ArrowRight');
  expect((await movedTo(stand)).yaw).toBeGreaterThan(50);
  await expect(page.getByRole('button', { name: DOOR.name })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Delete');
  expect(await stand.events('remove')).toEqual(['door']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('application')).toBeFocused();
});

test('shapes an area: corners are moved, added and removed', { tag: '@worker' }, async ({ stand }) => {
  const { page } = stand;
  await open(stand, { spots: [WINDOW], selected: 'window' });
  const outline = async () => {
    const place = (await moves(stand)).at(-1)?.place;
    return place && 'outline' in place ? place.outline : [];
  };
  const expected = await dragTo(stand, 'Corner 2 of 3', 470, 60);
  expect(between((await outline())[1] ?? expected, expected)).toBeLessThan(0.3);
  await page.getByRole('button', { name: 'Add a corner after corner 3' }).click();
  expect(await outline()).toHaveLength(4);
  await page.getByRole('button', { name: 'Corner 4 of 4' }).focus();
  await page.keyboard.press('Delete');
  expect(await outline()).toHaveLength(3);
  // Three are the least.
  await page.keyboard.press('Delete');
  expect(await outline()).toHaveLength(3);
  const before = await outline();
  await dragTo(stand, WINDOW.name, 200, 250);
  const after = await outline();
  expect(between(before[0] ?? expected, before[1] ?? expected)).toBeCloseTo(
    between(after[0] ?? expected, after[1] ?? expected),
    1,
  );
});

test('a drag that Escape breaks off changes nothing', { tag: '@worker' }, async ({ stand }) => {
  const { page } = stand;
  await open(stand, { spots: [DOOR] });
  const handle = page.getByRole('button', { name: DOOR.name });
  const before = await handle.boundingBox();
  await page.mouse.move(320, 180);
  await page.mouse.down();
  await page.mouse.move(420, 100, { steps: 3 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await handle.boundingBox()).toEqual(before);
  expect(await moves(stand)).toEqual([]);
});
