/**
 * Draws the floor plan of the flat at Sonnenkai: `node content/plans/sonnenkai.ts`. The rooms have the measures of the scenes
 * in `content/scenes`, the places that `flat_bedroom` and `flat_bathroom` state; hall and staircase are invented. The plan's
 * upper edge looks north. Prints the places of the scenes, in pixels, for the tour document.
 */
import { fileURLToPath } from 'node:url';
import { Drawing, FLOOR, GARDEN, PAVING, type Point } from './drawing.ts';

/** Of the middles of the rooms as the scenes build them; the living room's is the origin. */
const BEDROOM: Point = [-3, -7];
const BATHROOM: Point = [-6.44, -6.9];

const OAK = '#e5c9a4';
const BLUE = '#c9d3d6';
const TILES = '#efd8cd';

const from =
  ([x, y]: Point) =>
  (dx: number, dy: number): Point => [x + dx, y + dy];

function outside(plan: Drawing): void {
  plan.ground([-9, -10, 6, 6.2], GARDEN);
  for (const [x, y, radius] of [
    [-7, 3.6, 1.2],
    [-6.2, 0.4, 0.8],
    [2.6, -6.2, 1.5],
    [4.9, -8.4, 0.9],
    [0.7, -8.9, 0.8],
  ] as const)
    plan.tree([x, y], radius);
  plan.ground([-0.9, 3.2, 4.7, 5.3], PAVING).joints([-0.9, 3.2, 4.7, 5.3], [0.7, 0]);
  plan.line([-0.9, 3.2], [-0.9, 5.3]).line([-0.9, 5.3], [4.7, 5.3]).line([4.7, 5.3], [4.7, 3.2]);
  for (const x of [0.1, 3.8]) plan.round([x, 4.7], 0.3, '#c3cda9', '#a3b184');
}

function staircase(plan: Drawing): void {
  plan.room([-7.54, -5.35, -4.8, -1.6], PAVING).stairs([-7.4, -5, -6.2, -1.8], 12);
}

function hall(plan: Drawing): void {
  plan.room([-4.8, -5.1, -0.8, -3.2], FLOOR, [0, 0.38]);
  plan.door([-4.8, -4.9], [-4.8, -3.95], [-3.85, -4.9]).block([-1, -3.8], [0.26, 0.9]);
}

function kitchen(plan: Drawing): void {
  plan.block([-4.48, 0.35], [0.62, 4], { fill: BLUE }).block([-4.47, -2.35], [0.64, 1.35], { fill: BLUE });
  plan.block([-4.46, 0], [0.46, 0.52]).block([-4.44, 1.45], [0.4, 0.6], { radius: 0.12 });
  plan.block([-2.5, 0.35], [1, 2.5], { fill: OAK });
  for (const y of [-0.4, 0.35, 1.1]) plan.round([-1.78, y], 0.19, PAVING);
}

function living(plan: Drawing): void {
  plan.room([-4.8, -3.2, 4.8, 3.2], FLOOR, [0, 0.38]);
  plan.window([-3.9, 3.2], [-1.9, 3.2]).window([-0.4, 3.2], [4.2, 3.2]).window([4.8, -1.6], [4.8, 1.6]);
  plan.door([-3.425, -3.2], [-4.375, -3.2], [-3.425, -4.15]);
  plan.block([0.15, -1.35], [3, 2.3], { fill: '#f3ecdd' }).block([0.15, -1.35], [2, 0.95], { fill: OAK });
  for (const x of [-0.45, 0.15, 0.75])
    for (const side of [-1, 1]) plan.block([x, -1.35 + side * 0.72], [0.44, 0.42], { radius: 0.12 });
  plan.block([0.15, -2.96], [2.2, 0.42], { fill: OAK }).block([2.6, -3.03], [1.3, 0.3], { fill: OAK });
  plan.block([2.9, 0.65], [3, 2.6], { fill: '#f3ecdd' }).block([3.85, 0.55], [0.98, 2.6], { radius: 0.2 });
  plan.round([2.45, 0.6], 0.475, OAK).round([2.2, 1.95], 0.3, '#ecd9a8');
  plan.block([1.35, 1.35], [0.75, 0.75], { degrees: -24, fill: BLUE, radius: 0.2 });
}

function bedroom(plan: Drawing): void {
  const at = from(BEDROOM);
  plan.room([-5.2, -8.9, -0.8, -5.1], FLOOR, [0, 0.38]).window(at(2.2, -1.15), at(2.2, 1.15));
  plan.door(at(1.025, 1.9), at(1.975, 1.9), at(1.025, 2.85));
  plan.block(at(-0.35, -0.25), [2.6, 1.9], { fill: '#f3ecdd' });
  plan.block(at(-0.35, -0.8), [1.6, 2.02]).block(at(-0.35, -0.2), [1.62, 0.6], { fill: '#e6bd95' });
  for (const x of [-0.76, 0.06]) plan.block(at(x, -1.55), [0.62, 0.38], { radius: 0.12 });
  for (const x of [-1.5, 0.8]) plan.block(at(x, -1.66), [0.45, 0.38], { fill: OAK });
  plan
    .block(at(-0.95, 1.59), [2.3, 0.6])
    .block(at(-1.96, -0.95), [0.44, 1.3], { fill: OAK })
    .block(at(1.5, -0.35), [0.7, 0.72], { degrees: 22, radius: 0.2 })
    .round(at(1.82, 1.05), 0.24, '#c3cda9', '#a3b184');
}

function bathroom(plan: Drawing): void {
  const at = from(BATHROOM);
  plan
    .room([-7.54, -8.45, -5.34, -5.35], TILES, [0.3, 0.3], '#e8cdc0')
    .window(at(-0.75, -1.55), at(0.15, -1.55));
  plan.block(at(-0.54, -1.05), [1.12, 1], { fill: '#c3cdb9' }).line(at(-1.08, -0.55), at(-0.02, -0.55));
  plan.block(at(-0.85, 0.35), [0.48, 1.15], { fill: '#c3cdb9' }).round(at(-0.81, 0.35), 0.2);
  plan
    .round(at(-0.45, 1.2), [0.19, 0.27])
    .block(at(-0.45, 1.45), [0.4, 0.14])
    .round(at(0.85, -1.25), 0.18, OAK);
}

/** Between two rooms whose walls stand side by side. */
function doorToBathroom(plan: Drawing): void {
  const [south, north] = [-6.875, -6.025];
  plan.opening([-5.2, south], [-5.2, north]).opening([-5.34, south], [-5.34, north]);
  plan.door([-5.2, south], [-5.2, north], [-4.35, south]);
}

const plan = new Drawing([-9, -10, 6, 6.2], 64);
outside(plan);
staircase(plan);
hall(plan);
living(plan);
kitchen(plan);
bathroom(plan);
bedroom(plan);
doorToBathroom(plan);
await plan.write(fileURLToPath(new URL('../media/images/plan-sonnenkai.jpg', import.meta.url)));
/** Where the scenes' cameras stand. */
const places = {
  'living-room': [0.25, 0.55],
  kitchen: [-3.42, -1.3],
  bedroom: from(BEDROOM)(0.75, 0.72),
  bathroom: from(BATHROOM)(0.22, 0.05),
} satisfies Record<string, Point>;
const pixels = Object.entries(places).map(([id, point]) => [id, plan.pixel(point).map(Math.round)]);
console.log(JSON.stringify(plan.size), JSON.stringify(Object.fromEntries(pixels)));
