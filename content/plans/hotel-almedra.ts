/**
 * Draws the floor plans of Hotel Almedra: `node content/plans/hotel-almedra.ts`. The rooms have the measures of the scenes in
 * `content/scenes`; what lies between them is invented. The plans' upper edge looks west-south-west, to the sea, as most
 * of the photos do. Prints the places of the scenes, in pixels, for the tour document.
 */
import { fileURLToPath } from 'node:url';
import { Drawing, FLOOR, GARDEN, PAVING, type Point, WATER } from './drawing.ts';

const IMAGES = new URL('../media/images/', import.meta.url);

/** Of the middles of the rooms as the scenes build them, on the plans. */
const LOBBY: Point = [-7.5, -13.7];
const RESTAURANT: Point = [7.2, -12.4];
const SUITE: Point = [-6.5, -13.5];
const BATHROOM: Point = [-1.5, -11.7];
const CORRIDOR: Point = [-6.1, -18.2];
const SPA: Point = [0.2, -24.55];

const from =
  ([x, y]: Point) =>
  (dx: number, dy: number): Point => [x + dx, y + dy];

function terrace(plan: Drawing): void {
  plan.ground([-15, -22, 15, 12], GARDEN).ground([-15, 8.5, 15, 12], WATER);
  for (let y = 9.2; y < 12; y += 0.55) plan.joints([-15, y, 15, y + 0.02], [0, 0.01], '#d5e3e2');
  plan.ground([-13.5, -6.8, 13.5, 8.5], PAVING).joints([-13.5, -6.8, 13.5, 8.5], [1.5, 1.5]);
  plan.ground([-7.82, 3.18, 7.82, 8.5], '#fffaf0').ground([-7.5, 3.5, 7.5, 8.3], WATER, 0.1);
  plan.wall([-13.6, -6.8], [-13.6, 8.5]).wall([13.6, -6.8], [13.6, 8.5]);
  for (const x of [-10.7, 10.7]) plan.block([x, 8.4], [5.6, 0.5], { fill: '#c3cda9' });
  for (const x of [3.2, 5.2, 7.2, 9.2]) plan.block([x, 1.9], [0.75, 1.9]).block([x, 2.65], [0.75, 0.4]);
  plan.round([6, -2.1], 1.9, '#f7efe0').round([6, -2.1], 0.55, '#e2b878', '#b98a43');
  plan.block([-9, -3.4], [6, 4.2], { fill: '#f7efe0' }).block([-9, -2.4], [4.4, 0.7]);
  for (const x of [-10.5, -9.5, -8.5, -7.5]) plan.round([x, -1.6], 0.2);
  for (const x of [-12, -10.8, -9.6, -8.4, -7.2, -6]) plan.line([x, -5.4], [x, -1.4], '5 5');
  plan.block([-1.6, -1.2], [1.5, 0.8]).table([-2.6, 1.2], 0.45, 3).table([1.4, -4.2], 0.45, 3);
}

function lobby(plan: Drawing): void {
  const at = from(LOBBY);
  plan.room([-14, -19.2, -1, -8.2], FLOOR, [1.2, 1.2]);
  for (const x of [-4.4, -1.45, 1.5, 4.45]) plan.window(at(x - 1.15, 5.5), at(x + 1.15, 5.5));
  for (const y of [-3.2, -0.3]) plan.window(at(6.5, y - 1.05), at(6.5, y + 1.05));
  plan.opening(at(1.0, 5.5), at(2.0, 5.5));
  plan.line(at(-6.5, -3.2), at(6.5, -3.2), '8 6');
  for (const x of [-4.6, 0.2, 4.6]) plan.block(at(x, -3.1), [0.42, 0.42], { fill: '#43372a', radius: 0 });
  plan.block(at(-4.55, 0.9), [0.9, 4.2], { fill: '#efe0c4' }).block(at(-6.05, 0.9), [0.5, 4.2]);
  plan
    .block(at(0.9, 1.6), [4.6, 3.6], { fill: '#f3e7d1' })
    .round(at(0.85, 1.5), 0.6)
    .round(at(1.55, 0.85), 0.35);
  plan.block(at(0.9, 3.1), [2.7, 0.95], { radius: 0.15 }).block(at(2.95, 1.4), [0.92, 2], { radius: 0.15 });
  plan.block(at(-1.15, 2.25), [0.8, 0.8], { degrees: 28, radius: 0.3 });
  plan.block(at(-1.1, 0.85), [0.8, 0.8], { degrees: -26, radius: 0.3 });
  plan.block(at(4.5, -1.7), [2.9, 2.2], { fill: '#f3e7d1' }).round(at(4.5, -1.75), 0.3);
  for (const [x, y] of [
    [5.25, -1.2],
    [5.2, -2.35],
    [3.6, -1.75],
  ] as const)
    plan.round(at(x, y), 0.42);
  lifts(plan, [-7.6, -9.2], [-21.2, -19.2]);
  plan.opening([-1, -19], [-1, -18.1]);
}

