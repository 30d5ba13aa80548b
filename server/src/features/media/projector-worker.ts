import { drawView, type EquirectangularPicture, type View } from './rectilinear.ts';

/** One view to draw; the picture's pixels are shared memory. */
export interface ProjectionRequest {
  picture: EquirectangularPicture;
  view: View;
  width: number;
  height: number;
}

export default ({ picture, view, width, height }: ProjectionRequest): Uint8Array =>
  drawView(picture, view, width, height);
