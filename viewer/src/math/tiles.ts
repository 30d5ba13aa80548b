import type { TileLevel, TilePyramid } from '../types.ts';
import { cameraMatrix, imageCoordinates, type Orientation } from './view.ts';

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

/** Index of the coarsest level that has about one texel for each of the screen's pixels. */
export function chooseLevel(levels: readonly TileLevel[], fov: number, heightPx: number): number {
  const index = levels.findIndex((level) => texelsPerPixel(level.width, fov, heightPx) >= TOLERANCE);
  return index < 0 ? levels.length - 1 : index;
}

/** Index of the level that is kept for the whole sphere, so that quick turns never meet a hole. */
export function baseLevel(levels: readonly TileLevel[]): number {
  return Math.max(
    0,
    levels.findIndex((level) => level.width >= 1024),
  );
}

/**
 * Tiles of a level that the screen shows, from its centre outwards. `aspect` is width over height;
 * `overscan` widens the image plane, so that 1.3 also finds what a small turn would bring.
 */
export function visibleTiles(
  { tileSize, levels }: PyramidShape,
  level: number,
  orientation: Orientation,
  aspect: number,
  overscan = 1,
): TileKey[] {
  const grid = levels[level];
  if (!grid) return [];
  const matrix = cameraMatrix(orientation);
  const extentY = Math.tan(orientation.fov / 2) * overscan;
  const extentX = extentY * aspect;
  const nearest = new Map<number, number>();
  for (let j = 0; j <= SAMPLES_Y; j++) {
    for (let i = 0; i <= SAMPLES_X; i++) {
      const x = ((2 * i) / SAMPLES_X - 1) * extentX;
      const y = ((2 * j) / SAMPLES_Y - 1) * extentY;
      const [u, v] = imageCoordinates(matrix, x, y);
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
