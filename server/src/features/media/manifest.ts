import type { TilePyramid } from '@oriel/contract';
import type { PhotoSphere } from './photo-sphere.ts';

/** Widths in pixels of ingested spheres; heights are half of them, for each eye. */
export const MIN_WIDTH = 1024;
export const MAX_PHOTO_WIDTH = 16_384;
export const MAX_VIDEO_WIDTH = 8192;

/** The width and height of a tile in pixels; those at the right and bottom edges may be smaller. */
export const TILE_SIZE = 512;
/** The minimum width of a pyramid's levels; below it, the preview suffices. */
const COARSEST_LEVEL_WIDTH = 1024;

/** A picture for each eye in one: the left eye's above, or on the left. */
export type StereoLayout = 'top-bottom' | 'left-right';

/** What the viewer needs of a photo or video. Paths are inside the asset, without a leading slash. */
export interface Manifest {
  /** The whole photo, video, image or sound. */
  file: string;
  /** A blurred equirectangular image as a `data:` URL; empty for sounds. */
  preview: string;
  tiles?: TilePyramid;
  /** For videos: their first frame. */
  poster?: string;
  /** For videos and sounds: seconds. */
  duration?: number;
  /** For photos, always `top-bottom`, and videos with a picture for each eye; poster and preview hold both, too. */
  stereo?: StereoLayout;
  /** What the camera wrote into a photo or video. */
  sphere?: PhotoSphere;
}

/** The path of a tile inside its asset, as the viewer expands it. */
export const TILE_PATTERN = 'tiles/{level}/{row}_{column}.webp';

/** @param level 0 is the coarsest */
export function tilePath(level: number, row: number, column: number): string {
  return `tiles/${level}/${row}_${column}.webp`;
}

/**
 * The levels of a photo's tile pyramid, coarse to fine, each half of the next (rounded up), the last as large as the photo.
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
  /^(?:panorama\.jpg|image\.webp|poster\.jpg|video\.mp4|video\.webm|sound\.mp3|sound\.m4a|tiles\/\d{1,2}\/\d{1,3}_\d{1,3}\.webp)$/;

/** Whether the text is a valid path inside an asset; the file may not exist. */
export function isAssetPath(text: string): boolean {
  return ASSET_PATH.test(text);
}

/** The storage key of a thumbnail; without a name, what the keys of all of this id begin with. */
export function thumbnailKey(id: string, name: string): string {
  return `thumbnails/${id}/${name}`;
}

/** The storage key of a file of a content. */
export function contentKey(contentHash: string, pathInAsset: string): string {
  return `contents/${contentHash}/${pathInAsset}`;
}
