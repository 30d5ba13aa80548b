import { areaAt } from '../hotspots/marks.ts';
import { DEGREE, type Vector3 } from '../math/view.ts';
import type { Hotspot } from '../types.ts';
import { angleBetween } from './vectors.ts';

/** A ray this near to a marker's middle meets it. */
const REACH = 3.5 * DEGREE;
/** How long a hotspot is looked at until that presses it. */
export const DWELL_MS = 1500;

/** The index of the hotspot in a direction of the picture: the nearest marker, otherwise the area; -1 for none. */
export function aimedAt(
  hotspots: readonly Hotspot[],
  middles: readonly Vector3[],
  direction: Vector3,
): number {
  let [nearest, least] = [-1, REACH];
  middles.forEach((middle, index) => {
    const angle = angleBetween(middle, direction);
    if (angle < least) [nearest, least] = [index, angle];
  });
  return nearest >= 0 ? nearest : areaAt(hotspots, middles, direction);
}

/** Presses what is looked at for long enough, once until another thing is looked at. */
export class Dwell {
  #index = -1;
  #sinceMs = 0;
  #isDone = false;

  /** How long it has been looked at, from 0 to 1; 1 once, and then 0. */
  look(index: number, nowMs: number): number {
    if (index !== this.#index) {
      this.#index = index;
      this.#sinceMs = nowMs;
      this.#isDone = false;
    }
    if (index < 0 || this.#isDone) return 0;
    const progress = Math.min(1, (nowMs - this.#sinceMs) / DWELL_MS);
    this.#isDone = progress === 1;
    return progress;
  }

  /** Restarts the dwell time. */
  reset(): void {
    this.#index = -1;
  }
}
