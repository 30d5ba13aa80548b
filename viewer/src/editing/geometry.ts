import type { Sight, Vector3 } from '../math/view.ts';
import type { Direction } from '../types.ts';

// Nothing here is shared with `hotspots/`: the scripts of visitors would become other ones, and more.

/** A direction in degrees, in the frame of the scene's picture, as tour documents have it. */
export type Degrees = Direction;

/** In CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Nearer to the camera's own plane than this, nothing is drawn. */
const AHEAD = 0.02;
/** Edges are drawn in pieces, since some of them may lie behind the camera. */
const PIECES = 24;
/** Decimals of a degree: far less than a texel. */
const DECIMALS = 3;

const DEGREE = Math.PI / 180;

const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector3, b: Vector3): Vector3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const scaled = ([x, y, z]: Vector3, by: number): Vector3 => [x * by, y * by, z * by];
const sum = (...vectors: readonly Vector3[]): Vector3 =>
  vectors.reduce<Vector3>(([x, y, z], [dx, dy, dz]) => [x + dx, y + dy, z + dz], [0, 0, 0]);
const unit = (vector: Vector3): Vector3 => scaled(vector, 1 / (Math.hypot(...vector) || 1));

/** The camera's axes in the picture: right, up and ahead. */
function axesOf({ camera }: Sight): [right: Vector3, up: Vector3, ahead: Vector3] {
  const axis = (at: number): Vector3 => [camera[at] ?? 0, camera[at + 1] ?? 0, camera[at + 2] ?? 0];
  return [axis(0), axis(3), scaled(axis(6), -1)];
}

export function vectorOf({ yaw, pitch }: Degrees): Vector3 {
  const level = Math.cos(pitch * DEGREE);
  return [Math.sin(yaw * DEGREE) * level, Math.sin(pitch * DEGREE), -Math.cos(yaw * DEGREE) * level];
}

const rounded = (angle: number): number => Number((angle / DEGREE).toFixed(DECIMALS)) || 0;

export const degreesOf = ([x, y, z]: Vector3): Degrees => ({
  yaw: rounded(Math.atan2(x, -z)),
  pitch: rounded(Math.atan2(y, Math.hypot(x, z))),
});

/** Where a direction is on screen, also beyond its edges; undefined for what is behind the camera. */
export function placeOf(vector: Vector3, sight: Sight, size: Size): { x: number; y: number } | undefined {
  const [right, up, ahead] = axesOf(sight).map((axis) => dot(axis, vector)) as [number, number, number];
  if (ahead <= AHEAD) return undefined;
  const scale = size.height / 2 / Math.tan(sight.fov / 2) / ahead;
  return { x: size.width / 2 + right * scale, y: size.height / 2 - up * scale };
}

/** The direction at a point of the screen. */
export function directionAt(x: number, y: number, sight: Sight, size: Size): Vector3 {
  const plane = Math.tan(sight.fov / 2) / (size.height / 2);
  const [right, up, ahead] = axesOf(sight);
  return unit(
    sum(ahead, scaled(right, (x - size.width / 2) * plane), scaled(up, (size.height / 2 - y) * plane)),
  );
}

/**
 * A direction that is moved on screen, by degrees to the right and upwards: the same angle at the poles and the seam, and
 * however the picture lies in the world.
 */
export function nudged(vector: Vector3, sight: Sight, right: number, up: number): Vector3 {
  const [rightward, upward] = axesOf(sight);
  const towards = sum(scaled(rightward, right), scaled(upward, up));
  const tangent = sum(towards, scaled(vector, -dot(towards, vector)));
  if (Math.hypot(...tangent) < 1e-9) return vector;
  const angle = Math.hypot(right, up) * DEGREE;
  return sum(scaled(vector, Math.cos(angle)), scaled(unit(tangent), Math.sin(angle)));
}

/** Directions, turned together the shortest way that takes `from` to `to`. */
export function turnedAlong(vectors: readonly Vector3[], from: Vector3, to: Vector3): Vector3[] {
  const axis = cross(from, to);
  const [sine, cosine] = [Math.hypot(...axis), dot(from, to)];
  if (sine < 1e-12) return [...vectors];
  const along = unit(axis);
  return vectors.map((vector) =>
    sum(
      scaled(vector, cosine),
      scaled(cross(along, vector), sine),
      scaled(along, dot(along, vector) * (1 - cosine)),
    ),
  );
}

/** The middle of directions. */
export const middleOf = (vectors: readonly Vector3[]): Vector3 => unit(sum(...vectors));

/** An SVG path along the great circles from direction to direction, without what is behind the camera. */
export function pathThrough(
  vectors: readonly Vector3[],
  isClosed: boolean,
  sight: Sight,
  size: Size,
): string {
  const starts = isClosed ? vectors : vectors.slice(0, -1);
  let path = '';
  let isDrawing = false;
  starts.forEach((from, index) => {
    const to = vectors[(index + 1) % vectors.length] ?? from;
    for (let piece = index === 0 ? 0 : 1; piece <= PIECES; piece += 1) {
      const share = piece / PIECES;
      const place = placeOf(unit(sum(scaled(from, 1 - share), scaled(to, share))), sight, size);
      if (place) path += `${isDrawing ? 'L' : 'M'}${place.x.toFixed(1)} ${place.y.toFixed(1)}`;
      isDrawing = place !== undefined;
    }
  });
  return path;
}
