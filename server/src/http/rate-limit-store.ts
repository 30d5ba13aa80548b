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
 * Counts one hit for each key in a window that begins with its first hit. One statement, safe across processes.
 *
 * @param windows keys, no two alike, and the length of their windows in milliseconds
 * @returns in the order of `windows`
 */
export async function countHits(
  db: Db,
  windows: readonly { key: string; windowMs: number }[],
): Promise<LimitUse[]> {
  const { rows } = await sql<LimitUse & { key: string }>`
    INSERT INTO rate_limits AS limits (key, hits, resets_at)
    SELECT key, 1, now() + milliseconds * interval '1 millisecond'
    FROM unnest(${windows.map(({ key }) => key)}::text[], ${windows.map(({ windowMs }) => windowMs)}::float8[])
      AS hit (key, milliseconds)
    -- Always in the same order: two that count the same keys must not wait for each other.
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN limits.resets_at <= now() THEN 1 ELSE limits.hits + 1 END,
      resets_at = CASE WHEN limits.resets_at <= now() THEN excluded.resets_at ELSE limits.resets_at END
    RETURNING key, hits AS current, (extract(epoch FROM resets_at - now()) * 1000)::float8 AS ttl
  `.execute(db);
  return windows.map(({ key }) => {
    const use = rows.find((row) => row.key === key);
    if (use === undefined) throw new Error('a counted hit returned no row');
    return { current: use.current, ttl: use.ttl };
  });
}

/**
 * Counts one hit for `key` as `countHits` does.
 *
 * @param windowMs length of the window in milliseconds
 */
export async function countHit(db: Db, key: string, windowMs: number): Promise<LimitUse> {
  const [use] = await countHits(db, [{ key, windowMs }]);
  if (use === undefined) throw new Error('a counted hit returned no row');
  return use;
}

/** Deletes windows that have ended, a batch at a time. */
export async function forgetEndedWindows(db: Db): Promise<void> {
  await sql`
    DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE resets_at < now() LIMIT 10000)
  `.execute(db);
}
