import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { type ClientSource, NETWORK_FACTOR, sourceOf } from './client-source.ts';
import { countHits, type HitWindow, type RateLimitUsage } from './store.ts';

/** At most `max` calls from one source within `windowSeconds`. Calls that share a name share the limit. */
export interface RateLimitRule {
  name: string;
  max: number;
  windowSeconds: number;
}

/** How often something may be done within a window that begins with the first time. */
export interface RateLimit {
  /** Names the limit and whose it is, such as `login-account:anna@example.org`. */
  key: string;
  max: number;
  windowSeconds: number;
}

/** The refusal of every used-up limit; it says nothing about which one. @param milliseconds until there is something left */
export function tooManyRequests(milliseconds: number): AppError {
  return new AppError(429, 'too_many_requests', 'Too many requests. Please try again later.', {
    'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))),
  });
}

/** What a rule allows a source, and for IPv6 the site around it. The source's own limit comes first. */
export function rateLimitsFor(rule: RateLimitRule, source: ClientSource): [RateLimit, ...RateLimit[]] {
  const { name, max, windowSeconds } = rule;
  const own = { key: `${name}:${source.id}`, max, windowSeconds };
  if (source.site === undefined) return [own];
  return [own, { key: `${name}:${source.site}`, max: max * NETWORK_FACTOR, windowSeconds }];
}

/** Limits as what counts them takes them. */
export const windowsOf = (limits: readonly RateLimit[]): HitWindow[] =>
  limits.map(({ key, windowSeconds }) => ({ key, windowMs: windowSeconds * 1000 }));

/** @throws {AppError} 429 `too_many_requests` when more was taken of one of the limits than there was */
export function rejectIfExceeded(limits: readonly RateLimit[], uses: readonly RateLimitUsage[]): void {
  const overdrawn = uses.filter(({ current }, index) => current > (limits[index]?.max ?? 0));
  if (overdrawn.length > 0) throw tooManyRequests(Math.max(...overdrawn.map(({ ttl }) => ttl)));
}

/**
 * Takes one of a limit that all processes share. Call it outside transactions: what was spent stays spent.
 *
 * @param key names the limit and whose it is, such as `login-account:anna@example.org`
 * @throws {AppError} 429 `too_many_requests` with Retry-After when nothing is left
 */
export async function consume(db: Db, key: string, max: number, windowSeconds: number): Promise<void> {
  await consumeAll(db, [{ key, max, windowSeconds }]);
}

/** Takes one of each limit as `spend` does, in one statement. */
export async function consumeAll(db: Db, limits: readonly RateLimit[]): Promise<void> {
  rejectIfExceeded(limits, await countHits(db, windowsOf(limits)));
}

/** @throws {AppError} 429 `too_many_requests` with Retry-After when the request's source has used up its limit */
export async function limitByIp(
  db: Db,
  rule: RateLimitRule,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const limits = rateLimitsFor(rule, sourceOf(request));
  const uses = await countHits(db, windowsOf(limits));
  const [{ current, ttl } = { current: 0, ttl: 0 }] = uses;
  reply.header('ratelimit-limit', rule.max);
  reply.header('ratelimit-remaining', Math.max(0, rule.max - current));
  reply.header('ratelimit-reset', Math.max(1, Math.ceil(ttl / 1000)));
  rejectIfExceeded(limits, uses);
}
