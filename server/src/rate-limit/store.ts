import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** How much of a limit is used. */
export interface RateLimitUsage {
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
export type KeyedUsage = RateLimitUsage & { key: string };

/**
 * Counts one hit for each key, as a table of `KeyedUse` that a statement can select from.
 *
 * @param windows no two keys alike
 */
export function countedHits(windows: readonly HitWindow[]): RawBuilder<KeyedUsage> {
  return sql<KeyedUsage>`
    count_hits(${windows.map(({ key }) => key)}::text[], ${windows.map(({ windowMs }) => windowMs)}::float8[])`;
}

/** @returns what `countedHits` found, in the order of `windows` */
export function inOrder(windows: readonly HitWindow[], uses: readonly KeyedUsage[]): RateLimitUsage[] {
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
export async function countHits(db: Db, windows: readonly HitWindow[]): Promise<RateLimitUsage[]> {
  const { rows } = await sql<KeyedUsage>`SELECT * FROM ${countedHits(windows)}`.execute(db);
  return inOrder(windows, rows);
}

/**
 * Counts one hit for `key` as `countHits` does.
 *
 * @param windowMs length of the window in milliseconds
 */
export async function countHit(db: Db, key: string, windowMs: number): Promise<RateLimitUsage> {
  const [use] = await countHits(db, [{ key, windowMs }]);
  if (use === undefined) throw new Error('a counted hit returned no row');
  return use;
}

const DELETE_BATCH = 10_000;

/**
 * Deletes all windows that have ended, a batch at a time: a flood of addresses leaves more of them than one batch. Safe to
 * run in several processes; rows that somebody counts in at this moment are left for the next time.
 */
export async function deleteExpiredWindows(db: Db): Promise<void> {
  let deleted: number;
  do {
    const { numAffectedRows } = await sql`
      DELETE FROM rate_limits WHERE key IN (
        SELECT key FROM rate_limits WHERE resets_at < now() LIMIT ${sql.lit(DELETE_BATCH)} FOR UPDATE SKIP LOCKED
      )
    `.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  } while (deleted === DELETE_BATCH);
}
