import { clamp, type Matrix, type Pose, poseOf, wrapDegrees } from '@oriel/contract';

const DEGREE = Math.PI / 180;

/**
 * Pannellum's `horizonPitch` and `horizonRoll` as a matrix from the picture to its level frame, in which it states all views and
 * hotspots. It pitches first and rolls then, to the other side than ours.
 */
export function horizonMatrix(horizonPitch: number, horizonRoll: number): Matrix {
  const [cp, sp] = [Math.cos(horizonPitch * DEGREE), Math.sin(horizonPitch * DEGREE)];
  const [cr, sr] = [Math.cos(horizonRoll * DEGREE), Math.sin(horizonRoll * DEGREE)];
  return [cr, -sr, 0, sr * cp, cr * cp, sp, -sr * sp, -cr * sp, cp];
}

/** Our pose of a picture. @param northOffset the bearing of its middle, where north is known */
export function poseOfHorizon(
  horizonPitch: number,
  horizonRoll: number,
  northOffset: number | undefined,
): Pose {
  const { heading, pitch, roll } = poseOf(horizonMatrix(horizonPitch, horizonRoll));
  return { pitch, roll, ...(northOffset !== undefined && { heading: wrapDegrees(northOffset + heading) }) };
}

/** The three numbers of Pannellum that mean the same as a matrix from the picture to the world. */
export function horizonOf(matrix: Matrix): {
  horizonPitch: number;
  horizonRoll: number;
  northOffset: number;
} {
  const [rightEast = 0, rightUp = 0, rightSouth = 0, , upUp = 0, , , backUp = 0] = matrix;
  return {
    horizonPitch: Math.atan2(-backUp, upUp) / DEGREE,
    horizonRoll: -Math.asin(clamp(rightUp, -1, 1)) / DEGREE,
    northOffset: Math.atan2(rightSouth, rightEast) / DEGREE,
  };
}
