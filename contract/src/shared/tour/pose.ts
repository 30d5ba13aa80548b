import type { Direction } from './fields.ts';
import type { Pose } from './schema.ts';

export type Vector = readonly [x: number, y: number, z: number];
/** Nine numbers, column by column. */
export type Matrix = readonly number[];

const DEGREE = Math.PI / 180;

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Wraps degrees into [-180, 180). */
export function wrapDegrees(degrees: number): number {
  if (degrees >= -180 && degrees < 180) return degrees;
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** The unit vector of a direction: x to the right, y up, z towards the viewer, so that yaw 0 looks along -z. */
export function vectorOf({ yaw, pitch }: Direction): Vector {
  const level = Math.cos(pitch * DEGREE);
  return [Math.sin(yaw * DEGREE) * level, Math.sin(pitch * DEGREE), -Math.cos(yaw * DEGREE) * level];
}

/** The direction of a vector of any length; yaw 0 for straight up and down. */
export function directionOf([x, y, z]: Vector): Direction {
  const level = Math.hypot(x, z);
  return { yaw: level === 0 ? 0 : Math.atan2(x, -z) / DEGREE, pitch: Math.atan2(y, level) / DEGREE };
}

/**
 * The one definition of a pose: the matrix that turns directions of the picture into directions of the world. The picture is
 * rolled about its viewing axis (positive: the camera tips to its left), then pitched (positive: its middle rises), then
 * turned to its heading, clockwise from north. In the world, x is east, y up and -z north. An unknown heading counts as 0: yaw
 * and bearing are then the same.
 *
 * Its columns are what the camera's right, up and back were in the world. The viewer takes these nine numbers as they are.
 */
export function poseMatrix({ heading = 0, pitch, roll }: Pose): Matrix {
  const [ch, sh] = [Math.cos(heading * DEGREE), Math.sin(heading * DEGREE)];
  const [cp, sp] = [Math.cos(pitch * DEGREE), Math.sin(pitch * DEGREE)];
  const [cr, sr] = [Math.cos(roll * DEGREE), Math.sin(roll * DEGREE)];
  return [
    ch * cr - sh * sp * sr,
    cp * sr,
    sh * cr + ch * sp * sr,
    -sh * sp * cr - ch * sr,
    cp * cr,
    ch * sp * cr - sh * sr,
    -sh * cp,
    -sp,
    ch * cp,
  ];
}

/** The pose of a matrix: `poseMatrix` of it is the same rotation. */
export function poseOf(matrix: Matrix): Pose & { heading: number } {
  const [, rightUp = 0, , , upUp = 0, , backEast = 0, backUp = 0, backSouth = 0] = matrix;
  return {
    heading: Math.atan2(-backEast, backSouth) / DEGREE,
    pitch: Math.asin(clamp(-backUp, -1, 1)) / DEGREE,
    roll: Math.atan2(rightUp, upUp) / DEGREE,
  };
}

const dot = (matrix: Matrix, start: number, step: number, [x, y, z]: Vector): number =>
  (matrix[start] ?? 0) * x + (matrix[start + step] ?? 0) * y + (matrix[start + 2 * step] ?? 0) * z;

/** Turns a vector by the matrix. */
export function turn(matrix: Matrix, vector: Vector): Vector {
  return [dot(matrix, 0, 3, vector), dot(matrix, 1, 3, vector), dot(matrix, 2, 3, vector)];
}

/** Turns a vector back: the inverse of a rotation is its transpose. */
export function turnBack(matrix: Matrix, vector: Vector): Vector {
  return [dot(matrix, 0, 1, vector), dot(matrix, 3, 1, vector), dot(matrix, 6, 1, vector)];
}

/** From the picture's frame to the world's, where yaw is the bearing: clockwise from north. */
export function pictureToWorld(pose: Pose, direction: Direction): Direction {
  return directionOf(turn(poseMatrix(pose), vectorOf(direction)));
}

/** From the world's frame to the picture's. */
export function worldToPicture(pose: Pose, direction: Direction): Direction {
  return directionOf(turnBack(poseMatrix(pose), vectorOf(direction)));
}

/** Where a hotspot is: its point, or the middle of its area. */
export function hotspotDirection(spot: {
  at?: Direction | undefined;
  outline?: readonly Direction[] | undefined;
}): Direction {
  if (spot.at !== undefined) return spot.at;
  const corners = (spot.outline ?? []).map(vectorOf);
  const sum = corners.reduce<Vector>(([x, y, z], [dx, dy, dz]) => [x + dx, y + dy, z + dz], [0, 0, 0]);
  return directionOf(sum);
}
