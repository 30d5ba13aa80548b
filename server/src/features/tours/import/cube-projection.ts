import type { Face } from './draft.ts';

/** A square face: 3 bytes per pixel, rows from the top. */
export interface CubeFace {
  pixels: Uint8Array;
  size: number;
}

export type Cube = Record<Face, CubeFace>;

/** Where a ray meets the cube: the face, and the place on it from -1 to 1, right and down. */
function meet(x: number, y: number, z: number): [face: Face, right: number, down: number] {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (az >= ax && az >= ay) return z > 0 ? ['f', x / az, -y / az] : ['b', -x / az, -y / az];
  if (ax >= ay) return x > 0 ? ['r', -z / ax, -y / ax] : ['l', z / ax, -y / ax];
  // The lower edge of the upper face and the upper edge of the lower face meet the front.
  return y > 0 ? ['u', x / ay, z / ay] : ['d', x / ay, -z / ay];
}

const clamp = (value: number, max: number) => (value < 0 ? 0 : value > max ? max : value);

function sampleInto(
  target: Uint8Array,
  offset: number,
  { pixels, size }: CubeFace,
  x: number,
  y: number,
): void {
  const last = size - 1;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const [x0, x1] = [clamp(left, last), clamp(left + 1, last)];
  const [y0, y1] = [clamp(top, last) * size, clamp(top + 1, last) * size];
  const [a, b, c, d] = [(y0 + x0) * 3, (y0 + x1) * 3, (y1 + x0) * 3, (y1 + x1) * 3];
  for (let channel = 0; channel < 3; channel += 1) {
    const upper = (pixels[a + channel] ?? 0) * (1 - fx) + (pixels[b + channel] ?? 0) * fx;
    const lower = (pixels[c + channel] ?? 0) * (1 - fx) + (pixels[d + channel] ?? 0) * fx;
    target[offset + channel] = upper * (1 - fy) + lower * fy + 0.5;
  }
}

/** Draws a cube as an equirectangular picture, whose middle is the middle of the front. @param width twice the height */
export function drawSphere(cube: Cube, width: number): Uint8Array<ArrayBuffer> {
  const height = width / 2;
  const result = new Uint8Array(width * height * 3);
  let offset = 0;
  for (let row = 0; row < height; row += 1) {
    const pitch = (0.5 - (row + 0.5) / height) * Math.PI;
    const [level, up] = [Math.cos(pitch), Math.sin(pitch)];
    for (let column = 0; column < width; column += 1) {
      const yaw = ((column + 0.5) / width - 0.5) * 2 * Math.PI;
      const [name, right, down] = meet(Math.sin(yaw) * level, up, Math.cos(yaw) * level);
      const face = cube[name];
      const half = face.size / 2;
      sampleInto(result, offset, face, (right + 1) * half - 0.5, (down + 1) * half - 0.5);
      offset += 3;
    }
  }
  return result;
}
