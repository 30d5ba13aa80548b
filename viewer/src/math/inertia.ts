/** Milliseconds after which a released drag has lost all but 1/e of its speed. */
export const INERTIA_TIME_MS = 300;
/** Moves older than this do not count towards the speed at release. */
const WINDOW_MS = 80;

export interface Sample {
  timeMs: number;
  x: number;
  y: number;
}

/** Speed in units per millisecond over the last moments before `nowMs`; zero when the pointer had stopped. */
export function releaseVelocity(samples: readonly Sample[], nowMs: number): { x: number; y: number } {
  const recent = samples.filter((sample) => nowMs - sample.timeMs <= WINDOW_MS);
  const first = recent[0];
  const last = recent[recent.length - 1];
  if (!first || !last || last.timeMs <= first.timeMs) return { x: 0, y: 0 };
  const elapsed = last.timeMs - first.timeMs;
  return { x: (last.x - first.x) / elapsed, y: (last.y - first.y) / elapsed };
}

/** Share of the whole glide (speed at release times INERTIA_TIME_MS) that is covered after `elapsedMs`. */
export const glideProgress = (elapsedMs: number): number => 1 - Math.exp(-elapsedMs / INERTIA_TIME_MS);
