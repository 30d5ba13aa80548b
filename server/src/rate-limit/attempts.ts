import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { type RateLimit, rejectIfExceeded, tooManyRequests, windowsOf } from './rate-limit.ts';
import { countHit, countHits, findUsages, type RateLimitUsage, reward } from './store.ts';

export type { RateLimit } from './rate-limit.ts';

/** Consumes a point like `consume`. @returns false, instead of throwing, when the limit is used up */
export async function tryConsume(db: Db, key: string, max: number, windowSeconds: number): Promise<boolean> {
  return (await countHit(db, key, windowSeconds * 1000)).current <= max;
}

/** Consumes nothing. @throws {AppError} 429 `too_many_requests` when one of the limits is used up */
export async function rejectIfExhausted(db: Db, ...limits: readonly RateLimit[]): Promise<void> {
  const usages = await findUsages(db, keysOf(limits));
  const exhausted = usages.filter(({ key, hits }) =>
    limits.some((limit) => limit.key === key && hits >= limit.max),
  );
  if (exhausted.length > 0) throw tooManyRequests(Math.max(...exhausted.map(({ ttl }) => ttl)));
}

/** Error codes of wrong attempts. Other errors do not count as attempts. */
const FAILED_ATTEMPT_CODES = new Set(['wrong_credentials', 'wrong_code']);

/** The keys of limits, as `reward` takes them. */
export const keysOf = (limits: readonly RateLimit[]): string[] => limits.map(({ key }) => key);

/**
 * Runs an attempt whose points have been consumed already. They are returned unless the attempt was wrong; after a success
 * that is left to the caller.
 *
 * @param usages in the order of `limits`
 * @throws {AppError} 429 `too_many_requests` when one of the limits is exceeded
 */
export async function runCountedAttempt<T>(
  db: Db,
  limits: readonly RateLimit[],
  usages: readonly RateLimitUsage[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    rejectIfExceeded(limits, usages);
    return await work();
  } catch (error) {
    const isWrong = error instanceof AppError && FAILED_ATTEMPT_CODES.has(error.code);
    if (!isWrong) await reward(db, ...keysOf(limits));
    throw error;
  }
}

/**
 * Runs an attempt at a password or code. Only wrong attempts count in the end, but each consumes its points beforehand, so
 * that parallel attempts cannot exceed the limits.
 *
 * @throws {AppError} 429 `too_many_requests` when one of the limits is used up
 */
export async function withAttemptLimit<T>(
  db: Db,
  limits: readonly RateLimit[],
  work: (usages: readonly RateLimitUsage[]) => Promise<T>,
): Promise<T> {
  const usages = await countHits(db, windowsOf(limits));
  const result = await runCountedAttempt(db, limits, usages, () => work(usages));
  await reward(db, ...keysOf(limits));
  return result;
}
