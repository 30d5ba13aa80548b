import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { type ClientSource, NETWORK_FACTOR, sourceOf } from './client-source.ts';
import { countHits, type HitWindow, type RateLimitUsage } from './store.ts';

/** At most `max` requests from one source within `windowSeconds`. Endpoints whose rules share a name share the limit. */
export interface RateLimitRule {
  name: string;
  max: number;
  windowSeconds: number;
}

/** At most `max` points within a window that begins with the first. */
export interface RateLimit {
  /** The limit and what it is counted for, such as `login-account:anna@example.org`. */
  key: string;
  max: number;
  windowSeconds: number;
}

/** The error for every used-up limit; it does not reveal which one. @param milliseconds until the window ends */
export function tooManyRequests(milliseconds: number): AppError {
  return new AppError(429, 'too_many_requests', 'Too many requests. Please try again later.', {
    'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))),
  });
}

/** The limits of a rule for a source and, with IPv6, its network. The source's own limit comes first. */
export function rateLimitsFor(rule: RateLimitRule, source: ClientSource): [RateLimit, ...RateLimit[]] {
  const { name, max, windowSeconds } = rule;
  const own = { key: `${name}:${source.id}`, max, windowSeconds };
  if (source.network === undefined) return [own];
  return [own, { key: `${name}:${source.network}`, max: max * NETWORK_FACTOR, windowSeconds }];
}

/** Limits as `countHits` takes them. */
export const windowsOf = (limits: readonly RateLimit[]): HitWindow[] =>
  limits.map(({ key, windowSeconds }) => ({ key, windowMs: windowSeconds * 1000 }));

/**
 * @param usages in the order of `limits`
 * @throws {AppError} 429 `too_many_requests` when one of the limits is exceeded
 */
export function rejectIfExceeded(limits: readonly RateLimit[], usages: readonly RateLimitUsage[]): void {
  const exceeded = usages.filter(({ current }, index) => current > (limits[index]?.max ?? 0));
  if (exceeded.length > 0) throw tooManyRequests(Math.max(...exceeded.map(({ ttl }) => ttl)));
}

/**
 * Consumes one point of a limit that all processes share. Call it outside transactions: a rollback would return the point.
 *
 * @param key see `RateLimit`
 * @throws {AppError} 429 `too_many_requests` with Retry-After when the limit is exceeded
 */
export async function consume(db: Db, key: string, max: number, windowSeconds: number): Promise<void> {
  await consumeAll(db, [{ key, max, windowSeconds }]);
}

/** Consumes one point of each limit in one statement. @throws {AppError} as `consume` */
export async function consumeAll(db: Db, limits: readonly RateLimit[]): Promise<void> {
  rejectIfExceeded(limits, await countHits(db, windowsOf(limits)));
}

/**
 * Consumes a point for the source of a request, and sets the `RateLimit-*` headers of the response.
 *
 * @throws {AppError} 429 `too_many_requests` with Retry-After when the source has used up its limit
 */
export async function limitByIp(
  db: Db,
  rule: RateLimitRule,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const limits = rateLimitsFor(rule, sourceOf(request));
  const usages = await countHits(db, windowsOf(limits));
  const [{ current, ttl } = { current: 0, ttl: 0 }] = usages;
  reply.header('ratelimit-limit', rule.max);
  reply.header('ratelimit-remaining', Math.max(0, rule.max - current));
  reply.header('ratelimit-reset', Math.max(1, Math.ceil(ttl / 1000)));
  rejectIfExceeded(limits, usages);
}
