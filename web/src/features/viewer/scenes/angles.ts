import type { Direction, TourView } from '@oriel/contract';
import type { View } from '@oriel/viewer';

/** The viewer's own would bring all of it to pages that only read a URL. */
export const DEGREE = Math.PI / 180;

export const inRadians = ({ yaw, pitch, fov }: TourView): View => ({
  yaw: yaw * DEGREE,
  pitch: pitch * DEGREE,
  fov: fov * DEGREE,
});

export const inDegrees = ({ yaw, pitch, fov }: View): TourView => ({
  yaw: yaw / DEGREE,
  pitch: pitch / DEGREE,
  fov: fov / DEGREE,
});

export const directionInRadians = ({ yaw, pitch }: Direction): Direction => ({
  yaw: yaw * DEGREE,
  pitch: pitch * DEGREE,
});

export const directionInDegrees = ({ yaw, pitch }: Direction): Direction => ({
  yaw: yaw / DEGREE,
  pitch: pitch / DEGREE,
});
