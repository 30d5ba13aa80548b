import type { Box } from './placement.ts';
import {
  clamp,
  directionInWorld,
  imageCoordinates,
  type Matrix,
  type Orientation,
  pointing,
  sightOf,
} from './view.ts';

/** Points along each edge of the screen that are looked at. */
const SAMPLES = 8;
const STEPS = 12;
/** Shares of the sphere: a thirtieth of a degree. */
const TOLERANCE = 1e-4;
const SMALLEST_FOV = 0.02;

/** Points on the screen's edges, from -1 to 1. */
const EDGES = Array.from({ length: SAMPLES }, (_, index) => (2 * index) / SAMPLES - 1).flatMap((at) => [
  [at, 1],
  [1, -at],
  [-at, -1],
  [-1, at],
]);

/**
 * The view nearest to `view` that shows nothing beyond `seen`, in shares of the sphere: turned back, or zoomed in where
 * turning does not help. `aspect` is the screen's width over its height.
 */
export function confine(view: Orientation, seen: Box, pose: Matrix | undefined, aspect: number): Orientation {
  const turned = turnBack(view, seen, pose, aspect);
  if (turned) return turned;
  let [fits, tooWide] = [SMALLEST_FOV, view.fov];
  let best: Orientation | undefined;
  for (let step = 0; step < STEPS; step++) {
    const fov = (fits + tooWide) / 2;
    const tried = turnBack({ ...view, fov }, seen, pose, aspect);
    if (tried) [best, fits] = [tried, fov];
    else tooWide = fov;
  }
  return best ?? { ...view, fov: fits };
}

/** Undefined where the screen is too wide or too high to be filled. */
function turnBack(
  view: Orientation,
  seen: Box,
  pose: Matrix | undefined,
  aspect: number,
): Orientation | undefined {
  const [left, top, width, height] = seen;
  // In the picture's frame, beginning inside, so that what is beyond has a side.
  const aim = pointing(sightOf(view, pose).camera);
  const middle = left + width / 2;
  const aside = nearest(aim.yaw / (2 * Math.PI) + 0.5 - middle);
  let u = middle + clamp(aside, -width / 2, width / 2);
  let v = clamp(0.5 - aim.pitch / Math.PI, top, top + height);
  const at = () => ({ ...view, ...directionInWorld((u - 0.5) * 2 * Math.PI, (0.5 - v) * Math.PI, pose) });
  const isInside = u === middle + aside && v === 0.5 - aim.pitch / Math.PI;
  let turned = isInside ? view : at();
  for (let step = 0; step < STEPS; step++) {
    const beyond = excess(turned, seen, pose, aspect);
    if (beyond.top > TOLERANCE || beyond.bottom > TOLERANCE) {
      if (beyond.top > TOLERANCE && beyond.bottom > TOLERANCE) return undefined;
      v = clamp(v + beyond.top - beyond.bottom, 0, 1);
    } else if (beyond.left > TOLERANCE || beyond.right > TOLERANCE) {
      if (beyond.left > TOLERANCE && beyond.right > TOLERANCE) return undefined;
      u += beyond.left - beyond.right;
    } else {
      return turned;
    }
    turned = at();
  }
  return undefined;
}

/** How far the screen reaches beyond each side, as shares of the sphere; a little below 0 counts as inside. */
function excess(
  view: Orientation,
  [left, top, width, height]: Box,
  pose: Matrix | undefined,
  aspect: number,
): { left: number; top: number; right: number; bottom: number } {
  const { camera, fov } = sightOf(view, pose);
  const extentY = Math.tan(fov / 2);
  const middle = left + width / 2;
  const centre = nearest(imageCoordinates(camera, 0, 0)[0] - middle);
  const most = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const [x = 0, y = 0] of EDGES) {
    const [u, v] = imageCoordinates(camera, x * extentY * aspect, y * extentY);
    if (top > 0) most.top = Math.max(most.top, top - v);
    if (top + height < 1) most.bottom = Math.max(most.bottom, v - top - height);
    if (width === 1) continue;
    const aside = centre + nearest(u - middle - centre);
    most.left = Math.max(most.left, -width / 2 - aside);
    most.right = Math.max(most.right, aside - width / 2);
  }
  return most;
}

/** The same place on the circle, within half of it. */
const nearest = (share: number): number => share - Math.round(share);
