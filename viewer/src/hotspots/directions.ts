import { imageCoordinates, type Sight, type Vector3 } from '../math/view.ts';
import type { Direction, Hotspot } from '../types.ts';

/** Nearer to the camera's own plane than this nothing is projected. */
const AHEAD = 0.01;

export const vectorOf = ({ yaw, pitch }: Direction): Vector3 => {
  const level = Math.cos(pitch);
  return [Math.sin(yaw) * level, Math.sin(pitch), -Math.cos(yaw) * level];
};

export const directionOf = ([x, y, z]: Vector3): Direction => ({
  yaw: Math.atan2(x, -z),
  pitch: Math.atan2(y, Math.hypot(x, z)),
});

/** A hotspot's point, or the middle of its area, as a vector of length 1. */
export function middleOf({ at, outline }: Hotspot): Vector3 {
  if (at) return vectorOf(at);
  const [x, y, z] = (outline ?? [])
    .map(vectorOf)
    .reduce<Vector3>(
      (sum, corner) => [sum[0] + corner[0], sum[1] + corner[1], sum[2] + corner[2]],
      [0, 0, 0],
    );
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

export interface Size {
  width: number;
  height: number;
}

/** A place on the screen in CSS pixels; those that are not in view are at the edge nearest to them. */
export interface Place {
  x: number;
  y: number;
  isInView: boolean;
}

/** The coordinates of a direction on the camera's axes: right, up and ahead. */
function onAxes(camera: Sight['camera'], direction: Vector3): Vector3 {
  const along = (axis: number) =>
    direction.reduce((sum, value, row) => sum + value * (camera[axis + row] ?? 0), 0);
  return [along(0), along(3), -along(6)];
}

/** Where a direction is on screen; `margin` is kept from the edges by what is out of view. */
export function project(
  direction: Vector3,
  { camera, fov }: Sight,
  { width, height }: Size,
  margin: number,
): Place {
  const [right, up, ahead] = onAxes(camera, direction);
  if (ahead > AHEAD) {
    const scale = height / 2 / Math.tan(fov / 2) / ahead;
    const [x, y] = [width / 2 + right * scale, height / 2 - up * scale];
    if (x >= 0 && x <= width && y >= 0 && y <= height) return { x, y, isInView: true };
  }
  const reach = Math.min(
    Math.max(0, width / 2 - margin) / Math.abs(right),
    Math.max(0, height / 2 - margin) / Math.abs(up),
    width + height,
  );
  return { x: width / 2 + right * reach, y: height / 2 - up * reach, isInView: false };
}

/** The direction of a point of the screen. */
export function directionAt(x: number, y: number, { camera, fov }: Sight, { width, height }: Size): Vector3 {
  const plane = Math.tan(fov / 2) / (height / 2);
  const [u, v] = imageCoordinates(camera, (x - width / 2) * plane, (height / 2 - y) * plane);
  return vectorOf({ yaw: (u - 0.5) * 2 * Math.PI, pitch: (0.5 - v) * Math.PI });
}
