import type { Orientation } from '../math/view.ts';

/** What one frame shows: the camera and the canvas in device pixels. */
export interface FrameView {
  orientation: Orientation;
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
  /** Readies program and textures for the next draw call, and returns the locations of the camera's uniforms. */
  bind(view: FrameView): { camera: WebGLUniformLocation | null; extent: WebGLUniformLocation | null };
  free(): void;
}

export const aspectOf = ({ width, height }: FrameView): number => width / Math.max(1, height);
