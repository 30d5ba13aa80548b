import type { Vector3 } from '../math/view.ts';

const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Whether a direction is inside of corners that great circles join: the angles that the edges take up around it add up to a turn. */
export function contains(corners: readonly Vector3[], middle: Vector3, direction: Vector3): boolean {
  if (dot(direction, middle) <= 0) return false;
  const length = Math.hypot(...direction);
  let turned = 0;
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] ?? a;
    const sine = dot(direction, cross(a, b)) * length;
    turned += Math.atan2(sine, dot(a, b) * length * length - dot(direction, a) * dot(direction, b));
  });
  return Math.abs(turned) > Math.PI;
}
