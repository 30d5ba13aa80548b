import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** How far a limit is used up. */
export interface RateLimitUsage {
  /** Hits in the current window, including this one. */
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/** A key and the length of its window in milliseconds. */
export interface HitWindow {
  key: string;
  windowMs: number;
}

export type KeyedUsage = RateLimitUsage & { key: string };

/**
 * An expression that counts one hit for each key and yields a table of `KeyedUsage` in any order.
 *
 * @param windows with distinct keys
 */
export function countedHits(windows: readonly HitWindow[]): RawBuilder<KeyedUsage> {
  return sql<KeyedUsage>`
    count_hits(${windows.map(({ key }) => key)}::text[], ${windows.map(({ windowMs }) => windowMs)}::float8[])`;
}

/** Sorts the rows of `countedHits` into the order of `windows`. */
export function inOrder(windows: readonly HitWindow[], usages: readonly KeyedUsage[]): RateLimitUsage[] {
  return windows.map(({ key }) => {
    const usage = usages.find((candidate) => candidate.key === key);
    if (usage === undefined) throw new Error('a counted hit returned no row');
    return { current: usage.current, ttl: usage.ttl };
  });
}

/**
 * Counts one hit for each key in a window that begins with its first hit. One statement, safe across processes.
 *
 * @param windows with distinct keys
 * @returns in the order of `windows`
 */
export async function countHits(db: Db, windows: readonly HitWindow[]): Promise<RateLimitUsage[]> {
  const { rows } = await sql<KeyedUsage>`SELECT * FROM ${countedHits(windows)}`.execute(db);
  return inOrder(windows, rows);
}

/** Counts one hit for `key`. @param windowMs length of the window in milliseconds */
export async function countHit(db: Db, key: string, windowMs: number): Promise<RateLimitUsage> {
  const [usage] = await countHits(db, [{ key, windowMs }]);
  if (usage === undefined) throw new Error('a counted hit returned no row');
  return usage;
}

/** The hits of keys in windows that have not ended, with the milliseconds until they end. */
export async function findUsages(
  db: Db,
  keys: readonly string[],
): Promise<{ key: string; hits: number; ttl: number }[]> {
  return db
    .selectFrom('rate_limits')
    .select(['key', 'hits', sql<number>`(extract(epoch FROM resets_at - now()) * 1000)::float8`.as('ttl')])
    .where('key', 'in', keys)
    .where('resets_at', '>', sql<Date>`now()`)
    .execute();
}

/** Returns one consumed point to each limit. */
export async function reward(db: Db, ...keys: string[]): Promise<void> {
  await sql`SELECT give_hits_back(${keys}::text[])`.execute(db);
}

const DELETE_BATCH = 10_000;

/**
 * Deletes all expired windows in batches, because a flood of IPs leaves more rows than one statement should lock. Safe to
 * run concurrently; rows that are being counted in are left for the next run.
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
