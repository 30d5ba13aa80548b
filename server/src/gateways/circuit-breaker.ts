export interface BreakerOptions {
  /** How many failures in a row open it. */
  failures: number;
  /** For how long it then refuses, before one call may try again. */
  restMs: number;
  /** Whether what was thrown means that the other side is in trouble. */
  counts(error: unknown): boolean;
  /** What is thrown instead of calling. */
  refusal(): Error;
  /** Milliseconds of a clock that is never set back. */
  now?: () => number;
}

/** Calls through it while the other side works; refuses at once while it does not. */
export type Breaker = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Spares a part that is in trouble, and those who would wait for it. After `failures` in a row every call is refused for
 * `restMs`; then one is let through, and its result decides.
 */
export function createBreaker({
  failures,
  restMs,
  counts,
  refusal,
  now = () => performance.now(),
}: BreakerOptions): Breaker {
  let inARow = 0;
  let restsUntil = 0;
  return async (call) => {
    if (inARow >= failures) {
      if (now() < restsUntil) throw refusal();
      // This call tries; the others go on being refused until it is back.
      restsUntil = now() + restMs;
    }
    try {
      const result = await call();
      inARow = 0;
      return result;
    } catch (error) {
      if (counts(error)) {
        inARow += 1;
        restsUntil = now() + restMs;
      } else {
        inARow = 0;
      }
      throw error;
    }
  };
}
