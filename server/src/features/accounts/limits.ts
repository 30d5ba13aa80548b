import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import { AppError } from '../../http/problem.ts';
import { countHit, countHits, type HitWindow, type LimitUse } from '../../http/rate-limit-store.ts';

/** How often something may be done within a window that begins with the first time. */
export interface Budget {
  /** Names the budget and whose it is, such as `login-account:anna@example.org`. */
  key: string;
  max: number;
  windowSeconds: number;
}

/** The refusal of every used-up budget; it says nothing about which one. */
export function tooMany(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new AppError(429, 'too_many_requests', 'Too many requests. Please try again later.', {
    'retry-after': String(seconds),
  });
}

/**
 * Takes one of a budget that all processes share. Call it outside transactions: what was spent stays spent.
 *
 * @param key names the budget and whose it is, such as `login-account:anna@example.org`
 * @throws {AppError} 429 `too_many_requests` with Retry-After when nothing is left
 */
export async function spend(db: Db, key: string, max: number, windowSeconds: number): Promise<void> {
  const use = await countHit(db, key, windowSeconds * 1000);
  if (use.current > max) throw tooMany(use.ttl);
}

/** Takes one of a budget as `spend` does; answers false instead of throwing when nothing is left. */
export async function trySpend(db: Db, key: string, max: number, windowSeconds: number): Promise<boolean> {
  return (await countHit(db, key, windowSeconds * 1000)).current <= max;
}

/** Whether nothing is left of a budget; takes nothing of it. @throws {AppError} 429 `too_many_requests` */
export async function refuseIfSpent(db: Db, budget: Budget): Promise<void> {
  const use = await db
    .selectFrom('rate_limits')
    .select(sql<number>`(extract(epoch FROM resets_at - now()) * 1000)::float8`.as('ttl'))
    .where('key', '=', budget.key)
    .where('hits', '>=', budget.max)
    .where('resets_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (use !== undefined) throw tooMany(use.ttl);
}

/** Returns what was taken of budgets. */
export async function giveBack(db: Db, ...keys: string[]): Promise<void> {
  await sql`SELECT give_hits_back(${keys}::text[])`.execute(db);
}

/** Answers that mean: this guess was wrong. Other failures are nobody's guess. */
const WRONG_GUESS = new Set(['wrong_credentials', 'wrong_code']);

/** Whether a failure stays counted. */
export const isWrongGuess = (error: unknown): boolean =>
  error instanceof AppError && WRONG_GUESS.has(error.code);

/** Budgets as what counts them takes them. */
export const windowsOf = (budgets: readonly Budget[]): HitWindow[] =>
  budgets.map(({ key, windowSeconds }) => ({ key, windowMs: windowSeconds * 1000 }));

/**
 * @param uses in the order of `budgets`
 * @throws {AppError} 429 `too_many_requests` when more has been taken of one of them than there was
 */
export function refuseOverdrawn(budgets: readonly Budget[], uses: readonly LimitUse[]): void {
  const overdrawn = uses.filter(({ current }, index) => current > (budgets[index]?.max ?? 0));
  if (overdrawn.length > 0) throw tooMany(Math.max(...overdrawn.map(({ ttl }) => ttl)));
}

/**
 * Does work that may turn out to be a wrong guess. Only wrong guesses count in the end, but each is taken from the
 * budgets beforehand, so that parallel tries cannot overdraw them.
 *
 * @throws {AppError} 429 `too_many_requests` when one of the budgets is used up
 */
export async function guess<T>(db: Db, budgets: readonly Budget[], work: () => Promise<T>): Promise<T> {
  const uses = await countHits(db, windowsOf(budgets));
  const giveAllBack = () => giveBack(db, ...budgets.map(({ key }) => key));
  try {
    // A refused try is no guess either.
    refuseOverdrawn(budgets, uses);
    const result = await work();
    await giveAllBack();
    return result;
  } catch (error) {
    if (!isWrongGuess(error)) await giveAllBack();
    throw error;
  }
}
