import type { Vector3 } from '../math/view.ts';
import { type Degrees, degreesOf, vectorOf } from './geometry.ts';

/** A part of the picture that is as wide and as high as a rectangle of its pixels; an ellipse touches that from within. */
export interface Box extends Degrees {
  /** Degrees of yaw. */
  width: number;
  height: number;
  shape: 'ellipse' | 'rectangle';
}

/** The corners from the upper left one on, clockwise, in halves of width and height. */
const CORNERS = [
  [-1, 1],
  [1, 1],
  [1, -1],
  [-1, -1],
] as const;
const SMALLEST = 0.5;
/** Nearer to a pole a box would be wider than the picture. */
const HIGHEST = 89;
const PIECES = 8;
const DEGREE = Math.PI / 180;

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
/** Between -180 and 180. */
const wrapped = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;
const rounded = (degrees: number) => Number(degrees.toFixed(2)) || 0;

/** A point of a box, in halves of its width and height. */
const pointOf = ({ yaw, pitch, width, height }: Box, right: number, up: number): Vector3 =>
  vectorOf({ yaw: yaw + (right * width) / 2, pitch: within(pitch + (up * height) / 2, -90, 90) });

/** The corners of a box, from the upper left one on, clockwise. */
export const cornersOf = (box: Box): Vector3[] => CORNERS.map(([right, up]) => pointOf(box, right, up));

/** The edge of a box, in so many points that it looks as it is. */
export function edgeOf(box: Box): Vector3[] {
  const count = CORNERS.length * PIECES;
  return Array.from({ length: count }, (_, index) => {
    if (box.shape === 'ellipse') {
      const angle = (2 * Math.PI * index) / count;
      return pointOf(box, Math.sin(angle), Math.cos(angle));
    }
    const side = Math.floor(index / PIECES);
    const share = (index % PIECES) / PIECES;
    const [from, to] = [CORNERS[side] ?? CORNERS[0], CORNERS[(side + 1) % CORNERS.length] ?? CORNERS[0]];
    return pointOf(box, from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share);
  });
}

/** Where a box is held: below what it is about. */
export const anchorOf = (box: Box): Vector3 => pointOf(box, 0, -1);

/** A box that is held elsewhere, which looks as large as before there. */
export function boxAt(box: Box, anchor: Vector3): Box {
  const { yaw, pitch } = degreesOf(anchor);
  const high = rounded(within(pitch + box.height / 2, -HIGHEST, HIGHEST));
  const wider = Math.cos(within(box.pitch, -HIGHEST, HIGHEST) * DEGREE) / Math.cos(high * DEGREE);
  return { ...box, yaw: rounded(yaw), pitch: high, width: rounded(within(box.width * wider, SMALLEST, 360)) };
}

/** A box with one corner elsewhere; the opposite one stays, and is not passed. */
export function boxWithCorner(box: Box, index: number, to: Vector3): Box {
  const [right, up] = CORNERS[index] ?? CORNERS[0];
  const { yaw, pitch } = degreesOf(to);
  const fixed = { yaw: box.yaw - (right * box.width) / 2, pitch: box.pitch - (up * box.height) / 2 };
  // From the middle, so that a wide box does not turn round: the corner is less than half a turn from there.
  const aside = right * (wrapped(yaw - box.yaw) + (right * box.width) / 2);
  const width = rounded(within(aside, SMALLEST, 360));
  const height = rounded(within(up * (pitch - fixed.pitch), SMALLEST, 180));
  return {
    ...box,
    yaw: rounded(wrapped(fixed.yaw + (right * width) / 2)),
    pitch: rounded(within(fixed.pitch + (up * height) / 2, -90, 90)),
    width,
    height,
  };
}
