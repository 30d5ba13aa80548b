import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { SITE_FACTOR, type Source, sourceOf } from './source.ts';
import { countHits, type HitWindow, type LimitUse } from './store.ts';

/** At most `max` calls from one source within `windowSeconds`. Calls that share a name share the budget. */
export interface LimitRule {
  name: string;
  max: number;
  windowSeconds: number;
}

/** How often something may be done within a window that begins with the first time. */
export interface Budget {
  /** Names the budget and whose it is, such as `login-account:anna@example.org`. */
  key: string;
  max: number;
  windowSeconds: number;
}

/** The refusal of every used-up budget; it says nothing about which one. @param milliseconds until there is something left */
export function tooManyRequests(milliseconds: number): AppError {
  return new AppError(429, 'too_many_requests', 'Too many requests. Please try again later.', {
    'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))),
  });
}

/** What a rule allows a source, and for IPv6 the site around it. The source's own budget comes first. */
export function budgetsOf(rule: LimitRule, source: Source): [Budget, ...Budget[]] {
  const { name, max, windowSeconds } = rule;
  const own = { key: `${name}:${source.id}`, max, windowSeconds };
  if (source.site === undefined) return [own];
  return [own, { key: `${name}:${source.site}`, max: max * SITE_FACTOR, windowSeconds }];
}

/** Budgets as what counts them takes them. */
export const windowsOf = (budgets: readonly Budget[]): HitWindow[] =>
  budgets.map(({ key, windowSeconds }) => ({ key, windowMs: windowSeconds * 1000 }));

/** @throws {AppError} 429 `too_many_requests` when more was taken of one of the budgets than there was */
export function refuseOverdrawn(budgets: readonly Budget[], uses: readonly LimitUse[]): void {
  const overdrawn = uses.filter(({ current }, index) => current > (budgets[index]?.max ?? 0));
  if (overdrawn.length > 0) throw tooManyRequests(Math.max(...overdrawn.map(({ ttl }) => ttl)));
}

/**
 * Takes one of a budget that all processes share. Call it outside transactions: what was spent stays spent.
 *
 * @param key names the budget and whose it is, such as `login-account:anna@example.org`
 * @throws {AppError} 429 `too_many_requests` with Retry-After when nothing is left
 */
export async function spend(db: Db, key: string, max: number, windowSeconds: number): Promise<void> {
  await spendAll(db, [{ key, max, windowSeconds }]);
}

/** Takes one of each budget as `spend` does, in one statement. */
export async function spendAll(db: Db, budgets: readonly Budget[]): Promise<void> {
  refuseOverdrawn(budgets, await countHits(db, windowsOf(budgets)));
}

/** @throws {AppError} 429 `too_many_requests` with Retry-After when the request's source has used up its budget */
export async function limitByAddress(
  db: Db,
  rule: LimitRule,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const budgets = budgetsOf(rule, sourceOf(request));
  const uses = await countHits(db, windowsOf(budgets));
  const [{ current, ttl } = { current: 0, ttl: 0 }] = uses;
  reply.header('ratelimit-limit', rule.max);
  reply.header('ratelimit-remaining', Math.max(0, rule.max - current));
  reply.header('ratelimit-reset', Math.max(1, Math.ceil(ttl / 1000)));
  refuseOverdrawn(budgets, uses);
}
