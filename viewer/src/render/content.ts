import type { Box, Placement } from '../math/placement.ts';
import type { Sight } from '../math/view.ts';
import type { Program } from './program.ts';

/** What one frame shows of a picture: the camera in the picture's frame, and the canvas in device pixels. */
export interface FrameView extends Sight {
  width: number;
  height: number;
}

/** How a frame may spend its time on uploads. */
export interface UploadPace {
  /** No upload begins after this much of the frame. */
  budgetMs: number;
  /** The most that one upload may hold of a whole image. */
  maxTexels: number;
  /** Whether everything in view must be uploaded in this frame, whatever it takes. */
  hurry: boolean;
}

/** Images of one kind on the GPU, and the program that draws them. */
export interface Content {
  /** Sends waiting images to the GPU. Returns whether more are waiting. */
  upload(view: FrameView, pace: UploadPace): boolean;
  /** Whether nothing would be missing on screen. */
  covers(view: FrameView): boolean;
  /** Whether what is in view is there at its full resolution. */
  isSharp(view: FrameView): boolean;
  /** Readies program and textures for the next draw call; the camera's uniforms are left to the caller. */
  bind(view: FrameView): Program;
  free(): void;
}

/** What is drawn over a scene's picture. */
export interface Overlay {
  /** The hotspots that are pointed at, that have the focus and that are pressed, by their index; -1 for none. */
  lit: readonly number[];
  /** @param alpha how much of the scene shows */
  draw(view: FrameView, alpha: number): void;
  free(): void;
}

export const aspectOf = ({ width, height }: FrameView): number => width / Math.max(1, height);

/** Sets where the picture lies on the sphere, and in what is sampled. */
export function place(
  gl: WebGL2RenderingContext,
  program: Program,
  { coverage }: Placement,
  part: Box,
): void {
  const [left, top, width, height] = coverage;
  gl.uniform4f(program.uniform('coverage'), left, top, 1 / width, 1 / height);
  gl.uniform4f(program.uniform('part'), ...part);
}
