import type { PyramidShape, TileKey } from '../math/tiles.ts';
import type { Orientation } from '../math/view.ts';

/** What the viewer tells the stage, which draws in a worker or on the main thread. Bitmaps are transferred. */
export type StageCommand =
  | { type: 'resize'; width: number; height: number }
  | { type: 'view'; orientation: Orientation }
  /** Frees the previous scene; `ready` and `sharp` carry `scene` back. `pyramid` is absent for whole images and videos. */
  | { type: 'scene'; scene: number; pyramid?: PyramidShape | undefined; capacity: number }
  | { type: 'preview'; bitmap: ImageBitmap }
  | { type: 'tile'; key: TileKey; bitmap: ImageBitmap }
  | { type: 'drop'; key: TileKey }
  | { type: 'image'; bitmap: ImageBitmap }
  /** A video frame; answered by `framedrawn`. */
  | { type: 'frame'; frame: VideoFrame | ImageBitmap | HTMLVideoElement }
  /** For tests and diagnosis: loses the context, or asks for it back. */
  | { type: 'losecontext' }
  | { type: 'restorecontext' }
  | { type: 'destroy' };

export interface StageStart {
  type: 'start';
  canvas: OffscreenCanvas;
}

export type StageEvent =
  | { type: 'started'; maxTextureSize: number }
  | { type: 'unsupported' }
  | { type: 'ready'; scene: number }
  | { type: 'sharp'; scene: number }
  | { type: 'framedrawn' }
  | { type: 'contextlost' }
  | { type: 'contextrestored' };
