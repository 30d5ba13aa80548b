import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One moment after another, so many a second on average, at random as strangers to each other come: never in step with
 * anything else. Whoever is late is not waited for.
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

/** One moment after another, about `everyMs` milliseconds apart. */
export async function* steadily(everyMs: number, seconds: number): AsyncGenerator<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(everyMs)) yield;
}
