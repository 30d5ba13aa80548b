import { type Box, type Point, project } from './geometry.ts';

/** As the server sends them: id, latitude and longitude in thousandths of a degree. */
export type Pins = readonly number[];

/** The server's `PIN_UNITS_PER_DEGREE`. */
export const UNITS = 1000;

/** Places on the map, in typed arrays: there may be thousands. */
export interface Places {
  ids: Int32Array;
  xs: Float64Array;
  ys: Float64Array;
  indexOf: ReadonlyMap<number, number>;
}

/** Places that are drawn as one mark. */
export interface Cluster extends Point {
  /** Indexes of places. */
  members: number[];
}

export function placesOf(pins: Pins): Places {
  const count = Math.floor(pins.length / 3);
  const places = { ids: new Int32Array(count), xs: new Float64Array(count), ys: new Float64Array(count) };
  const indexOf = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const [id = 0, latitude = 0, longitude = 0] = [pins[3 * index], pins[3 * index + 1], pins[3 * index + 2]];
    const { x, y } = project(latitude / UNITS, longitude / UNITS);
    places.ids[index] = id;
    places.xs[index] = x;
    places.ys[index] = y;
    indexOf.set(id, index);
  }
  return { ...places, indexOf };
}

const COLUMNS = 2 ** 20;

/**
 * Joins places that are close to each other.
 *
 * @param cell how far marks are apart, as a share of the world's width
 */
export function clustersOf({ xs, ys }: Places, cell: number): Cluster[] {
  const cells = new Map<number, number[]>();
  for (let index = 0; index < xs.length; index += 1) {
    const key = Math.floor((ys[index] ?? 0) / cell) * COLUMNS + Math.floor((xs[index] ?? 0) / cell);
    const members = cells.get(key);
    if (members) members.push(index);
    else cells.set(key, [index]);
  }
  const found = new Map<number, Cluster>();
  for (const [key, members] of [...cells].sort(([, a], [, b]) => b.length - a.length)) {
    let [x, y] = [0, 0];
    for (const index of members) {
      x += xs[index] ?? 0;
      y += ys[index] ?? 0;
    }
    const cluster = { x: x / members.length, y: y / members.length, members };
    const near = neighbourOf(found, key, cluster, cell);
    if (near) near.members.push(...members);
    else found.set(key, cluster);
  }
  return [...found.values()];
}

/** A larger cluster of a cell beside, which this one would overlap. */
function neighbourOf(found: Map<number, Cluster>, key: number, { x, y }: Point, cell: number) {
  for (const row of [-COLUMNS, 0, COLUMNS]) {
    for (const column of [-1, 0, 1]) {
      const other = found.get(key + row + column);
      if (other && Math.hypot(other.x - x, other.y - y) < 0.7 * cell) return other;
    }
  }
  return undefined;
}

export function boxOf({ xs, ys }: Places, members: readonly number[]): Box {
  const box = { west: 1, north: 1, east: 0, south: 0 };
  for (const index of members) {
    const [x, y] = [xs[index] ?? 0, ys[index] ?? 0];
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
  }
  return box;
}
