import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cameraMatrix, DEGREE, type Sight, sightOf, type Vector3 } from '../math/view.ts';
import {
  type Degrees,
  degreesOf,
  directionAt,
  middleOf,
  nudged,
  pathThrough,
  placeOf,
  turnedAlong,
  vectorOf,
} from './geometry.ts';
import { type EditedScene, moved } from './scene.ts';

const SIZE = { width: 900, height: 600 };
const real = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyDirection = fc.record({ yaw: real(-180, 180), pitch: real(-90, 90) });
/** A camera anywhere, in a picture that lies anyhow in the world. */
const anySight: fc.Arbitrary<Sight> = fc
  .record({
    yaw: real(-3, 3),
    pitch: real(-1.47, 1.47),
    fov: real(0.4, 1.6),
    tilt: real(-1, 1),
    turn: real(-3, 3),
  })
  .map(({ tilt, turn, ...view }) =>
    sightOf({ ...view, roll: 0 }, cameraMatrix({ yaw: turn, pitch: tilt, roll: tilt / 2, fov: 1 })),
  );

/** Degrees between two directions. */
function between(one: Vector3, other: Vector3): number {
  const chord = Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
  return (2 * Math.asin(Math.min(1, chord / 2))) / DEGREE;
}

describe('directions and places on screen', () => {
  it('belong together, in any picture', () => {
    fc.assert(
      fc.property(anySight, real(0, SIZE.width), real(0, SIZE.height), (sight, x, y) => {
        const place = placeOf(directionAt(x, y, sight, SIZE), sight, SIZE);
        expect(place?.x).toBeCloseTo(x, 6);
        expect(place?.y).toBeCloseTo(y, 6);
      }),
    );
  });

  it('are written with less than a thousandth of a degree of error, also at the poles', () => {
    fc.assert(
      fc.property(anyDirection, (direction) => {
        const written = degreesOf(vectorOf(direction));
        expect(between(vectorOf(written), vectorOf(direction))).toBeLessThan(0.001);
        expect(Math.abs(written.yaw)).toBeLessThanOrEqual(180);
      }),
    );
  });
});

it('nudges by the same angle everywhere', () => {
  fc.assert(
    fc.property(anySight, real(100, 800), real(100, 500), fc.constantFrom(0.5, 5), (sight, x, y, step) => {
      const from = directionAt(x, y, sight, SIZE);
      for (const [right, up] of [
        [step, 0],
        [-step, 0],
        [0, step],
        [0, -step],
      ] as const) {
        const to = nudged(from, sight, right, up);
        expect(between(from, to)).toBeCloseTo(step, 6);
        const [before, after] = [placeOf(from, sight, SIZE), placeOf(to, sight, SIZE)];
        if (right !== 0) expect(Math.sign((after?.x ?? 0) - (before?.x ?? 0))).toBe(Math.sign(right));
        else expect(Math.sign((before?.y ?? 0) - (after?.y ?? 0))).toBe(Math.sign(up));
      }
    }),
  );
});

const square = (yaw: number, pitch: number): Degrees[] =>
  [
    [-10, -10],
    [10, -10],
    [10, 10],
    [-10, 10],
  ].map(([right = 0, up = 0]) => ({ yaw: yaw + right, pitch: pitch + up }));
const SPOT = { kind: 'info', label: 'Window', name: 'Window', drawing: '' } as const;

describe('an area', () => {
  it('keeps its shape when it is moved by its middle, also to a pole', () => {
    fc.assert(
      fc.property(anyDirection, (to) => {
        const corners = square(20, 10).map(vectorOf);
        const turned = turnedAlong(corners, middleOf(corners), vectorOf(to));
        expect(between(middleOf(turned), vectorOf(to))).toBeLessThan(1e-5);
        turned.forEach((corner, index) => {
          const next = (index + 1) % corners.length;
          const length = between(corners[index] ?? corner, corners[next] ?? corner);
          expect(between(corner, turned[next] ?? corner)).toBeCloseTo(length, 5);
        });
      }),
    );
  });

  it('has its corners moved and added one by one', () => {
    const scene: EditedScene = { spots: [{ ...SPOT, id: 'window', place: { outline: square(0, 0) } }] };
    const outlineAfter = (part: Parameters<typeof moved>[1], to: Degrees) => {
      const place = moved(scene, part, vectorOf(to)).spots[0]?.place;
      return place && 'outline' in place ? place.outline : [];
    };
    const corner = outlineAfter({ of: 'corner', id: 'window', index: 2 }, { yaw: 30, pitch: 20 });
    expect(corner).toHaveLength(4);
    expect(corner[2]).toEqual({ yaw: 30, pitch: 20 });
    const more = outlineAfter({ of: 'between', id: 'window', index: 3 }, { yaw: -20, pitch: 0 });
    expect(more).toHaveLength(5);
    expect(more[4]).toEqual({ yaw: -20, pitch: 0 });
  });

  it('is outlined where it is ahead of the camera alone', () => {
    const ahead = sightOf({ yaw: 0, pitch: 0, roll: 0, fov: 1.3 }, undefined);
    const vectors = square(0, 0).map(vectorOf);
    expect(pathThrough(vectors, true, ahead, SIZE).match(/M/g)).toHaveLength(1);
    const behind = sightOf({ yaw: Math.PI, pitch: 0, roll: 0, fov: 1.3 }, undefined);
    expect(pathThrough(vectors, true, behind, SIZE)).toBe('');
    expect(pathThrough(square(90, 0).map(vectorOf), true, ahead, SIZE)).not.toContain('NaN');
  });
});
