import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Yields at random moments, so many a second on average, as independent visitors arrive: never in step with anything
 * else, and without waiting for slow consumers.
 *
 * @param count how many there are
 */
export async function* arrivals(perSecond: number, count: number): AsyncGenerator<number> {
  let due = performance.now();
  for (let index = 0; index < count; index += 1) {
    due += (-Math.log(1 - Math.random()) * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    yield index;
  }
}

/** Yields about every `everyMs` milliseconds. */
export async function* steadily(everyMs: number, seconds: number): AsyncGenerator<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(everyMs)) yield;
}
