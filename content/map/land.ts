/**
 * Makes the outlines of the map of all places from Natural Earth's land, 1:50m, as the npm package world-atlas has it:
 *
 *     npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
 *     node content/map/land.ts package/land-50m.json > web/src/features/map/land.json
 *
 * The result is a list of rings, each a list of numbers: the first point in fiftieths of a degree, east and north, then the
 * steps from point to point.
 */
import { readFileSync } from 'node:fs';

const UNITS = 50;
/** In degrees: coasts bend less than this between two points that are left. */
const TOLERANCE = 0.03;
/** In degrees: smaller islands are left out. */
const LEAST_SIZE = 0.12;
/** Antarctica has no places, and a great deal of coast. */
const SOUTH_END = -60;

type Point = readonly [x: number, y: number];

interface Topology {
  transform: { scale: Point; translate: Point };
  arcs: Point[][];
  objects: { land: { geometries: { arcs: number[][][] }[] } };
}

const [file = ''] = process.argv.slice(2);
const { transform, arcs, objects }: Topology = JSON.parse(readFileSync(file, 'utf8'));

function pointsOf(arc: readonly Point[]): Point[] {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]];
  });
}

/** Arcs with a negative number run backwards. */
function ringOf(numbers: readonly number[]): Point[] {
  return numbers.flatMap((number, index) => {
    const points = pointsOf(arcs[number < 0 ? ~number : number] ?? []);
    if (number < 0) points.reverse();
    return index === 0 ? points : points.slice(1);
  });
}

/** Rings that cross the date line go on beyond it, and come again on the other side. */
function unwrapped(ring: readonly Point[]): Point[][] {
  let turns = 0;
  const points = ring.map(([x, y], index): Point => {
    const before = ring[index - 1]?.[0] ?? x;
    if (x - before > 180) turns -= 1;
    else if (before - x > 180) turns += 1;
    return [x + 360 * turns, y];
  });
  const shifted = (degrees: number) => points.map(([x, y]): Point => [x + degrees, y]);
  const [least, most] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  return [points, ...(most > 180 ? [shifted(-360)] : []), ...(least < -180 ? [shifted(360)] : [])];
}

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** Ramer, Douglas and Peucker. */
function simplify(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return [...points];
  let [farthest, at] = [0, 0];
  for (const [index, point] of points.entries()) {
    const away = distance(point, first, last);
    if (away > farthest) [farthest, at] = [away, index];
  }
  if (farthest <= TOLERANCE) return [first, last];
  return [...simplify(points.slice(0, at + 1)).slice(0, -1), ...simplify(points.slice(at))];
}

function stepsOf(points: readonly Point[]): number[] {
  const steps: number[] = [];
  let [x, y] = [0, 0];
  for (const [east, north] of points) {
    const next = [Math.round(east * UNITS), Math.round(north * UNITS)] as const;
    if (steps.length > 0 && next[0] === x && next[1] === y) continue;
    steps.push(next[0] - x, next[1] - y);
    [x, y] = next;
  }
  return steps;
}

const rings = objects.land.geometries
  .flatMap(({ arcs }) => arcs)
  .flatMap((polygon) => polygon.map(ringOf))
  .flatMap(unwrapped)
  .filter((ring) => {
    const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
    const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    return size >= LEAST_SIZE && Math.max(...ys) > SOUTH_END;
  })
  .map((ring) => {
    // A closed ring begins and ends at one point, which is no line to measure distances from.
    const middle = Math.floor(ring.length / 2);
    return stepsOf([...simplify(ring.slice(0, middle + 1)).slice(0, -1), ...simplify(ring.slice(middle))]);
  })
  .filter((steps) => steps.length >= 8);

process.stdout.write(`[${rings.map((ring) => JSON.stringify(ring)).join(',\n')}]\n`);
