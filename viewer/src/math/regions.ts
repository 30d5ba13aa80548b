import { imageShares, MONO_SPHERE, type Placement } from './placement.ts';
import { clamp, imageCoordinates, type Sight } from './view.ts';

/** Part of an image in texels. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

const SAMPLES = 16;
/** As a share of the image's height. */
const NEAR_POLE = 0.1;

/**
 * The part of an image that the screen shows, a little generously. It takes the whole width when the view crosses
 * the sphere's seam or comes near a pole. `aspect` is the screen's width over its height.
 */
export function visibleRegion(
  image: { width: number; height: number },
  { camera, fov }: Sight,
  aspect: number,
  placement: Placement = MONO_SPHERE,
): Region {
  const extentY = Math.tan(fov / 2);
  const [centre] = imageCoordinates(camera, 0, 0);
  let [left, right, top, bottom] = [0, 0, 1, 0];
  for (let j = 0; j <= SAMPLES; j++) {
    for (let i = 0; i <= SAMPLES; i++) {
      const x = ((2 * i) / SAMPLES - 1) * extentY * aspect;
      const y = ((2 * j) / SAMPLES - 1) * extentY;
      const [u, v] = imageCoordinates(camera, x, y);
      const aside = u - centre - Math.round(u - centre);
      left = Math.min(left, aside);
      right = Math.max(right, aside);
      top = Math.min(top, v);
      bottom = Math.max(bottom, v);
    }
  }
  // Between two samples the edge may bulge by a fraction of their distance.
  const margin = 0.01;
  const from = centre + left - margin;
  const to = centre + right + margin;
  // Near a pole all directions are close together, and between two samples there may be any of them, or the pole.
  const isNearTop = top < NEAR_POLE;
  const isNearBottom = bottom > 1 - NEAR_POLE;
  const isWhole = from < 0 || to > 1 || to - from > 0.8 || isNearTop || isNearBottom;
  const start = imageShares(placement, [isWhole ? 0 : from, isNearTop ? 0 : top - margin]);
  const end = imageShares(placement, [isWhole ? 1 : to, isNearBottom ? 1 : bottom + margin]);
  const [x, width] = texels(start[0], end[0], placement.eye[0], placement.eye[2], image.width);
  const [y, height] = texels(start[1], end[1], placement.eye[1], placement.eye[3], image.height);
  return { x, y, width, height };
}

/** The first of `count` texels and how many there are between two shares, within the part that begins at `left`. */
function texels(from: number, to: number, left: number, size: number, count: number): [number, number] {
  const first = Math.min(count - 1, Math.floor(clamp(from, left, left + size) * count));
  return [first, Math.max(1, Math.ceil(clamp(to, left, left + size) * count) - first)];
}

/** A region as horizontal strips of about `maxTexels` at most. */
export function strips({ x, y, width, height }: Region, maxTexels: number): Region[] {
  const count = Math.ceil((width * height) / maxTexels);
  const rows = Math.ceil(height / count);
  return Array.from({ length: Math.ceil(height / rows) }, (_, index) => ({
    x,
    y: y + index * rows,
    width,
    height: Math.min(rows, height - index * rows),
  }));
}

export const intersects = (a: Region, b: Region): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const contains = (outer: Region, inner: Region): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;
