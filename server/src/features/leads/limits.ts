import type { Db } from '../../database.ts';
import { AppError } from '../../http/problem.ts';
import { countHit } from '../../http/rate-limit-store.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Counts one hit for a key, in all processes together.
 *
 * @throws {AppError} 429 `too_many_requests` from the hit after `max` on, until an hour after the first
 */
export async function limitHourly(db: Db, key: string, max: number): Promise<void> {
  const use = await countHit(db, key, HOUR_MS);
  if (use.current <= max) return;
  throw new AppError(429, 'too_many_requests', 'Too many requests. Please try again later.', {
    'retry-after': String(Math.max(1, Math.ceil(use.ttl / 1000))),
  });
}