/** @param middles of the cars @param door which of their ends opens */
function lifts(plan: Drawing, middles: Point, [bottom, top]: Point, door = top): void {
  for (const x of middles) {
    plan.room([x - 0.8, bottom, x + 0.8, top], PAVING);
    plan.opening([x - 0.55, door], [x + 0.55, door], PAVING);
    plan.line([x - 0.8, bottom], [x + 0.8, top]).line([x - 0.8, top], [x + 0.8, bottom]);
  }
}

function restaurant(plan: Drawing): void {
  const at = from(RESTAURANT);
  plan.ground([-1, -19.2, 4.5, -16.6], '#fbf6ec').wall([-1, -19.2], [4.5, -19.2], [4.5, -16.6]);
  plan
    .room([4.5, -19.2, 12.4, -16.6], PAVING)
    .block([8.4, -18.7], [6.6, 0.7])
    .block([8.4, -17.7], [4.6, 0.6]);
  plan.room([2, -16.6, 12.4, -8.2], FLOOR, [0.7, 0]);
  for (const x of [-3.3, -0.3, 2.7]) plan.window(at(x - 1.15, 4.2), at(x + 1.15, 4.2));
  plan.opening(at(-0.75, -4.2), at(2.55, -4.2), '#e9dcc4');
  plan.door(at(-4.45, -4.2), at(-2.95, -4.2), at(-4.45, -2.7));
  plan.block(at(-4.85, 0.1), [0.6, 7.2], { fill: '#e5c9a4', radius: 0.15 });
  for (const y of [-2.35, -0.85, 0.75, 2.35])
    plan.block(at(-4.1, y), [0.7, 0.7]).round(at(-3.4, y), 0.22, PAVING);
  plan.block(at(3.5, -0.2), [0.65, 5.6], { fill: '#cfd6c4' }).block(at(4.85, -0.2), [0.45, 5.6]);
  for (const y of [-2.4, -1.3, -0.2, 0.9, 2]) plan.round(at(2.85, y), 0.2, PAVING);
  plan
    .table(at(1.5, 2.4), 0.6, 4)
    .table(at(-1.6, 2.5), 0.5, 3)
    .table(at(-1.4, -0.6), 0.55, 4)
    .table(at(0.9, -1.9), 0.55, 4);
  plan.block(at(-1.8, -3.9), [1.5, 0.36], { fill: '#e5c9a4' });
}

function groundFloor(): Drawing {
  const plan = new Drawing([-15, -21.6, 15, 10.6], 40);
  terrace(plan);
  plan.ground([-14, -8.2, 14, -6.8], PAVING).ground([12.4, -19.2, 14, -8.2], PAVING);
  plan
    .wall([-14, -6.8], [14, -6.8])
    .wall([-14, -8.2], [-14, -6.8])
    .wall([14, -6.8], [14, -19.2], [12.4, -19.2]);
  for (const x of [-5.2, 0, 5.2]) plan.opening([x - 1.6, -6.8], [x + 1.6, -6.8], PAVING);
  plan.stairs([12.5, -15, 13.9, -9], 16);
  plan.tree([0.5, -10.6], 1.15).tree([0.3, -13.6], 0.9).tree([-12.6, -20.6], 0.8).tree([8, -20.5], 0.9);
  lobby(plan);
  restaurant(plan);
  return plan;
}

