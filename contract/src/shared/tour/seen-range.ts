import type { TourView } from './fields.ts';
import { MAX_FOV, MIN_FOV } from './limits.ts';
import { clamp, wrapDegrees } from './pose.ts';
import type { TourScene } from './schema.ts';

const DEGREE = Math.PI / 180;

/** What may be seen of a picture, in degrees of its own frame. */
export interface SeenRange {
  minYaw: number;
  maxYaw: number;
  minPitch: number;
  maxPitch: number;
  minFov: number;
  maxFov: number;
}

/** What may be seen of a scene: what its picture covers, cut by its limits. */
export function seenRange({ coverage, limits = {} }: Pick<TourScene, 'coverage' | 'limits'>): SeenRange {
  const { left = 0, top = 0, right = 1, bottom = 1 } = coverage ?? {};
  const minPitch = Math.max(90 - bottom * 180, limits.minPitch ?? -90);
  const maxPitch = Math.min(90 - top * 180, limits.maxPitch ?? 90);
  const minYaw = Math.max(left * 360 - 180, limits.minYaw ?? -180);
  const maxYaw = Math.min(right * 360 - 180, limits.maxYaw ?? 180);
  const isCut = minPitch > -90 || maxPitch < 90;
  const largest = isCut ? Math.max(MIN_FOV, Math.min(MAX_FOV, maxPitch - minPitch)) : MAX_FOV;
  const maxFov = Math.min(largest, limits.maxFov ?? MAX_FOV);
  return { minYaw, maxYaw, minPitch, maxPitch, minFov: Math.min(limits.minFov ?? MIN_FOV, maxFov), maxFov };
}

/** The horizontal field of view of a vertical one. @param aspect width by height of the screen */
export function horizontalFov(fov: number, aspect: number): number {
  return (2 * Math.atan(Math.tan((fov * DEGREE) / 2) * aspect)) / DEGREE;
}

/** The vertical field of view of a horizontal one. @param aspect width by height of the screen */
export function verticalFov(fov: number, aspect: number): number {
  return horizontalFov(fov, 1 / aspect);
}

const middleWithin = (value: number, min: number, max: number, extent: number) =>
  max - min <= extent ? (min + max) / 2 : clamp(value, min + extent / 2, max - extent / 2);

/**
 * The nearest view whose middle lines stay inside what may be seen. The corners of a wide screen can reach further while it
 * looks up or down; the viewer, which draws them, narrows the view there.
 *
 * @param aspect width by height of the screen
 */
export function clampView(view: TourView, range: SeenRange, aspect: number): TourView {
  const isRound = range.maxYaw - range.minYaw >= 360;
  const widest = isRound ? MAX_FOV : verticalFov(Math.min(179, range.maxYaw - range.minYaw), aspect);
  const fov = clamp(view.fov, Math.min(range.minFov, widest), Math.min(range.maxFov, widest));
  const yaw = wrapDegrees(view.yaw);
  // The whole sphere above or below needs no margin: beyond the zenith the view sees the other side.
  const minPitch = range.minPitch <= -90 ? range.minPitch - fov / 2 : range.minPitch;
  const maxPitch = range.maxPitch >= 90 ? range.maxPitch + fov / 2 : range.maxPitch;
  return {
    yaw: isRound ? yaw : middleWithin(yaw, range.minYaw, range.maxYaw, horizontalFov(fov, aspect)),
    pitch: clamp(middleWithin(view.pitch, minPitch, maxPitch, fov), -90, 90),
    fov,
  };
}
