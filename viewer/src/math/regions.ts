import { cameraMatrix, imageCoordinates, type Orientation } from './view.ts';

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
 * the image's ends or comes near a pole. `aspect` is the screen's width over its height.
 */
export function visibleRegion(
  image: { width: number; height: number },
  orientation: Orientation,
  aspect: number,
): Region {
  const matrix = cameraMatrix(orientation);
  const extentY = Math.tan(orientation.fov / 2);
  const centre = orientation.yaw / (2 * Math.PI) + 0.5;
  let [left, right, top, bottom] = [0, 0, 1, 0];
  for (let j = 0; j <= SAMPLES; j++) {
    for (let i = 0; i <= SAMPLES; i++) {
      const x = ((2 * i) / SAMPLES - 1) * extentY * aspect;
      const y = ((2 * j) / SAMPLES - 1) * extentY;
      const [u, v] = imageCoordinates(matrix, x, y);
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
  const x = isWhole ? 0 : Math.floor(from * image.width);
  const width = isWhole ? image.width : Math.ceil(to * image.width) - x;
  const y = isNearTop ? 0 : Math.max(0, Math.floor((top - margin) * image.height));
  const end = isNearBottom ? 1 : Math.min(1, bottom + margin);
  return { x, y, width, height: Math.ceil(end * image.height) - y };
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
