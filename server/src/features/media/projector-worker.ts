import { parentPort } from 'node:worker_threads';
import { drawView, type EquirectangularPicture, type View } from './rectilinear.ts';

/** One view to draw; the picture's pixels are shared memory. */
export interface ProjectionRequest {
  id: number;
  picture: EquirectangularPicture;
  view: View;
  width: number;
  height: number;
}

export interface ProjectionAnswer {
  id: number;
  pixels: Uint8Array<ArrayBuffer>;
}

parentPort?.on('message', ({ id, picture, view, width, height }: ProjectionRequest) => {
  const pixels = drawView(picture, view, width, height);
  const answer: ProjectionAnswer = { id, pixels };
  parentPort?.postMessage(answer, [pixels.buffer]);
});
