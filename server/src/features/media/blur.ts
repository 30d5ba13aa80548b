import type { SphereRegion } from './faces.ts';

/** A region that nobody shall recognise. */
export interface BlurredRegion extends SphereRegion {
  shape: 'ellipse' | 'rectangle';
}

/** Pixels of an equirectangular picture, 3 bytes each; of a stereo one those of both eyes, one above the other. */
interface Pixels {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Into how many fields each side of a region is averaged: too few for features of a face or signs of a plate. */
const FIELDS = 5;

/** The mean colours of a region's fields, row by row. */
function averageFields(
  { pixels, width, height }: Pixels,
  left: number,
  top: number,
  across: number,
  down: number,
): Float64Array {
  const sums = new Float64Array(FIELDS * FIELDS * 4);
  for (let y = Math.max(0, top); y < Math.min(height, top + down); y += 1) {
    const row = Math.min(FIELDS - 1, Math.floor(((y - top) * FIELDS) / down));
    for (let x = 0; x < across; x += 1) {
      const field = (row * FIELDS + Math.min(FIELDS - 1, Math.floor((x * FIELDS) / across))) * 4;
      const at = (y * width + ((((left + x) % width) + width) % width)) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        sums[field + channel] = (sums[field + channel] ?? 0) + (pixels[at + channel] ?? 0);
      sums[field + 3] = (sums[field + 3] ?? 0) + 1;
    }
  }
  return sums;
}

/** The colour between the four nearest fields. @param u, v from 0 to 1 in the region */
function colourAt(sums: Float64Array, u: number, v: number, channel: number): number {
  const [x, y] = [u * FIELDS - 0.5, v * FIELDS - 0.5];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  let colour = 0;
  let weights = 0;
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const column = Math.min(FIELDS - 1, Math.max(0, left + dx));
    const row = Math.min(FIELDS - 1, Math.max(0, top + dy));
    const field = (row * FIELDS + column) * 4;
    const count = sums[field + 3] ?? 0;
    if (count === 0) continue;
    const weight = (dx === 0 ? 1 - (x - left) : x - left) * (dy === 0 ? 1 - (y - top) : y - top);
    colour += (weight * (sums[field + channel] ?? 0)) / count;
    weights += weight;
  }
  return weights === 0 ? 0 : colour / weights;
}

function blurRegion(eye: Pixels, { yaw, pitch, width: yaws, height: pitches, shape }: BlurredRegion): void {
  const { pixels, width, height } = eye;
  const across = Math.min(width, Math.max(1, Math.ceil((yaws / 360) * width)));
  const down = Math.max(1, Math.ceil((pitches / 180) * height));
  const left = Math.round(((yaw + 180) / 360) * width - across / 2);
  const top = Math.round(((90 - pitch) / 180) * height - down / 2);
  const sums = averageFields(eye, left, top, across, down);
  for (let y = Math.max(0, top); y < Math.min(height, top + down); y += 1) {
    const v = (y - top + 0.5) / down;
    for (let x = 0; x < across; x += 1) {
      const u = (x + 0.5) / across;
      if (shape === 'ellipse' && (2 * u - 1) ** 2 + (2 * v - 1) ** 2 > 1) continue;
      const at = (y * width + ((((left + x) % width) + width) % width)) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        pixels[at + channel] = Math.round(colourAt(sums, u, v, channel));
    }
  }
}

/** Makes regions of a picture unrecognisable, in place. What they showed cannot be had back. @param isStereo each eye alike */
export function blurRegions(
  { pixels, width, height }: Pixels,
  regions: readonly BlurredRegion[],
  isStereo: boolean,
): void {
  const eyeHeight = isStereo ? Math.floor(height / 2) : height;
  for (let top = 0; top + eyeHeight <= height; top += eyeHeight) {
    const eye = pixels.subarray(top * width * 3, (top + eyeHeight) * width * 3);
    for (const region of regions) blurRegion({ pixels: eye, width, height: eyeHeight }, region);
  }
}
