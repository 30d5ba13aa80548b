import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database.ts';

/** How much of a limit is used. */
export interface LimitUse {
  /** Hits in the current window, this one included. */
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/** A key's window and how long it is, in milliseconds. */
export interface HitWindow {
  key: string;
  windowMs: number;
}

/** Uses by their keys, in any order. */
export type KeyedUse = LimitUse & { key: string };

/**
 * The statement that counts one hit for each key, to be run alone or as a part of another one.
 *
 * @param windows no two keys alike
 */
export function countingHits(windows: readonly HitWindow[]): RawBuilder<KeyedUse> {
  return sql<KeyedUse>`
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
  `;
}

/** @returns what `countingHits` found, in the order of `windows` */
export function inOrder(windows: readonly HitWindow[], uses: readonly KeyedUse[]): LimitUse[] {
  return windows.map(({ key }) => {
    const use = uses.find((candidate) => candidate.key === key);
    if (use === undefined) throw new Error('a counted hit returned no row');
    return { current: use.current, ttl: use.ttl };
  });
}

/**
 * Counts one hit for each key in a window that begins with its first hit. One statement, safe across processes.
 *
 * @param windows no two keys alike
 * @returns in the order of `windows`
 */
export async function countHits(db: Db, windows: readonly HitWindow[]): Promise<LimitUse[]> {
  const { rows } = await countingHits(windows).execute(db);
  return inOrder(windows, rows);
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