function suites(): Drawing {
  const plan = new Drawing([-16.4, -21.9, 7, -6.7], 48);
  for (const left of [-15.4, 0.2])
    plan.ground([left, -9.8, left + 5.6, -7.8], PAVING).room([left, -17.2, left + 5.6, -9.8], PAVING);
  plan.room([-3.2, -17.2, 0.2, -13.6], PAVING).opening([0.2, -15.8], [0.2, -14.8], PAVING);
  suite(plan);
  bathroom(plan);
  corridor(plan);
  return plan;
}

function suite(plan: Drawing): void {
  const at = from(SUITE);
  const [x, y] = SUITE;
  plan
    .ground([x - 3.4, y + 3.7, x + 3.4, y + 5.7], PAVING)
    .joints([x - 3.4, y + 3.7, x + 3.4, y + 5.7], [0.4, 0]);
  plan.line(at(-3.4, 3.7), at(-3.4, 5.7)).line(at(-3.4, 5.7), at(3.4, 5.7)).line(at(3.4, 5.7), at(3.4, 3.7));
  plan.room([x - 3.3, y - 3.7, x + 3.3, y + 3.7], '#fffaf0', [0.24, 0], '#f3ead9');
  plan.window(at(-2.8, 3.7), at(2.8, 3.7));
  plan
    .block(at(-1.9, -0.1), [3.2, 3.4], { fill: '#f3e7d1' })
    .block(at(-2.15, -0.1), [2.1, 1.8], { radius: 0.1 });
  for (const dy of [-0.45, 0.45]) plan.block(at(-2.85, dy - 0.1), [0.45, 0.7], { radius: 0.12 });
  for (const dy of [-1.35, 1.15]) plan.block(at(-3.0, dy), [0.5, 0.5]);
  plan
    .block(at(-1.9, -3.35), [2.6, 0.6])
    .block(at(2.9, -0.9), [0.65, 1.8], { fill: '#e5c9a4' })
    .round(at(2.3, -0.9), 0.3);
  plan.block(at(1.6, 2), [0.85, 0.85], { degrees: 30, radius: 0.3 }).round(at(0.9, 2.5), 0.28);
  plan.block(at(1.35, 4.75), [1.9, 0.7], { degrees: -28, radius: 0.1 }).round(at(0.1, 4.9), 0.25);
}

function bathroom(plan: Drawing): void {
  const at = from(BATHROOM);
  const [x, y] = BATHROOM;
  plan.room([x - 1.7, y - 1.9, x + 1.7, y + 1.9], '#eef1ea', [0.8, 0.8], '#dde3da');
  plan.window(at(-1.15, 1.9), at(1.15, 1.9)).door(at(-1.7, -0.36), at(-1.7, -1.24), at(-0.82, -0.36));
  plan.round(at(0, 1.2), [0.87, 0.41]).round(at(0, 1.2), [0.72, 0.3], WATER, '#9fbcbd');
  plan.block(at(1.4, -0.15), [0.5, 1.9], { fill: '#e5c9a4' });
  for (const dy of [-0.47, 0.49]) plan.round(at(1.4, dy - 0.15), 0.2, WATER, '#9fbcbd');
  plan
    .block(at(1.05, -1.38), [1.2, 0.95], { fill: WATER })
    .block(at(-0.35, -1.6), [0.36, 0.5], { radius: 0.15 });
}

