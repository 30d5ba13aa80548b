import { setTimeout as sleep } from 'node:timers/promises';

/** The result of an operation; undefined when it fails or takes too long. */
export function withinTimeout<T>(operation: Promise<T>, milliseconds: number): Promise<T | undefined> {
  return Promise.race([operation.catch(() => undefined), sleep(milliseconds, undefined, { ref: false })]);
}

/** Reads at most once in that time: who asks meanwhile gets the same result. */
export function readEvery<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let last: { startedAt: number; result: Promise<T> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.startedAt > milliseconds)
      last = { startedAt: performance.now(), result: read() };
    return last.result;
  };
}
