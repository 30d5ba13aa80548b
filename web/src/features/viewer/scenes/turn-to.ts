import type { View, Viewer } from '@oriel/viewer';

const TURN_MS = 700;
const INPUT = ['pointerdown', 'wheel', 'keydown', 'touchstart'] as const;

/** Turns the view, the shorter way; at once for visitors who prefer less motion. Any input of theirs ends it. */
export function turnTo(viewer: Viewer, to: View): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    viewer.look(to);
    return;
  }
  const from = viewer.view;
  const turn = Math.atan2(Math.sin(to.yaw - from.yaw), Math.cos(to.yaw - from.yaw));
  const ended = new AbortController();
  for (const type of INPUT)
    document.addEventListener(type, () => ended.abort(), { once: true, capture: true, signal: ended.signal });
  let began: number | undefined;
  const step = (time: number) => {
    if (ended.signal.aborted) return;
    began ??= time;
    const progress = Math.min(1, (time - began) / TURN_MS);
    const share = progress * progress * (3 - 2 * progress);
    viewer.look({
      yaw: from.yaw + turn * share,
      pitch: from.pitch + (to.pitch - from.pitch) * share,
      fov: from.fov + (to.fov - from.fov) * share,
    });
    if (progress < 1) requestAnimationFrame(step);
    else ended.abort();
  };
  requestAnimationFrame(step);
}
