import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { type RateLimit, rejectIfExceeded, tooManyRequests, windowsOf } from './rate-limit.ts';
import { countHit, countHits, type RateLimitUsage } from './store.ts';

export type { RateLimit } from './rate-limit.ts';

/** Takes one of a limit as `spend` does; answers false instead of throwing when nothing is left. */
export async function tryConsume(db: Db, key: string, max: number, windowSeconds: number): Promise<boolean> {
  return (await countHit(db, key, windowSeconds * 1000)).current <= max;
}

/** Whether nothing is left of one of the limits; takes nothing. @throws {AppError} 429 `too_many_requests` */
export async function rejectIfExhausted(db: Db, ...limits: readonly RateLimit[]): Promise<void> {
  const uses = await db
    .selectFrom('rate_limits')
    .select(['key', 'hits', sql<number>`(extract(epoch FROM resets_at - now()) * 1000)::float8`.as('ttl')])
    .where('key', 'in', keysOf(limits))
    .where('resets_at', '>', sql<Date>`now()`)
    .execute();
  const spent = uses.filter(({ key, hits }) =>
    limits.some((limit) => limit.key === key && hits >= limit.max),
  );
  if (spent.length > 0) throw tooManyRequests(Math.max(...spent.map(({ ttl }) => ttl)));
}

/** Returns what was taken of limits. */
export async function reward(db: Db, ...keys: string[]): Promise<void> {
  await sql`SELECT give_hits_back(${keys}::text[])`.execute(db);
}

/** Answers that mean: this guess was wrong. Other failures are nobody's guess. */
const FAILED_ATTEMPT_CODES = new Set(['wrong_credentials', 'wrong_code']);

/** Whose limits they are, for what gives them back. */
export const keysOf = (limits: readonly RateLimit[]): string[] => limits.map(({ key }) => key);

/**
 * Does work that may turn out to be a wrong guess, once it has been counted. Of a failure that is none, and of a guess that
 * there was no limit for, nothing stays counted; of a success the caller returns what was taken.
 *
 * @param uses in the order of `limits`
 * @throws {AppError} 429 `too_many_requests` when more has been taken of one of the limits than there was
 */
export async function runCountedAttempt<T>(
  db: Db,
  limits: readonly RateLimit[],
  uses: readonly RateLimitUsage[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    rejectIfExceeded(limits, uses);
    return await work();
  } catch (error) {
    const isWrong = error instanceof AppError && FAILED_ATTEMPT_CODES.has(error.code);
    if (!isWrong) await reward(db, ...keysOf(limits));
    throw error;
  }
}

/**
 * Does work that may turn out to be a wrong guess. Only wrong guesses count in the end, but each is taken from the
 * limits beforehand, so that parallel tries cannot overdraw them.
 *
 * @throws {AppError} 429 `too_many_requests` when one of the limits is used up
 */
export async function withAttemptLimit<T>(
  db: Db,
  limits: readonly RateLimit[],
  work: (uses: readonly RateLimitUsage[]) => Promise<T>,
): Promise<T> {
  const uses = await countHits(db, windowsOf(limits));
  const result = await runCountedAttempt(db, limits, uses, () => work(uses));
  await reward(db, ...keysOf(limits));
  return result;
}
