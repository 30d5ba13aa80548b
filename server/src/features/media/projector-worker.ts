import { drawView, type EquirectangularImage, type View } from './rectilinear.ts';

/** A view to draw; the pixels of the image are in shared memory. */
export interface ProjectionRequest {
  image: EquirectangularImage;
  view: View;
  width: number;
  height: number;
}

export default ({ image, view, width, height }: ProjectionRequest): Uint8Array =>
  drawView(image, view, width, height);
