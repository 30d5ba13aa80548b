import type { Direction, TourView } from '@oriel/contract';
import { MAX_FOV, MIN_FOV } from '@oriel/contract/shared/tour/limits';
import type { Viewer } from '@oriel/viewer';
import { DEGREE } from './assets.ts';
import { rounded } from './spots.ts';

/** What a viewer shows, as documents have it. */
export function viewOf({ view }: Viewer): TourView {
  const fov = Math.min(MAX_FOV, Math.max(MIN_FOV, view.fov / DEGREE));
  return { yaw: rounded(view.yaw / DEGREE), pitch: rounded(view.pitch / DEGREE), fov: rounded(fov) };
}

/** Turns a viewer, and zooms it where a field of view is given. */
export const lookAt = (viewer: Viewer, { yaw, pitch, fov }: Direction & { fov?: number }): void =>
  viewer.look({ yaw: yaw * DEGREE, pitch: pitch * DEGREE, ...(fov !== undefined && { fov: fov * DEGREE }) });

/** Moves the focus once what has changed is on the page. */
export const focusSoon = (selector: string): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
