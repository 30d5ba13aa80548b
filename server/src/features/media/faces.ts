import type { View } from './rectilinear.ts';

/**
 * A part of a sphere as a rectangle of its equirectangular picture, in degrees: `yaw` and `pitch` are its middle, yaw 0 the centre
 * of the picture, right and up positive. It may cross the seam.
 */
export interface SphereRegion {
  yaw: number;
  pitch: number;
  /** Of yaw, at most 360. */
  width: number;
  /** Of pitch. */
  height: number;
}

/** A region in which a face may be, or what else shows who somebody is. */
export interface FoundRegion extends SphereRegion {
  /** How sure the detector is, from 0 to 1. */
  score: number;
  /** Of what a service has blurred: it may be a number plate. */
  isRectangle?: boolean;
}

/** A rectangle in a flat view of `VIEW_PIXELS` on each side, from its left upper corner. */
export interface FlatBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The side of the views that are searched. The network works at this size. */
export const VIEW_PIXELS = 512;
/** Spheres are searched up to this width: it has the detail of the narrowest views. */
export const SEARCHED_WIDTH = 6144;
/** Narrower spheres show in narrow views no more than in wide ones. */
const NARROW_VIEWS_FROM = 3000;
/** How much wider and higher a region is than the face. */
const GROWTH = 1.3;
/** Regions that share more than this part of the smaller one show the same face. */
const SAME_SHARE = 0.35;
const RADIANS = Math.PI / 180;
/** Points along each side of a box, whose images bound the region. */
const STEPS = 4;

function ring(pitch: number, fov: number, count: number): View[] {
  return Array.from({ length: count }, (_, index) => ({ yaw: (index * 360) / count - 180, pitch, fov }));
}

/** The views in which a sphere is searched: wide ones for near faces, narrow ones for distant faces. They overlap. */
export function viewsOf(width: number): View[] {
  const widest = ring(0, 90, 6);
  if (width < NARROW_VIEWS_FROM) return [...widest, ...ring(45, 90, 4), ...ring(-45, 90, 4)];
  const middle = [...ring(0, 60, 9), ...ring(40, 60, 8), ...ring(-40, 60, 8)];
  const narrow = [12, -12].flatMap((pitch) => ring(pitch, 30, 15));
  const outer = [36, -36].flatMap((pitch) => ring(pitch, 30, 13));
  return [...widest, ...middle, ...narrow, ...outer];
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** An angle between -180 and 180. */
export const wrap = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Where a point of a view lies on the sphere; yaw from the middle of the view. */
function directionOf({ pitch, fov }: View, x: number, y: number): { yaw: number; pitch: number } {
  const focal = VIEW_PIXELS / 2 / Math.tan((fov * RADIANS) / 2);
  const right = (x - VIEW_PIXELS / 2) / focal;
  const up = (VIEW_PIXELS / 2 - y) / focal;
  const sin = Math.sin(pitch * RADIANS);
  const cos = Math.cos(pitch * RADIANS);
  const forward = cos - up * sin;
  const lift = sin + up * cos;
  return {
    yaw: Math.atan2(right, forward) / RADIANS,
    pitch: Math.atan2(lift, Math.hypot(right, forward)) / RADIANS,
  };
}

/** The region of a sphere that a box in a view covers, grown so that hair and chin are inside. */
export function regionOf(view: View, box: FlatBox): SphereRegion {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const [halfWidth, halfHeight] = [(box.width / 2) * GROWTH, (box.height / 2) * GROWTH];
  const centre = directionOf(view, middle.x, middle.y);
  const offsets: number[] = [];
  const pitches: number[] = [];
  for (let i = -STEPS; i <= STEPS; i += 1) {
    for (const [u, v] of [
      [i / STEPS, 1],
      [i / STEPS, -1],
      [1, i / STEPS],
      [-1, i / STEPS],
    ] as const) {
      const point = directionOf(view, middle.x + u * halfWidth, middle.y + v * halfHeight);
      offsets.push(wrap(point.yaw - centre.yaw));
      pitches.push(point.pitch);
    }
  }
  const [left, right] = [Math.min(...offsets), Math.max(...offsets)];
  const [low, high] = [Math.min(...pitches), Math.max(...pitches)];
  return {
    yaw: wrap(view.yaw + centre.yaw + (left + right) / 2),
    pitch: clamp((low + high) / 2, -90, 90),
    width: clamp(right - left, 0.1, 360),
    height: clamp(high - low, 0.1, 180),
  };
}

/** How much of the smaller of two regions lies in the other, from 0 to 1; over the seam too. */
export function sharedPart(a: SphereRegion, b: SphereRegion): number {
  const overlap = (distance: number, one: number, other: number) =>
    clamp((one + other) / 2 - Math.abs(distance), 0, Math.min(one, other));
  const shared =
    overlap(wrap(a.yaw - b.yaw), a.width, b.width) * overlap(a.pitch - b.pitch, a.height, b.height);
  return shared / Math.min(a.width * a.height, b.width * b.height);
}

/** The same faces once each: of several regions the one that the detector is surest of. The surest come first. */
export function mergeRegions(found: readonly FoundRegion[]): FoundRegion[] {
  const kept: FoundRegion[] = [];
  for (const region of [...found].sort((a, b) => b.score - a.score))
    if (kept.every((other) => sharedPart(region, other) < SAME_SHARE)) kept.push(region);
  return kept;
}
