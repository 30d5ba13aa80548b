import { type Matrix, multiply, type Vector3 } from '../math/view.ts';

/** What an eye sees, as tangents of the angles from its axis to the edges; left and bottom are negative. */
export interface Frustum {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** The edges of a projection matrix (column by column), which need not be symmetric. */
export function frustumOf(projection: ArrayLike<number>): Frustum {
  const at = (index: number): number => projection[index] ?? 0;
  return {
    left: (at(8) - 1) / at(0),
    right: (at(8) + 1) / at(0),
    bottom: (at(9) - 1) / at(5),
    top: (at(9) + 1) / at(5),
  };
}

export const symmetricFrustum = (fov: number, aspect: number): Frustum => {
  const top = Math.tan(fov / 2);
  return { left: -top * aspect, right: top * aspect, bottom: -top, top };
};

/** A unit quaternion as a rotation, column by column. */
export function rotationOf({ x, y, z, w }: { x: number; y: number; z: number; w: number }): Matrix {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
  ];
}

/** How the frustum's plane lies on the one that a shader draws, from -aspect to aspect and from -1 to 1: middle and scale. */
function planeOf({ left, right, bottom, top }: Frustum, aspect: number) {
  return {
    x: (left + right) / 2,
    y: (bottom + top) / 2,
    scaleX: (right - left) / 2 / aspect,
    scaleY: (top - bottom) / 2,
  };
}

/** For shaders that take points of the screen to directions: the camera, after it has moved the screen's plane. */
export function rayMatrix(camera: Matrix, frustum: Frustum, aspect: number): Matrix {
  const { x, y, scaleX, scaleY } = planeOf(frustum, aspect);
  return multiply(camera, [scaleX, 0, 0, 0, scaleY, 0, -x, -y, 1]);
}

/** For shaders that take directions to points of the screen, by the transpose of what they are given. */
export function screenMatrix(camera: Matrix, frustum: Frustum, aspect: number): Matrix {
  const { x, y, scaleX, scaleY } = planeOf(frustum, aspect);
  return multiply(camera, [1 / scaleX, 0, x / scaleX, 0, 1 / scaleY, y / scaleY, 0, 0, 1]);
}

export const apply = (matrix: Matrix, [x, y, z]: Vector3): Vector3 => {
  const [ax = 0, ay = 0, az = 0] = multiply(matrix, [x, y, z]);
  return [ax, ay, az];
};
