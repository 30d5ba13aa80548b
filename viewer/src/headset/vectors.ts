import type { Vector3 } from '../math/view.ts';

export const scale = ([x, y, z]: Vector3, factor: number): Vector3 => [x * factor, y * factor, z * factor];

/** Between two directions of length 1. */
export const angleBetween = (a: Vector3, b: Vector3): number =>
  Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
