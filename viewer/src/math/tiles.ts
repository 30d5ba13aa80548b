import type { TileLevel, TilePyramid } from '../types.ts';
import { imageShares, MONO_SPHERE, type Placement } from './placement.ts';
import { imageCoordinates, type Sight } from './view.ts';

export type PyramidShape = Pick<TilePyramid, 'tileSize' | 'levels'>;

export interface TileKey {
  level: number;
  row: number;
  column: number;
}

/** Layers are numbered in one byte, with 255 for none; WebGL2 promises 256 layers. */
const MAX_TILES = 255;
/** A level may be this much coarser than the screen before the next finer one is taken. */
const TOLERANCE = 0.8;
/** Tiles are held for this many screens: the one in view, and those that it came from or turns to. */
const SCREENS = 3;
/** Sample points along the screen's width and height that find the tiles in view. */
const SAMPLES_X = 28;
const SAMPLES_Y = 18;

export const tileId = ({ level, row, column }: TileKey): string => `${level}/${row}/${column}`;

/** Texels of an image this wide for each of the screen's pixels, in the middle of the screen. */
export function texelsPerPixel(imageWidth: number, fov: number, heightPx: number): number {
  const pixelsPerRadian = heightPx / 2 / Math.tan(fov / 2);
  return imageWidth / (2 * Math.PI) / pixelsPerRadian;
}

/**
 * Index of the coarsest level that has about one texel for each of the screen's pixels.
 *
 * @param spheres how often the pyramid's image would have to be laid side by side to go around the sphere
 */
export function chooseLevel(
  levels: readonly TileLevel[],
  fov: number,
  heightPx: number,
  spheres = 1,
): number {
  const index = levels.findIndex(({ width }) => texelsPerPixel(width * spheres, fov, heightPx) >= TOLERANCE);
  return index < 0 ? levels.length - 1 : index;
}

/** Index of the level that is kept for the whole sphere, so that quick turns never meet a hole. */
export function baseLevel(levels: readonly TileLevel[]): number {
  return Math.max(
    0,
    levels.findIndex((level) => level.width >= 1024),
  );
}

/** The tiles of that level which hold something of the eye's part of the image. */
export function baseTiles({ tileSize, levels }: PyramidShape, { eye }: Placement): TileKey[] {
  const level = baseLevel(levels);
  const { width = 1, height = 1 } = levels[level] ?? {};
  const range = (from: number, share: number, texels: number) => {
    const first = Math.floor((from * texels) / tileSize);
    const end = Math.ceil(((from + share) * texels) / tileSize);
    return Array.from({ length: end - first }, (_, index) => first + index);
  };
  const columns = range(eye[0], eye[2], width);
  return range(eye[1], eye[3], height).flatMap((row) => columns.map((column) => ({ level, row, column })));
}

/**
 * Tiles of a level that the screen shows, from its centre outwards. `aspect` is width over height;
 * `overscan` widens the image plane, so that 1.3 also finds what a small turn would bring.
 */
export function visibleTiles(
  { tileSize, levels }: PyramidShape,
  level: number,
  { camera, fov }: Sight,
  aspect: number,
  { overscan = 1, placement = MONO_SPHERE }: { overscan?: number; placement?: Placement } = {},
): TileKey[] {
  const grid = levels[level];
  if (!grid) return [];
  const [left, top, width, height] = placement.eye;
  const extentY = Math.tan(fov / 2) * overscan;
  const extentX = extentY * aspect;
  const nearest = new Map<number, number>();
  for (let j = 0; j <= SAMPLES_Y; j++) {
    for (let i = 0; i <= SAMPLES_X; i++) {
      const x = ((2 * i) / SAMPLES_X - 1) * extentX;
      const y = ((2 * j) / SAMPLES_Y - 1) * extentY;
      const [u, v] = imageShares(placement, imageCoordinates(camera, x, y));
      // The widened plane reaches beyond a picture that is not all around.
      if (u < left || v < top || u > left + width || v > top + height) continue;
      const column = Math.min(grid.columns - 1, Math.floor((u * grid.width) / tileSize));
      const row = Math.min(grid.rows - 1, Math.floor((v * grid.height) / tileSize));
      const index = row * grid.columns + column;
      const distance = x * x + y * y;
      if (distance < (nearest.get(index) ?? Number.POSITIVE_INFINITY)) nearest.set(index, distance);
    }
  }
  return [...nearest]
    .sort((a, b) => a[1] - b[1])
    .map(([index]) => ({ level, row: Math.floor(index / grid.columns), column: index % grid.columns }));
}

/**
 * How many tiles the GPU holds: all of the pyramid's, or as many as `budget` bytes allow (4 per texel), or three screens
 * full beside the level that is always kept. What is reserved is cleared before the first tile is shown, so more than that
 * would only cost time.
 *
 * @param screen the largest drawing buffer to expect, in device pixels
 */
export function tileCapacity(
  { tileSize, levels }: PyramidShape,
  budget: number,
  screen: { width: number; height: number },
): number {
  const count = (of: readonly TileLevel[]) => of.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
  const along = (pixels: number) => Math.ceil(pixels / (tileSize * TOLERANCE)) + 1;
  const wanted =
    SCREENS * along(screen.width) * along(screen.height) + count(levels.slice(0, baseLevel(levels) + 1));
  const affordable = Math.floor(budget / (tileSize * tileSize * 4));
  return Math.max(1, Math.min(count(levels), affordable, wanted, MAX_TILES));
}
