import type { View, Viewer } from '@oriel/viewer';
import { reducesMotion } from '../../../ui/use-media-query.ts';

const TURN_MS = 900;
const INPUT = ['pointerdown', 'wheel', 'keydown', 'touchstart'] as const;

interface Options {
  ms?: number;
  /** Ends the turn; without it, any input of the visitor does. */
  signal?: AbortSignal;
}

/** Turns the view, the shorter way; at once for visitors who prefer less motion. */
export function turnTo(
  viewer: Viewer,
  to: View,
  { ms = TURN_MS, signal = inputSignal() }: Options = {},
): void {
  if (reducesMotion()) {
    viewer.look(to);
    return;
  }
  const from = viewer.view;
  const turn = turnBetween(from, to);
  let began: number | undefined;
  const step = (time: number) => {
    if (signal.aborted) return;
    began ??= time;
    const progress = Math.min(1, (time - began) / ms);
    const share = progress * progress * (3 - 2 * progress);
    viewer.look({
      yaw: from.yaw + turn * share,
      pitch: from.pitch + (to.pitch - from.pitch) * share,
      fov: from.fov + (to.fov - from.fov) * share,
    });
    if (progress < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** How far to the right one view is from another, the shorter way; in radians. */
export function turnBetween(from: View, to: View): number {
  return Math.atan2(Math.sin(to.yaw - from.yaw), Math.cos(to.yaw - from.yaw));
}

/** Aborted by the next input. */
function inputSignal(): AbortSignal {
  const ended = new AbortController();
  for (const type of INPUT)
    document.addEventListener(type, () => ended.abort(), { once: true, capture: true, signal: ended.signal });
  return ended.signal;
}
