import type { TilePyramid } from '@oriel/contract';

/** Tiles are squares of this many pixels; those at the right and lower edge may be smaller. */
export const TILE_SIZE = 512;
/** No level of a pyramid is narrower: below it, the preview serves. */
const COARSEST_LEVEL_WIDTH = 1024;

/** What the viewer needs of a content. Paths are inside the asset, without a leading slash. */
export interface Manifest {
  /** The whole photo or video. */
  file: string;
  /** A blurred equirectangular picture as a `data:` address. */
  preview: string;
  tiles?: TilePyramid;
  /** For videos: an equirectangular still. */
  poster?: string;
  /** For videos: seconds. */
  duration?: number;
}

/** The path of a tile inside its asset; the viewer fills in the same pattern. */
export const TILE_PATTERN = 'tiles/{level}/{row}_{column}.webp';

/** @param level 0 is the coarsest */
export function tilePath(level: number, row: number, column: number): string {
  return `tiles/${level}/${row}_${column}.webp`;
}

/**
 * The levels of a picture's pyramid, coarse to fine, each half of the next (rounded up), the last as large as the picture.
 *
 * @param width pixels, at least 1024
 */
export function pyramidOf(width: number, height: number): TilePyramid {
  const levels: TilePyramid['levels'] = [];
  for (let scale = 1; Math.ceil(width / scale) >= COARSEST_LEVEL_WIDTH; scale *= 2) {
    const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
    levels.unshift({
      ...size,
      columns: Math.ceil(size.width / TILE_SIZE),
      rows: Math.ceil(size.height / TILE_SIZE),
    });
  }
  return { tileSize: TILE_SIZE, url: TILE_PATTERN, levels };
}

const ASSET_PATH =
  /^(?:panorama\.jpg|poster\.jpg|video\.mp4|video\.webm|tiles\/\d{1,2}\/\d{1,3}_\d{1,3}\.webp)$/;

/** Whether a text has the form of a path inside an asset. */
export function isAssetPath(text: string): boolean {
  return ASSET_PATH.test(text);
}
