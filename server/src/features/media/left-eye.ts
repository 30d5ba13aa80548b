import sharp, { type Sharp } from 'sharp';
import type { StereoLayout } from './manifest.ts';

/** How many eyes a picture holds beside each other, and above each other. @param stereo undefined for one eye */
export function eyesIn(stereo: StereoLayout | undefined): { across: number; down: number } {
  return { across: stereo === 'left-right' ? 2 : 1, down: stereo === 'top-bottom' ? 2 : 1 };
}

/**
 * Opens what flat views show of a picture: of one with a picture for each eye the left one, twice as wide as it is high, also where
 * both were squeezed into one frame; otherwise all of it.
 *
 * @param source a JPEG made by this feature, or its path
 * @param maxWidth of the result, in pixels
 */
export async function openLeftEye(
  source: Buffer | string,
  stereo: StereoLayout | undefined,
  maxWidth: number,
): Promise<Sharp> {
  const image = sharp(source);
  if (stereo === undefined) return image.resize({ width: maxWidth, withoutEnlargement: true });
  const { across, down } = eyesIn(stereo);
  const whole = await image.metadata();
  const eye = { width: Math.floor(whole.width / across), height: Math.floor(whole.height / down) };
  // As wide as loses no detail of a squeezed eye.
  const width = Math.min(maxWidth, Math.max(eye.width, 2 * eye.height));
  return image
    .extract({ left: 0, top: 0, ...eye })
    .resize({ width, height: Math.round(width / 2), fit: 'fill' });
}
