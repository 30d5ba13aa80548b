import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { type Budget, refuseOverdrawn, tooManyRequests, windowsOf } from './rate-limit.ts';
import { countHit, countHits, type LimitUse } from './store.ts';

export type { Budget } from './rate-limit.ts';

/** Takes one of a budget as `spend` does; answers false instead of throwing when nothing is left. */
export async function trySpend(db: Db, key: string, max: number, windowSeconds: number): Promise<boolean> {
  return (await countHit(db, key, windowSeconds * 1000)).current <= max;
}

/** Whether nothing is left of one of the budgets; takes nothing. @throws {AppError} 429 `too_many_requests` */
export async function refuseIfSpent(db: Db, ...budgets: readonly Budget[]): Promise<void> {
  const uses = await db
    .selectFrom('rate_limits')
    .select(['key', 'hits', sql<number>`(extract(epoch FROM resets_at - now()) * 1000)::float8`.as('ttl')])
    .where('key', 'in', keysOf(budgets))
    .where('resets_at', '>', sql<Date>`now()`)
    .execute();
  const spent = uses.filter(({ key, hits }) =>
    budgets.some((budget) => budget.key === key && hits >= budget.max),
  );
  if (spent.length > 0) throw tooManyRequests(Math.max(...spent.map(({ ttl }) => ttl)));
}

/** Returns what was taken of budgets. */
export async function giveBack(db: Db, ...keys: string[]): Promise<void> {
  await sql`SELECT give_hits_back(${keys}::text[])`.execute(db);
}

/** Answers that mean: this guess was wrong. Other failures are nobody's guess. */
const WRONG_GUESS = new Set(['wrong_credentials', 'wrong_code']);

/** Whose budgets they are, for what gives them back. */
export const keysOf = (budgets: readonly Budget[]): string[] => budgets.map(({ key }) => key);

/**
 * Does work that may turn out to be a wrong guess, once it has been counted. Of a failure that is none, and of a guess that
 * there was no budget for, nothing stays counted; of a success the caller returns what was taken.
 *
 * @param uses in the order of `budgets`
 * @throws {AppError} 429 `too_many_requests` when more has been taken of one of the budgets than there was
 */
export async function tryGuess<T>(
  db: Db,
  budgets: readonly Budget[],
  uses: readonly LimitUse[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    refuseOverdrawn(budgets, uses);
    return await work();
  } catch (error) {
    const isWrong = error instanceof AppError && WRONG_GUESS.has(error.code);
    if (!isWrong) await giveBack(db, ...keysOf(budgets));
    throw error;
  }
}

/**
 * Does work that may turn out to be a wrong guess. Only wrong guesses count in the end, but each is taken from the
 * budgets beforehand, so that parallel tries cannot overdraw them.
 *
 * @throws {AppError} 429 `too_many_requests` when one of the budgets is used up
 */
export async function guess<T>(
  db: Db,
  budgets: readonly Budget[],
  work: (uses: readonly LimitUse[]) => Promise<T>,
): Promise<T> {
  const uses = await countHits(db, windowsOf(budgets));
  const result = await tryGuess(db, budgets, uses, () => work(uses));
  await giveBack(db, ...keysOf(budgets));
  return result;
}
