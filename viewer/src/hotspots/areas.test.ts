import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Vector3 } from '../math/view.ts';
import { areaAt, contains, triangulate } from './areas.ts';
import { directionOf, middleOf, vectorOf } from './directions.ts';

const dot = (a: Vector3, b: Vector3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const DIRECTIONS = Array.from({ length: 50 }, (_, row) =>
  Array.from({ length: 200 }, (_, column) =>
    vectorOf({ yaw: (column / 100 - 1) * Math.PI + 0.003, pitch: ((row + 0.5) / 50 - 0.5) * Math.PI }),
  ),
).flat();

/** The corners of a star-shaped area around a direction: each at an angle from it, in turn. */
const areas = fc
  .record({
    yaw: fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
    pitch: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
    reaches: fc.array(fc.double({ min: 0.1, max: 1.1, noNaN: true }), { minLength: 3, maxLength: 12 }),
    isReversed: fc.boolean(),
  })
  .map(({ yaw, pitch, reaches, isReversed }) => {
    const ahead = vectorOf({ yaw, pitch });
    const right = vectorOf({ yaw: yaw + Math.PI / 2, pitch: 0 });
    const up = vectorOf({ yaw, pitch: pitch + Math.PI / 2 });
    const corners = reaches.map((reach, index): Vector3 => {
      const angle = (index / reaches.length) * 2 * Math.PI;
      const at = (axis: 0 | 1 | 2) =>
        ahead[axis] * Math.cos(reach) +
        (right[axis] * Math.cos(angle) + up[axis] * Math.sin(angle)) * Math.sin(reach);
      return [at(0), at(1), at(2)];
    });
    return { centre: ahead, corners: isReversed ? corners.reverse() : corners };
  });

/** Point-in-polygon by crossings on the plane that touches the sphere at `centre`; undefined near an edge. */
function crossings(centre: Vector3, corners: Vector3[], direction: Vector3): boolean | undefined {
  const helper: Vector3 = Math.abs(centre[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0];
  const cross = (a: Vector3, b: Vector3): Vector3 => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const right = cross(centre, helper);
  const up = cross(right, centre);
  if (dot(direction, centre) <= 0.001) return false;
  const flat = (v: Vector3) => [dot(v, right) / dot(v, centre), dot(v, up) / dot(v, centre)] as const;
  const [x, y] = flat(direction);
  let isInside = false;
  for (const [index, corner] of corners.entries()) {
    const [ax, ay] = flat(corner);
    const [bx, by] = flat(corners[(index + 1) % corners.length] ?? corner);
    const length = Math.hypot(bx - ax, by - ay);
    if (length > 0 && Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length < 1e-6) return undefined;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}

test('finds the directions inside of 200 areas as counting crossings does', () => {
  fc.assert(
    fc.property(areas, ({ centre, corners }) => {
      const middle = middleOf({ id: 'a', kind: 'info', label: 'A', outline: corners.map(directionOf) });
      if (corners.some((corner) => dot(corner, middle) < 0.05)) return;
      const wrong = DIRECTIONS.filter((direction) => {
        const expected = crossings(centre, corners, direction);
        return expected !== undefined && contains(corners, middle, direction) !== expected;
      });
      expect(wrong).toEqual([]);
    }),
    { numRuns: 200 },
  );
}, 60_000);

test('fills an area with triangles that cover it once and nothing else', () => {
  fc.assert(
    fc.property(areas, ({ centre, corners }) => {
      const middle = middleOf({ id: 'a', kind: 'info', label: 'A', outline: corners.map(directionOf) });
      if (corners.some((corner) => dot(corner, middle) < 0.05)) return;
      const triangles = triangulate(corners, middle);
      for (const direction of DIRECTIONS.filter((_, index) => index % 7 === 0)) {
        let [count, isOnEdge] = [0, false];
        for (let index = 0; index < triangles.length; index += 3) {
          const inside = crossings(centre, triangles.slice(index, index + 3), direction);
          isOnEdge ||= inside === undefined;
          count += inside ? 1 : 0;
        }
        const expected = crossings(centre, corners, direction);
        if (!isOnEdge && expected !== undefined) expect(count).toBe(expected ? 1 : 0);
      }
    }),
    { numRuns: 100 },
  );
}, 60_000);

test('names the area of a direction, and none for what has no outline', () => {
  const outline = [
    { yaw: -0.2, pitch: 0.2 },
    { yaw: 0.2, pitch: 0.2 },
    { yaw: 0, pitch: -0.2 },
  ];
  const hotspots = [
    { id: 'a', kind: 'info', label: 'A', at: { yaw: 0, pitch: 0 } },
    { id: 'b', kind: 'info', label: 'B', outline },
  ] as const;
  const middles = hotspots.map(middleOf);
  expect(areaAt(hotspots, middles, vectorOf({ yaw: 0, pitch: 0.1 }))).toBe(1);
  expect(areaAt(hotspots, middles, vectorOf({ yaw: Math.PI, pitch: -0.1 }))).toBe(-1);
});

/** Whether a direction is in a triangle of less than half a sphere. */
function inTriangle([a, b, c]: Vector3[], direction: Vector3): boolean {
  if (!a || !b || !c) return false;
  const cross = (p: Vector3, q: Vector3): Vector3 => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const sides = [dot(direction, cross(a, b)), dot(direction, cross(b, c)), dot(direction, cross(c, a))];
  const sense = Math.sign(dot(a, cross(b, c)));
  return sides.every((side) => side * sense > 0);
}

test.each([
  ['as far as a right angle', Math.PI / 2],
  ['two thirds of the way round', (2 / 3) * Math.PI],
  ['nearly all the way round', 2.9],
])('fills an area that reaches %s from its middle, where it is pressed', (_, reach) => {
  const middle = vectorOf({ yaw: 0.4, pitch: 0.3 });
  const right = vectorOf({ yaw: 0.4 + Math.PI / 2, pitch: 0 });
  const up = vectorOf({ yaw: 0.4, pitch: 0.3 + Math.PI / 2 });
  const corners = Array.from({ length: 9 }, (_, index): Vector3 => {
    const angle = (index / 9) * 2 * Math.PI;
    const far = index % 2 === 0 ? reach : reach * 0.6;
    const at = (axis: 0 | 1 | 2) =>
      middle[axis] * Math.cos(far) +
      (right[axis] * Math.cos(angle) + up[axis] * Math.sin(angle)) * Math.sin(far);
    return [at(0), at(1), at(2)];
  });
  const triangles = triangulate(corners, middle);
  const wrong = DIRECTIONS.filter((direction) => {
    let count = 0;
    for (let index = 0; index < triangles.length; index += 3)
      if (inTriangle(triangles.slice(index, index + 3), direction)) count += 1;
    return count !== (contains(corners, middle, direction) ? 1 : 0);
  });
  expect(wrong).toEqual([]);
  const [x, y, z] = middle;
  expect(contains(corners, middle, [-x, -y, -z])).toBe(false);
  expect(contains(corners, middle, middle)).toBe(true);
});
