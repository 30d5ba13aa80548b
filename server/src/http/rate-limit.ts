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

/** @throws {AppError} 429 `too_many_requests` with Retry-After when the address has used up its budget */
export async function limitByAddress(
  db: Db,
  rule: LimitRule,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const use = await countHit(db, `${rule.name}:${request.ip}`, rule.windowSeconds * 1000);
  const seconds = Math.max(1, Math.ceil(use.ttl / 1000));
  reply.header('ratelimit-limit', rule.max);
  reply.header('ratelimit-remaining', Math.max(0, rule.max - use.current));
  reply.header('ratelimit-reset', seconds);
  if (use.current <= rule.max) return;
  throw new AppError(429, 'too_many_requests', 'Too many requests. Please try again later.', {
    'retry-after': String(seconds),
  });
}
