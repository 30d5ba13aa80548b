/**
 * Draws the floor plan of Kunsthal Fjordbo: `node content/plans/kunsthal-fjordbo.ts`. The rooms have the measures of the scenes
 * in `content/scenes`; what lies between them is invented. The plan's upper edge looks north. Prints the places of the
 * scenes, in pixels, for the tour document.
 */
import { fileURLToPath } from 'node:url';
import { Drawing, FLOOR, GARDEN, PAVING, type Point } from './drawing.ts';

/** Of the middles of the rooms as the scenes build them; the gallery's is the origin. */
const READING_ROOM: Point = [10, 12.8];
const FOYER: Point = [2.8, -13.64];
/** Its arcade lies in the plan's east: the court is built a quarter turn from here. */
const COURT: Point = [16.3, -12.4];
const SHOP: Point = [1.6, -30.6];

const from =
  ([x, y]: Point) =>
  (dx: number, dy: number): Point => [x + dx, y + dy];

function gallery(plan: Drawing): void {
  plan.room([-5.9, -4.4, 5.9, 4.4], FLOOR, [0.8, 0]);
  plan.line([-3.8, -2.3], [3.8, -2.3], '6 6').line([-3.8, 2.3], [3.8, 2.3], '6 6');
  plan.line([-3.8, -2.3], [-3.8, 2.3], '6 6').line([3.8, -2.3], [3.8, 2.3], '6 6');
  plan
    .block([-1.9, 0.5], [0.55, 1.8], { fill: '#e5c9a4' })
    .block([2, -0.5], [0.55, 1.8], { fill: '#e5c9a4' });
  for (const [x, y, size] of [
    [4, 2.2, 0.6],
    [-3.9, 2.4, 1.1],
    [-3.9, -3, 0.55],
    [1.95, 2.7, 0.62],
  ] as const)
    plan.block([x, y], [size, size]).round([x, y], size * 0.32, PAVING);
  plan.block([-0.9, -2.7], [1.1, 0.5]).block([3.9, -1.5], [0.5, 1.1]);
}

function redRoom(plan: Drawing): void {
  plan.room([-4, 4.4, 4, 10.3], '#efd8cd', [0.8, 0], '#e6c9bc');
  plan.opening([-1.3, 4.4], [1.3, 4.4]).block([0, 7.7], [0.46, 0.46]).round([0, 7.7], 0.15, PAVING);
}

function readingRoom(plan: Drawing): void {
  const at = from(READING_ROOM);
  plan.room([4, 8.3, 16, 17.3], FLOOR, [0, 0.8]);
  for (const x of [-3.4, 0, 3.4]) plan.window(at(x - 0.8, 4.5), at(x + 0.8, 4.5));
  plan.opening([4, 8.6], [4, 9.5]);
  plan.block(at(-5.8, 0.6), [0.4, 5.8], { fill: '#e5c9a4' }).block(at(5.8, 0), [0.4, 8], { fill: '#e5c9a4' });
  for (const x of [-3.9, 3.9]) plan.block(at(x, -4.3), [3, 0.4], { fill: '#e5c9a4' });
  plan.block(at(0, 1.6), [4.6, 2.2], { fill: '#f3e7d1' }).block(at(0, 1.6), [3.8, 1.3], { fill: '#cfd6c4' });
  for (const x of [-1.2, 0, 1.2]) plan.round(at(x, 0.6), 0.24, PAVING).round(at(x, 2.6), 0.24, PAVING);
  plan
    .block(at(0, -2.9), [5.2, 2.4], { fill: '#e6ddd0' })
    .block(at(0, -4.25), [2.2, 0.5], { fill: '#fffdf8' });
  for (const side of [-1, 1])
    plan.block(at(side * 2.6, -1.9), [0.9, 0.9], { degrees: side * -40, radius: 0.3 });
}

function entrance(plan: Drawing): void {
  plan.room([1.4, -8, 6.4, -4.4], FLOOR, [0.8, 0]).opening([2.95, -4.4], [4.85, -4.4]);
  plan.block([2.2, -7], [0.6, 1.4]).round([2.2, -5.2], 0.35, '#c3cda9', '#a3b184');
  plan.ground([-9, -25.6, 27, -20.6], PAVING).joints([-9, -25.6, 27, -20.6], [2.4, 0]);
  plan.line([-9, -20.6], [27, -20.6]).line([-9, -25.6], [27, -25.6]);
}

