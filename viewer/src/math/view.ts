import type { View } from '../types.ts';

/** A view with the camera's roll, in radians, growing as the camera tips to its left. */
export interface Orientation extends View {
  roll: number;
}

export type Vector3 = readonly [number, number, number];
/** A column-major 3x3 rotation. */
export type Matrix = readonly number[];

/** A camera in a picture's own frame: where it points, and its vertical field of view. */
export interface Sight {
  camera: Matrix;
  fov: number;
}

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

/** The rotation `b`, and then `a`. */
export function multiply(a: Matrix, b: Matrix): number[] {
  return b.map((_, index) => {
    const [row, column] = [index % 3, index - (index % 3)];
    return [0, 1, 2].reduce((sum, k) => sum + (a[row + 3 * k] ?? 0) * (b[column + k] ?? 0), 0);
  });
}

/** The rotation back. */
export const transpose = (a: Matrix): number[] =>
  a.map((_, index) => a[(index % 3) * 3 + Math.trunc(index / 3)] ?? 0);

/** The camera as a picture with this pose sees it. */
export const sightOf = (orientation: Orientation, pose: Matrix | undefined): Sight => {
  const camera = cameraMatrix(orientation);
  return { camera: pose ? multiply(transpose(pose), camera) : camera, fov: orientation.fov };
};

/** Where a camera points. */
export const pointing = (camera: Matrix): { yaw: number; pitch: number } => ({
  yaw: Math.atan2(-(camera[6] ?? 0), camera[8] ?? 1),
  pitch: Math.asin(clamp(-(camera[7] ?? 0), -1, 1)),
});

/** A direction of a picture with this pose, as the world sees it. */
export const directionInWorld = (
  yaw: number,
  pitch: number,
  pose: Matrix | undefined,
): { yaw: number; pitch: number } =>
  pose ? pointing(multiply(pose, cameraMatrix({ yaw, pitch, roll: 0, fov: 0 }))) : { yaw, pitch };

/**
 * Image coordinates (u to the right from yaw -180 degrees, v down from the zenith, both 0 to 1) of the point
 * at `x`, `y` of the camera's image plane, which lies one unit ahead.
 */
export function imageCoordinates(matrix: Matrix, x: number, y: number): [number, number] {
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

/** The least field of view of a screen so high: two pixels for each texel of a picture that is so wide around the sphere. */
export const sharpestFov = (sphereWidth: number, heightPx: number): number =>
  2 * Math.atan((heightPx * Math.PI) / (2 * sphereWidth));
