import { expect, test } from 'vitest';
import { cameraMatrix, type Vector3 } from '../math/view.ts';
import { apply, frustumOf, rayMatrix, rotationOf, screenMatrix } from './rays.ts';

/** As a headset's left eye has it: it sees further to the left, and further down. */
const EDGES = { left: -1.4, right: 1.0, bottom: -1.2, top: 0.9 };

function projection({ left, right, bottom, top }: typeof EDGES): number[] {
  const [width, height] = [right - left, top - bottom];
  return [
    ...[2 / width, 0, 0, 0],
    ...[0, 2 / height, 0, 0],
    ...[(right + left) / width, (top + bottom) / height, -1, -1],
    ...[0, 0, -0.2, 0],
  ];
}

test('reads the edges of an asymmetric projection', () => {
  const frustum = frustumOf(projection(EDGES));
  for (const edge of ['left', 'right', 'bottom', 'top'] as const)
    expect(frustum[edge]).toBeCloseTo(EDGES[edge], 12);
});

test('turns a quaternion into the rotation that it stands for', () => {
  const half = 0.4;
  // Around the axis that points up, against the clock: to the left.
  const rotation = rotationOf({ x: 0, y: Math.sin(half), z: 0, w: Math.cos(half) });
  const expected = cameraMatrix({ yaw: -0.8, pitch: 0, roll: 0, fov: 1 });
  expect(rotation).toEqual(expected.map((value) => expect.closeTo(value, 12)));
});

test('draws a direction where the ray of that point of the screen goes', () => {
  const camera = cameraMatrix({ yaw: 0.7, pitch: -0.4, roll: 0.3, fov: 1 });
  const aspect = 0.9;
  const rays = rayMatrix(camera, EDGES, aspect);
  const screen = screenMatrix(camera, EDGES, aspect);
  for (const [x, y] of [
    [-1, -1],
    [1, 1],
    [0, 0],
    [0.3, -0.8],
  ] as const) {
    const direction = apply(rays, [x * aspect, y, -1]);
    // Multiplied from the left, as the shaders do.
    const at = [0, 3, 6].map((column) =>
      direction.reduce((sum, value, row) => sum + value * (screen[column + row] ?? 0), 0),
    ) as unknown as Vector3;
    expect(at[0] / -at[2] / aspect).toBeCloseTo(x, 9);
    expect(at[1] / -at[2]).toBeCloseTo(y, 9);
  }
});

test('looks through the middle of an asymmetric screen beside the axis', () => {
  const level = cameraMatrix({ yaw: 0, pitch: 0, roll: 0, fov: 1 });
  const [x, y, z] = apply(rayMatrix(level, EDGES, 1), [0, 0, -1]);
  expect([x / -z, y / -z]).toEqual([expect.closeTo(-0.2), expect.closeTo(-0.15)]);
});
