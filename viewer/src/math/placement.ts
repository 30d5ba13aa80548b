import type { Scene } from '../types.ts';
import type { Matrix } from './view.ts';

/** Left, top, width and height, as shares of a whole. */
export type Box = readonly [left: number, top: number, width: number, height: number];

/** Where the texels of an image lie on the sphere. */
export interface Placement {
  /** Turns directions of the picture into directions of the world; none when they are the same. */
  pose?: Matrix | undefined;
  /** What the picture covers of the sphere. */
  coverage: Box;
  /** What one eye sees of the image. */
  eye: Box;
}

const WHOLE: Box = [0, 0, 1, 1];
export const MONO_SPHERE: Placement = { coverage: WHOLE, eye: WHOLE };

/** The left eye's half is above or on the left, as cameras write it. */
const LEFT_EYE: Record<NonNullable<Scene['stereo']>, Box> = {
  mono: WHOLE,
  'top-bottom': [0, 0, 1, 0.5],
  'left-right': [0, 0, 0.5, 1],
};

export function placementOf({ pose, coverage, stereo = 'mono' }: Scene): Placement {
  const { left, top, right, bottom } = coverage ?? { left: 0, top: 0, right: 1, bottom: 1 };
  return { pose, coverage: [left, top, right - left, bottom - top], eye: LEFT_EYE[stereo] };
}

/** How many texels of an image so wide would go around the whole sphere. */
export const sphereWidth = (imageWidth: number, { coverage, eye }: Placement): number =>
  (imageWidth * eye[2]) / coverage[2];

/** Shares of the image at shares of the sphere; beyond 0 and 1 of the eye's part where the picture ends. */
export function imageShares(
  { coverage, eye }: Placement,
  [u, v]: readonly [number, number],
): [number, number] {
  return [
    eye[0] + ((u - coverage[0]) / coverage[2]) * eye[2],
    eye[1] + ((v - coverage[1]) / coverage[3]) * eye[3],
  ];
}
