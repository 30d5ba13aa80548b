import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** How much of a limit is used. */
export interface LimitUse {
  /** Hits in the current window, this one included. */
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/**
 * Counts one hit for `key` in a window that begins with its first hit. One statement, safe across processes.
 *
 * @param windowMs length of the window in milliseconds
 */
export async function countHit(db: Db, key: string, windowMs: number): Promise<LimitUse> {
  const { rows } = await sql<LimitUse>`
    INSERT INTO rate_limits AS limits (key, hits, resets_at)
    VALUES (${key}, 1, now() + ${windowMs} * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN limits.resets_at <= now() THEN 1 ELSE limits.hits + 1 END,
      resets_at = CASE WHEN limits.resets_at <= now() THEN excluded.resets_at ELSE limits.resets_at END
    RETURNING hits AS current, (extract(epoch FROM resets_at - now()) * 1000)::float8 AS ttl
  `.execute(db);
  const [use] = rows;
  if (use === undefined) throw new Error('a counted hit returned no row');
  return use;
}

/** Deletes windows that have ended, a batch at a time. */
export async function forgetEndedWindows(db: Db): Promise<void> {
  await sql`
    DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE resets_at < now() LIMIT 10000)
  `.execute(db);
}
