import { PIN_UNITS_PER_DEGREE } from '@oriel/contract';
import { expect, it, vi } from 'vitest';
import { boxOf, clustersOf, placesOf, UNITS } from './clusters.ts';
import { confine, fillingScale, fitted, panned, project, zoomed } from './geometry.ts';

const SIZE = { width: 800, height: 500 };

/** Places that are spread like those of a large library. */
function manyPins(count: number): number[] {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: count }, (_, index) => [
    index + 1,
    Math.round((random() * 120 - 50) * UNITS),
    Math.round((random() * 360 - 180) * UNITS),
  ]).flat();
}

it('projects as maps of the web do', () => {
  expect(UNITS).toBe(PIN_UNITS_PER_DEGREE);
  expect(project(0, 0)).toEqual({ x: 0.5, y: 0.5 });
  expect(project(0, -180).x).toBe(0);
  expect(project(85.0511, 0).y).toBeCloseTo(0, 2);
  expect(project(38.72, -9.14).y).toBeCloseTo(0.3834, 3);
});

it('keeps the world in the map, and what the pointer is at under the pointer', () => {
  expect(confine({ x: -3, y: 9, scale: 1 }, SIZE)).toMatchObject({ x: 0.5 });
  const near = confine({ x: -3, y: 9, scale: 1e9 }, SIZE);
  expect(near.scale).toBe(40_000);
  expect(fillingScale(SIZE)).toBeGreaterThanOrEqual(SIZE.width);
  expect(near.x).toBeCloseTo(400 / 40_000);
  const camera = { x: 0.5, y: 0.4, scale: 4000 };
  const moved = panned(camera, 40, -80);
  expect(moved.x).toBeCloseTo(0.49, 9);
  expect(moved.y).toBeCloseTo(0.42, 9);
  const closer = zoomed(camera, 2, 100, 50, SIZE);
  expect(closer.x + 100 / closer.scale).toBeCloseTo(camera.x + 100 / camera.scale, 9);
  expect(closer.y + 50 / closer.scale).toBeCloseTo(camera.y + 50 / camera.scale, 9);
});

it('shows all places at first', () => {
  const places = placesOf([1, 38_722, -9_139, 2, 55_490, 9_470, 3, 41_690, 44_800]);
  const box = boxOf(places, [0, 1, 2]);
  const { x, y, scale } = fitted(box, SIZE);
  expect(Math.abs(box.west - x) * scale).toBeLessThan(SIZE.width / 2);
  expect(Math.abs(box.north - y) * scale).toBeLessThan(SIZE.height / 2);
});

it('joins places that are close, and no place twice; coming closer takes them apart', () => {
  const places = placesOf(manyPins(10_000));
  for (const cell of [0.1, 0.01, 0.001]) {
    const members = clustersOf(places, cell).flatMap((cluster) => cluster.members);
    expect(members).toHaveLength(10_000);
    expect(new Set(members).size).toBe(10_000);
  }
  const counts = [0.1, 0.01, 0.001].map((cell) => clustersOf(places, cell).length);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts[0]).toBeLessThan(101);
  const near = placesOf([1, 10_000, 10_000, 2, 10_001, 10_001, 3, -20_000, 60_000]);
  expect(clustersOf(near, 0.01).map((cluster) => cluster.members.length)).toEqual([2, 1]);
  expect(near.indexOf.get(3)).toBe(2);
});

it('compares a place with its neighbours alone, however many there are', () => {
  const count = 10_000;
  const places = placesOf(manyPins(count));
  const lookUps = vi.spyOn(Map.prototype, 'get');
  for (const cell of [0.02, 0.01, 0.005, 0.002]) {
    lookUps.mockClear();
    clustersOf(places, cell);
    // Its cell, and that with the eight around it.
    expect(lookUps.mock.calls.length).toBeLessThanOrEqual(10 * count);
  }
  lookUps.mockRestore();
});
