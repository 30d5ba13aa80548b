import { AsyncLocalStorage } from 'node:async_hooks';

/** Until when a request may wait for anything. */
export interface Deadline {
  /** On the clock of `performance.now()`; Infinity once the request is answered. */
  at: number;
}

/** Thrown instead of waiting any longer for a request, and instead of beginning anything for it: 503 with Retry-After. */
export class DeadlineError extends Error {
  override name = 'DeadlineError';

  constructor() {
    super('the time for the request is over');
  }
}

const deadlines = new AsyncLocalStorage<Deadline | undefined>();

/** A deadline in that time, or that of the request which this one is a part of, if that is sooner. */
export function deadlineIn(milliseconds: number): Deadline {
  const whole = deadlines.getStore()?.at ?? Number.POSITIVE_INFINITY;
  return { at: Math.min(whole, performance.now() + milliseconds) };
}

/** Runs work, and all that it begins, under a deadline. */
export const withDeadline = <T>(deadline: Deadline, work: () => T): T => deadlines.run(deadline, work);

/** Runs work under no deadline: what several requests share. */
export const withoutDeadline = <T>(work: () => T): T => deadlines.run(undefined, work);

/** How long the current request may still wait, in milliseconds; Infinity without a deadline, else negative once it is over. */
export function timeLeftMs(): number {
  const deadline = deadlines.getStore();
  return deadline === undefined ? Number.POSITIVE_INFINITY : deadline.at - performance.now();
}

/**
 * Waits for what goes on by itself, no longer than the current request may.
 *
 * @throws {DeadlineError} when its time is over; the work goes on
 */
export function beforeDeadline<T>(work: Promise<T>): Promise<T> {
  const left = timeLeftMs();
  if (left === Number.POSITIVE_INFINITY) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineError()), Math.max(0, left));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Records what has been done, even if the request has no time left: then it does not wait for that.
 *
 * @throws {DeadlineError} when its time is over; the record is made all the same
 */
export const recordDone = <T>(record: () => Promise<T>): Promise<T> =>
  beforeDeadline(withoutDeadline(record));
