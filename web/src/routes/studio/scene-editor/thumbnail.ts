import type { TourView } from '@oriel/contract';

/** Width by height. */
export const ASPECT = 1.6;

/** Where the background of a small picture lies, so that it shows a view of an equirectangular picture that repeats sideways. */
export function backgroundOf({ yaw, pitch, fov }: TourView): {
  backgroundSize: string;
  backgroundPosition: string;
} {
  const height = 180 / fov;
  const width = 2 * height;
  const place = (size: number, frame: number, share: number) => (frame / 2 - size * share) / (frame - size);
  const x = place(width, ASPECT, 0.5 + yaw / 360);
  const y = Math.min(1, Math.max(0, place(height, 1, 0.5 - pitch / 180)));
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  return { backgroundSize: `auto ${percent(height)}`, backgroundPosition: `${percent(x)} ${percent(y)}` };
}
