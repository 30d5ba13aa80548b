const MEBIBYTE = 1024 * 1024;

/** Bytes of the first piece of an upload. */
export const FIRST_CHUNK = MEBIBYTE;
const SMALLEST_CHUNK = MEBIBYTE / 4;
/** How long one piece should take: a cut line costs half of it, and proxies cut after 30 seconds. */
const AIM_MS = 5_000;

/** Bytes of the next piece, after one of `size` bytes took `tookMs`: it at most doubles. */
export function nextChunk(size: number, tookMs: number, most: number): number {
  const ideal = (size * AIM_MS) / Math.max(tookMs, 1);
  const bounded = Math.min(ideal, Math.max(size * 2, FIRST_CHUNK), most);
  return Math.round(Math.max(bounded, SMALLEST_CHUNK));
}

/** Bytes of the next piece, after one of `size` bytes was lost. */
export const lighterChunk = (size: number): number =>
  Math.max(SMALLEST_CHUNK, Math.min(FIRST_CHUNK, Math.round(size / 2)));

/** Of so many milliseconds the speed is the mean: shorter ones make it jump, longer ones hide a slow line. */
const WINDOW_MS = 8_000;

/** Measures how fast bytes leave. */
export class Speedometer {
  #samples: { at: number; bytes: number }[] = [];

  /** @param bytes all that has been sent until `nowMs`; less than before starts the count again */
  add(bytes: number, nowMs: number): void {
    if (bytes < (this.#samples.at(-1)?.bytes ?? 0)) this.#samples = [];
    this.#samples.push({ at: nowMs, bytes });
    const from = nowMs - WINDOW_MS;
    while (this.#samples.length > 2 && (this.#samples[1]?.at ?? nowMs) < from) this.#samples.shift();
  }

  reset(): void {
    this.#samples = [];
  }

  /** Bytes a second; 0 until a second has been seen. */
  get speed(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at - first.at < 1_000) return 0;
    return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
  }
}

/** How long until the next attempt, after so many in which the server took nothing: 1, 2, 4 … 30 seconds. */
export const retryDelayMs = (attempts: number): number => Math.min(30_000, 1_000 * 2 ** (attempts - 1));

const QUICK_MS = 1_000;
const SLOW_MS = 6_000;

/** @returns how long until what is watched is asked for again: a second after a change, longer each time nothing has changed */
export function createPace(): (seen: string, readAt: number) => number {
  let last = { seen: '', readAt: Number.NaN, waitMs: QUICK_MS };
  return (seen, readAt) => {
    // It is asked at each rendering, too.
    if (readAt !== last.readAt) {
      const waitMs = seen === last.seen ? Math.min(SLOW_MS, last.waitMs * 1.25) : QUICK_MS;
      last = { seen, readAt, waitMs };
    }
    return last.waitMs;
  };
}