function corridor(plan: Drawing): void {
  const at = from(CORRIDOR);
  const [x, y] = CORRIDOR;
  plan.room([-15.4, y - 1, x - 6.2, y + 1], PAVING).stairs([-15.2, y - 0.8, x - 7.4, y + 0.8], 8);
  plan.room([-2.6, -21, -0.4, y - 1], PAVING).room([x - 6.2, y - 1, x + 6.2, y + 1], '#fffaf0');
  plan.block(at(0, 0), [11.9, 1.3], { fill: '#d5dedd', radius: 0 });
  lifts(plan, [x - 1.5, x - 3.1], [-21.2, y - 1]);
  for (const door of [-4.3, 1.5, 4.55])
    plan.door(at(door - 0.46, 1), at(door + 0.46, 1), at(door - 0.46, 1.92));
  plan.door(at(4.2, -1), at(5, -1), at(4.2, -1.8)).door(at(-6.2, 0.5), at(-6.2, -0.5), at(-7.2, 0.5));
  plan.window(at(6.2, -0.68), at(6.2, 0.68)).round(at(5.35, 0.3), 0.36).round(at(5.75, -0.42), 0.2);
  plan.block(at(1.75, -0.83), [1.5, 0.32], { fill: '#e5c9a4' });
}

/** The bathhouse looks the other way: its scene is turned half round. */
function bathhouse(): Drawing {
  const plan = new Drawing([-11.6, -31, 6.4, -17.6], 60);
  const at = (dx: number, dy: number): Point => [SPA[0] - dx, SPA[1] - dy];
  plan
    .ground([-11.6, -31, 6.4, -28.2], GARDEN)
    .tree([-2.6, -29.6], 0.8)
    .tree([1.4, -29.9], 0.65)
    .tree([4.6, -29.5], 0.9);
  plan.tree([-8.6, -29.4], 1).tree([-6.2, -29.9], 0.55);
  plan.room([-10.6, -23, -4, -21.2], PAVING);
  lifts(plan, [-7.6, -9.2], [-21.2, -19.2], -21.2);
  plan.room([1.3, -20.95, 4.4, -18.4], '#ecd9bb', [0.25, 0], '#dcc49d');
  plan.room([-4, -28.15, 4.4, -20.95], FLOOR, [0.9, 0.9], '#efe5d3');
  plan.window(at(-2.3, 3.6), at(2.3, 3.6));
  plan.opening(at(4.2, -1.95), at(4.2, -3.1)).door(at(-3.1, -3.6), at(-2.2, -3.6), at(-3.1, -4.5));
  plan.round(at(0, 2), [1, 0.62], '#e9dfcc').round(at(0, 2), [0.8, 0.45], WATER, '#9fbcbd');
  plan
    .block(at(3.75, 0.4), [0.6, 2.6], { fill: '#e5c9a4' })
    .round(at(3.75, 1.1), 0.22, WATER)
    .round(at(3.75, -0.3), 0.22, WATER);
  plan.block(at(1.5, -2.6), [0.75, 1.8], { radius: 0.2 }).block(at(0.4, -2.6), [0.75, 1.8], { radius: 0.2 });
  plan
    .block(at(-2.6, 0.3), [0.85, 2], { radius: 0.1, fill: '#fffdf8' })
    .round(at(-3.7, 2.9), 0.3, '#c3cda9', '#a3b184');
  plan.block([2.85, -18.8], [2.9, 0.6], { fill: '#e0c69c' });
  return plan;
}

/** Where the scenes' cameras stand in their rooms. */
const PLANS = [
  {
    name: 'plan-almedra-ground',
    plan: groundFloor(),
    places: {
      lobby: from(LOBBY)(-0.9, -1.35),
      restaurant: from(RESTAURANT)(-0.15, 0.2),
      terrace: [0, 0.15],
      nightfall: [0, 0.15],
    },
  },
  {
    name: 'plan-almedra-suites',
    plan: suites(),
    places: {
      corridor: from(CORRIDOR)(0.2, -0.06),
      room: from(SUITE)(0.55, 0.1),
      bathroom: from(BATHROOM)(-0.25, -0.42),
    },
  },
  { name: 'plan-almedra-bathhouse', plan: bathhouse(), places: { spa: from(SPA)(-0.05, 0.45) } },
] satisfies { name: string; plan: Drawing; places: Record<string, Point> }[];

for (const { name, plan, places } of PLANS) {
  await plan.write(fileURLToPath(new URL(`${name}.jpg`, IMAGES)));
  const pixels = Object.entries(places).map(([id, point]) => [id, plan.pixel(point).map(Math.round)]);
  console.log(name, JSON.stringify(plan.size), JSON.stringify(Object.fromEntries(pixels)));
}
