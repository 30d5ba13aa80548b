import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database.ts';
import { AppError } from './problem.ts';
import { countHit } from './rate-limit-store.ts';

/** At most `max` calls from one address within `windowSeconds`. Calls that share a name share the budget. */
export interface LimitRule {
  name: string;
  max: number;
  windowSeconds: number;
}

/** The refusal of every used-up budget; it says nothing about which one. @param milliseconds until there is something left */
export function tooManyRequests(milliseconds: number): AppError {
  return new AppError(429, 'too_many_requests', 'Too many requests. Please try again later.', {
    'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))),
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
  if (use.current > max) throw tooManyRequests(use.ttl);
}

/** @throws {AppError} 429 `too_many_requests` with Retry-After when the address has used up its budget */
export async function limitByAddress(
  db: Db,
  rule: LimitRule,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const use = await countHit(db, `${rule.name}:${request.ip}`, rule.windowSeconds * 1000);
  reply.header('ratelimit-limit', rule.max);
  reply.header('ratelimit-remaining', Math.max(0, rule.max - use.current));
  reply.header('ratelimit-reset', Math.max(1, Math.ceil(use.ttl / 1000)));
  if (use.current > rule.max) throw tooManyRequests(use.ttl);
}
