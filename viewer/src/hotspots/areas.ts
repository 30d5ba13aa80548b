import type { Vector3 } from '../math/view.ts';
import type { Marks } from '../render/protocol.ts';
import type { Hotspot } from '../types.ts';
import { vectorOf } from './directions.ts';

const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Whether a direction is inside of corners that great circles join: the angles that the edges take up around it add up to a turn. */
export function contains(corners: readonly Vector3[], middle: Vector3, direction: Vector3): boolean {
  if (dot(direction, middle) <= 0) return false;
  const length = Math.hypot(...direction);
  let turned = 0;
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] ?? a;
    const sine = dot(direction, cross(a, b)) * length;
    turned += Math.atan2(sine, dot(a, b) * length * length - dot(direction, a) * dot(direction, b));
  });
  return Math.abs(turned) > Math.PI;
}

type Point = readonly [x: number, y: number];

/** Nearer to a right angle from the middle than this, as a cosine, a corner is not on the plane any more. */
const FLATTEST = 0.05;

const side = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/**
 * The corners of triangles that fill an area, three by three: cuts off ears on the plane that touches the sphere in the middle,
 * where great circles are straight lines. None where a corner is about a right angle from the middle or further.
 */
export function triangulate(corners: readonly Vector3[], middle: Vector3): Vector3[] {
  const right = cross(middle, Math.abs(middle[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
  const up = cross(right, middle);
  const points = corners.map((corner): Point => {
    const ahead = dot(corner, middle);
    return [dot(corner, right) / ahead, dot(corner, up) / ahead];
  });
  if (corners.some((corner) => dot(corner, middle) < FLATTEST)) return [];
  const at = (index: number): Point => points[index] ?? [0, 0];
  const area = points.reduce((sum, point, index) => {
    const next = at((index + 1) % points.length);
    return sum + point[0] * next[1] - point[1] * next[0];
  }, 0);
  const left = points.map((_, index) => index);
  if (area < 0) left.reverse();
  const triangles: number[] = [];
  while (left.length > 2) {
    const ear = left.findIndex((b, place) => {
      const [a, c] = neighbours(left, place);
      if (side(at(a), at(b), at(c)) < 0) return false;
      return !left.some(
        (other) =>
          ![a, b, c].includes(other) &&
          side(at(a), at(b), at(other)) >= 0 &&
          side(at(b), at(c), at(other)) >= 0 &&
          side(at(c), at(a), at(other)) >= 0,
      );
    });
    // Edges that cross leave no ear: then any corner.
    const place = Math.max(0, ear);
    const [a, c] = neighbours(left, place);
    triangles.push(a, left[place] ?? a, c);
    left.splice(place, 1);
  }
  return triangles.map((index) => corners[index] ?? middle);
}

/** What the stage draws of the areas among these hotspots. */
export function areaVertices(
  hotspots: readonly Hotspot[],
  middles: readonly Vector3[],
): Pick<Marks, 'edges' | 'areas'> {
  const edges: number[] = [];
  const areas: number[] = [];
  hotspots.forEach(({ outline = [] }, index) => {
    const corners = outline.map(vectorOf);
    corners.forEach((corner, place) => {
      edges.push(...corner, index, ...(corners[(place + 1) % corners.length] ?? corner));
    });
    for (const corner of triangulate(corners, middles[index] ?? [0, 0, -1])) areas.push(...corner, index);
  });
  return { edges: new Float32Array(edges), areas: new Float32Array(areas) };
}

/** The index of the area that a direction is in; -1 for none. */
export const areaAt = (
  hotspots: readonly Hotspot[],
  middles: readonly Vector3[],
  direction: Vector3,
): number =>
  hotspots.findIndex(({ outline }, index) =>
    contains(outline?.map(vectorOf) ?? [], middles[index] ?? direction, direction),
  );

const neighbours = (ring: readonly number[], place: number): [number, number] => [
  ring[(place + ring.length - 1) % ring.length] ?? 0,
  ring[(place + 1) % ring.length] ?? 0,
];