function foyer(plan: Drawing): void {
  const at = from(FOYER);
  plan.room([-3.8, -19.04, 9.4, -8.24], PAVING, [1.35, 1.35]);
  plan
    .opening(at(-0.2, 5.4), at(2.4, 5.4))
    .window(at(-5.3, -5.4), at(-1.9, -5.4))
    .window(at(6.6, 0.4), at(6.6, 3.4));
  plan
    .block(at(-5.65, 1.2), [1.9, 8.2], { fill: '#fffdf8' })
    .block(at(-4.3, 4.65), [4.6, 1.5], { fill: '#fffdf8' });
  for (let step = 0; step < 16; step += 2) plan.line(at(-6.6, -2 + 0.33 * step), at(-4.7, -2 + 0.33 * step));
  plan.block(at(4.2, -3.2), [3.5, 0.75], { fill: '#a9bfb2' });
  plan.block(at(0.55, 0.95), [2.6, 0.62], { fill: '#e5c9a4' });
  plan.block(at(2.3, 1.9), [1, 1], { degrees: 30 }).round(at(2.3, 1.9), 0.4, PAVING);
  plan.round(at(-2.1, -4.75), 0.35, '#c3cda9', '#a3b184').round(at(6, 4.85), 0.35, '#c3cda9', '#a3b184');
}

function court(plan: Drawing): void {
  const at = (dx: number, dy: number): Point => [COURT[0] + dy, COURT[1] - dx];
  plan.room([9.8, -20.4, 26.2, -4.4], PAVING, [0.9, 0.9]).window([9.8, -17.4], [9.8, -7.4]);
  plan.ground([12.2, -17.7, 19.6, -7.1], '#e8dfcd');
  plan.block(at(1.5, 0.35), [2.5, 5.6], { fill: '#b9c9cc' }).round(at(1.7, 0.4), 0.5, '#d8a184');
  for (let pier = 0; pier < 7; pier += 1) plan.block(at(-7.1 + pier * 2.37, 6.45), [0.46, 0.46]);
  for (const [dx, dy, radius] of [
    [-4.6, -1.7, 1],
    [4.9, -1.15, 1],
    [-6.6, 4.7, 0.9],
    [1.2, -3.7, 0.9],
  ] as const)
    plan.tree(at(dx, dy), radius);
  for (const [dx, dy, size] of [
    [-5.6, 2.2, 1.5],
    [5.9, 2.9, 1.3],
    [-2.9, -2.45, 0.6],
    [3.5, -3.4, 0.8],
  ] as const)
    plan.block(at(dx, dy), [size, size]).round(at(dx, dy), size * 0.32, PAVING);
  plan.block(at(-0.15, -2.75), [0.52, 2.3], { fill: '#e5c9a4' });
}

function shop(plan: Drawing): void {
  const at = from(SHOP);
  plan.room([-1.9, -34.9, 5.1, -26.3], FLOOR, [0.6, 0]);
  plan.window(at(-2.6, 4.3), at(1.2, 4.3)).door(at(1.9, 4.3), at(2.8, 4.3), at(1.9, 3.4));
  plan
    .block(at(-3.25, 0.4), [0.4, 5.2], { fill: '#cfd6c4' })
    .block(at(3.25, -0.4), [0.4, 5], { fill: '#e5c9a4' });
  plan.block(at(-1.6, -1), [1, 2.4], { fill: '#e5c9a4' }).round(at(1.5, 1), 0.6, '#e5c9a4');
  plan
    .block(at(0.2, -3), [2.2, 0.7], { fill: '#cfd6c4' })
    .block(at(-2.2, 2.9), [0.8, 0.8], { degrees: 35, radius: 0.3 });
}

const plan = new Drawing([-9, -36.4, 27, 18.8], 30);
plan.ground([-9, -20.6, 27, 18.8], GARDEN);
for (const [x, y, radius] of [
  [-7.4, 7, 1.1],
  [-6.6, 13, 1.4],
  [0.6, 14.4, 1.2],
  [11.6, 1.6, 1.5],
  [9.8, -4.4, 1.1],
  [15.4, -3, 1.3],
  [-7.6, -6.8, 0.9],
  [21.4, 4.6, 1.5],
  [23.6, -1.4, 1.1],
  [-6.6, -15, 1.2],
] as const)
  plan.tree([x, y], radius);
gallery(plan);
redRoom(plan);
readingRoom(plan);
entrance(plan);
foyer(plan);
court(plan);
shop(plan);
await plan.write(fileURLToPath(new URL('../media/images/plan-kunsthal-fjordbo.jpg', import.meta.url)));
/** Where the scenes' cameras stand. */
const places = {
  foyer: from(FOYER)(-0.35, -0.75),
  court: [COURT[0] - 1.95, COURT[1] - 0.35],
  gallery: [0, -0.35],
  'reading-room': from(READING_ROOM)(0, -0.35),
  shop: from(SHOP)(0.55, 0.35),
} satisfies Record<string, Point>;
const pixels = Object.entries(places).map(([id, point]) => [id, plan.pixel(point).map(Math.round)]);
console.log(JSON.stringify(plan.size), JSON.stringify(Object.fromEntries(pixels)));
