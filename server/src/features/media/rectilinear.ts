/** A decoded equirectangular image: 3 bytes per pixel, rows from the top, the left edge at yaw -180 degrees. */
export interface EquirectangularImage {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** A flat view into a sphere, in degrees; yaw 0 is the centre of the image, right and up are positive. */
export interface View {
  yaw: number;
  pitch: number;
  /** Horizontal. */
  fov: number;
}

const RADIANS = Math.PI / 180;

/** Interpolates between the four nearest pixels, wrapping around at the left and right edges but not at the poles. */
function sampleInto(
  target: Uint8Array,
  offset: number,
  { pixels, width, height }: EquirectangularImage,
  x: number,
  y: number,
): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const x0 = (left + width) % width;
  const x1 = (left + 1) % width;
  const y0 = (top < 0 ? 0 : top) * width;
  const y1 = (top + 1 >= height ? height - 1 : top + 1) * width;
  const a = (y0 + x0) * 3;
  const b = (y0 + x1) * 3;
  const c = (y1 + x0) * 3;
  const d = (y1 + x1) * 3;
  const wa = (1 - fx) * (1 - fy);
  const wb = fx * (1 - fy);
  const wc = (1 - fx) * fy;
  const wd = fx * fy;
  for (let channel = 0; channel < 3; channel += 1) {
    target[offset + channel] =
      (pixels[a + channel] ?? 0) * wa +
      (pixels[b + channel] ?? 0) * wb +
      (pixels[c + channel] ?? 0) * wc +
      (pixels[d + channel] ?? 0) * wd +
      0.5;
  }
}

/**
 * Draws a flat view into a sphere, as a camera without distortion sees it.
 *
 * @param width of the result in pixels, like `height`; straight lines stay straight, pixels are square
 * @returns 3 bytes per pixel, rows from the top
 */
export function drawView(
  image: EquirectangularImage,
  { yaw, pitch, fov }: View,
  width: number,
  height: number,
): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(width * height * 3);
  const focal = width / 2 / Math.tan((fov * RADIANS) / 2);
  const sinPitch = Math.sin(pitch * RADIANS);
  const cosPitch = Math.cos(pitch * RADIANS);
  const pixelsPerRadian = image.width / (2 * Math.PI);
  const centre = image.width / 2 + yaw * RADIANS * pixelsPerRadian - 0.5;
  let offset = 0;
  for (let row = 0; row < height; row += 1) {
    const up = (height / 2 - row - 0.5) / focal;
    // The ray of this row, tilted by the pitch; each column adds its offset to the right.
    const forward = cosPitch - up * sinPitch;
    const lift = sinPitch + up * cosPitch;
    for (let column = 0; column < width; column += 1) {
      const right = (column + 0.5 - width / 2) / focal;
      const longitude = Math.atan2(right, forward);
      const latitude = Math.atan2(lift, Math.sqrt(right * right + forward * forward));
      const x = (centre + longitude * pixelsPerRadian) % image.width;
      const y = image.height / 2 - latitude * pixelsPerRadian - 0.5;
      sampleInto(result, offset, image, x < 0 ? x + image.width : x, y);
      offset += 3;
    }
  }
  return result;
}
