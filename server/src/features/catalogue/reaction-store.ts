import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { ClientSource } from '../../rate-limit/client-source.ts';
import { rateLimitsFor, windowsOf } from '../../rate-limit/rate-limit.ts';
import { countedHits } from '../../rate-limit/store.ts';

/** How many rows the counts of one experience are spread over; the same number is in migrations/0002_catalogue.sql. */
const SHARDS = 16;

/** The session of a guest by the hash of its cookie. Sessions are easily forged, so likes of guests are also limited by source. */
export interface Guest {
  sessionHash: Buffer;
  source: ClientSource;
}

/** Likes of guests per tour, source and day; the guests of a school or a hotel share an IP. */
export const GUEST_LIKES = { name: 'guest-likes', max: 20, windowSeconds: 24 * 60 * 60 };

/** The same for the views of one day; in migrations/0058_statistics.sql. */
const DAY_SHARDS = 4;

const randomShard = (shards = SHARDS) => sql`floor(random() * ${sql.lit(shards)})::smallint`;

/** The views or likes of experiences, in the order of `ids`. */
async function sumsOf(tx: Tx, column: 'views' | 'likes', ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; sum: number }>`
    SELECT experience_id AS id, sum(${sql.ref(column)})::bigint AS sum
    FROM experience_counters WHERE experience_id = ANY (${[...new Set(ids)]}::integer[]) GROUP BY experience_id
  `.execute(tx);
  const sums = new Map(rows.map(({ id, sum }) => [id, sum]));
  return ids.map((id) => sums.get(id) ?? 0);
}

/**
 * Counts views, in all and on this day (UTC).
 *
 * @param ids an experience's id as often as it was viewed
 * @returns the new counts, in the same order
 */
export async function addViews(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const views = new Map<number, number>();
  for (const id of ids) views.set(id, (views.get(id) ?? 0) + 1);
  await sql`
    WITH viewed AS MATERIALIZED (
      SELECT id, views FROM unnest(${[...views.keys()]}::integer[], ${[...views.values()]}::bigint[]) AS given (id, views)
    ), of_day AS (
      INSERT INTO experience_views AS counted (experience_id, day, shard, views)
      SELECT id, (now() AT TIME ZONE 'UTC')::date, ${randomShard(DAY_SHARDS)}, views FROM viewed ORDER BY id
      ON CONFLICT (experience_id, day, shard) DO UPDATE SET views = counted.views + excluded.views
    )
    INSERT INTO experience_counters AS counter (experience_id, shard, views)
    -- A fixed order, so that concurrent batches do not deadlock.
    SELECT id, ${randomShard()}, views FROM viewed ORDER BY id
    ON CONFLICT (experience_id, shard) DO UPDATE SET views = counter.views + excluded.views, is_fresh = true
  `.execute(tx);
  return sumsOf(tx, 'views', ids);
}

/** Consumes a point of the source's rate limit for an experience, unless the session likes it: then there is no result. */
function guestAllowance(experienceId: number, guest: Guest): RawBuilder<{ allowed: boolean | null }> {
  const limits = rateLimitsFor({ ...GUEST_LIKES, name: `${GUEST_LIKES.name}:${experienceId}` }, guest.source);
  const max = sql`CASE key ${sql.join(
    limits.map((limit) => sql`WHEN ${limit.key} THEN ${sql.lit(limit.max)}`),
    sql` `,
  )} END`;
  return sql<{ allowed: boolean | null }>`
    SELECT bool_and(current <= ${max}) AS allowed FROM ${countedHits(windowsOf(limits))} AS counted
    WHERE NOT EXISTS (SELECT FROM experience_likes
      WHERE experience_id = ${experienceId} AND session_hash = ${guest.sessionHash})`;
}

/**
 * Whether a guest may like an experience, which consumes a point of the source's rate limit. Undefined, and no point, if the
 * session likes it already.
 */
export async function mayGuestLike(db: Db, experienceId: number, guest: Guest): Promise<boolean | undefined> {
  const { rows } = await guestAllowance(experienceId, guest).execute(db);
  return rows[0]?.allowed ?? undefined;
}

/** @returns the likes of an experience; undefined unless the session is among them */
export async function findLikesWith(
  db: Db,
  experienceId: number,
  sessionHash: Buffer,
): Promise<number | undefined> {
  const { rows } = await sql<{ likes: number }>`
    SELECT COALESCE(sum(likes), 0)::bigint AS likes FROM experience_counters WHERE experience_id = ${experienceId}
    HAVING EXISTS (SELECT FROM experience_likes
      WHERE experience_id = ${experienceId} AND session_hash = ${sessionHash})
  `.execute(db);
  return rows[0]?.likes;
}

/** Who likes what: a member, or a session of a guest. */
export interface Like {
  experienceId: number;
  memberId: string | null;
  sessionHash: Buffer | null;
}

/**
 * Counts likes, each unless its member or session already likes the experience. One statement, so that a like is both recorded
 * and counted, or neither.
 *
 * @returns the new counts, in the same order
 */
export async function addLikes(tx: Tx, likes: readonly Like[]): Promise<number[]> {
  const ids = likes.map(({ experienceId }) => experienceId);
  const members = likes.map(({ memberId }) => memberId);
  const sessions = likes.map(({ sessionHash }) => sessionHash);
  await sql`
    WITH liked AS (
      INSERT INTO experience_likes (experience_id, member_id, session_hash)
      SELECT id, member_id, session_hash
      FROM unnest(${ids}::integer[], ${members}::text[], ${sessions}::bytea[]) AS given (id, member_id, session_hash)
      -- A fixed order, so that concurrent batches do not deadlock.
      ORDER BY id, member_id, session_hash
      ON CONFLICT DO NOTHING
      RETURNING experience_id
    ), gained AS (SELECT experience_id, count(*) AS likes FROM liked GROUP BY experience_id)
    INSERT INTO experience_counters AS counter (experience_id, shard, likes)
    SELECT experience_id, ${randomShard()}, likes FROM gained ORDER BY experience_id
    ON CONFLICT (experience_id, shard) DO UPDATE SET likes = counter.likes + excluded.likes, is_fresh = true
  `.execute(tx);
  return sumsOf(tx, 'likes', ids);
}

/**
 * Counts the views and likes since the last call, in the experiences' rows and in the order "popular"; the trigger
 * `settle_reactions` does. Touches only experiences that were viewed or liked. Safe to run concurrently.
 */
export async function refreshPopularity(db: Db): Promise<void> {
  await sql`
    UPDATE experience_counters AS counter SET is_fresh = false
    FROM (
      SELECT experience_id, shard FROM experience_counters WHERE is_fresh
      ORDER BY experience_id, shard LIMIT 20000 FOR UPDATE SKIP LOCKED
    ) AS fresh
    WHERE counter.experience_id = fresh.experience_id AND counter.shard = fresh.shard
  `.execute(db);
}

/** The likes of a member, with the experiences that still exist. */
export async function findLikesOf(db: Db, memberId: string) {
  return db
    .selectFrom('experience_likes as liked')
    .leftJoin('experiences as experience', 'experience.id', 'liked.experience_id')
    .select(['experience.slug', 'experience.title', 'liked.created_at as createdAt'])
    .where('liked.member_id', '=', memberId)
    .orderBy('liked.created_at')
    .execute();
}
