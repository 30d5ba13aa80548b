import type { View } from '../types.ts';

/** A view with the camera's roll, in radians, growing as the camera tips to its left. */
export interface Orientation extends View {
  roll: number;
}

export type Vector3 = readonly [number, number, number];

export const DEGREE = Math.PI / 180;
export const DEFAULT_FOV = 75 * DEGREE;
/** The polar angle stays this far, in radians, from straight up and straight down. */
export const POLE_MARGIN = 0.1;

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Wraps an angle into [-pi, pi). */
export function wrapAngle(angle: number): number {
  const turn = 2 * Math.PI;
  return ((((angle + Math.PI) % turn) + turn) % turn) - Math.PI;
}

export const clampPitch = (pitch: number): number =>
  clamp(pitch, POLE_MARGIN - Math.PI / 2, Math.PI / 2 - POLE_MARGIN);

/** The camera's axes (right, up, back) in the world (x right, y up, z behind), as a column-major 3x3 matrix. */
export function cameraMatrix({ yaw, pitch, roll }: Orientation): number[] {
  const cy = Math.cos(yaw);
  const sy = Math.sin(yaw);
  const cp = Math.cos(pitch);
  const sp = Math.sin(pitch);
  const cr = Math.cos(roll);
  const sr = Math.sin(roll);
  const right: Vector3 = [cy, 0, sy];
  const up: Vector3 = [-sy * sp, cp, cy * sp];
  return [
    right[0] * cr + up[0] * sr,
    right[1] * cr + up[1] * sr,
    right[2] * cr + up[2] * sr,
    up[0] * cr - right[0] * sr,
    up[1] * cr - right[1] * sr,
    up[2] * cr - right[2] * sr,
    -sy * cp,
    -sp,
    cy * cp,
  ];
}

/**
 * Image coordinates (u to the right from yaw -180 degrees, v down from the zenith, both 0 to 1) of the point
 * at `x`, `y` of the camera's image plane, which lies one unit ahead.
 */
export function imageCoordinates(matrix: number[], x: number, y: number): [number, number] {
  const at = (row: number) => (matrix[row] ?? 0) * x + (matrix[row + 3] ?? 0) * y - (matrix[row + 6] ?? 0);
  const dx = at(0);
  const dy = at(1);
  const dz = at(2);
  const u = Math.atan2(dx, -dz) / (2 * Math.PI) + 0.5;
  const v = 0.5 - Math.atan2(dy, Math.hypot(dx, dz)) / Math.PI;
  return [u, v];
}

/** The field of view after the image plane is scaled by `factor`: above 1 zooms in. */
export const scaleFov = (fov: number, factor: number): number => 2 * Math.atan(Math.tan(fov / 2) / factor);
