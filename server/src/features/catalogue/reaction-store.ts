import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/database.ts';
import type { ClientSource } from '../../rate-limit/client-source.ts';
import { rateLimitsFor, tooManyRequests, windowsOf } from '../../rate-limit/rate-limit.ts';
import { countedHits } from '../../rate-limit/store.ts';

/** How many rows the counts of one experience are spread over; the same number is in migrations/0002_catalogue.sql. */
const SHARDS = 16;
/**
 * A member, or the session of a guest by the hash of its cookie. Sessions are easily forged, so likes of guests are also
 * limited by source.
 */
export type Liker = { memberId: string } | { sessionHash: Buffer; source: ClientSource };

/** Likes of guests per tour, source and day; the guests of a school or a hotel share an IP. */
const GUEST_LIKES = { name: 'guest-likes', max: 20, windowSeconds: 24 * 60 * 60 };

/** The same for the views of one day; in migrations/0058_statistics.sql. */
const DAY_SHARDS = 4;

const randomShard = (shards = SHARDS) => sql`floor(random() * ${sql.lit(shards)})::smallint`;

/** Counts a view, in all and on this day (UTC). @returns the new count */
export async function countView(db: Db, experienceId: number): Promise<number> {
  await sql`
    WITH of_day AS (
      INSERT INTO experience_views AS counted (experience_id, day, shard, views)
      VALUES (${experienceId}, (now() AT TIME ZONE 'UTC')::date, ${randomShard(DAY_SHARDS)}, 1)
      ON CONFLICT (experience_id, day, shard) DO UPDATE SET views = counted.views + 1
    )
    INSERT INTO experience_counters AS counter (experience_id, shard, views)
    VALUES (${experienceId}, ${randomShard()}, 1)
    ON CONFLICT (experience_id, shard) DO UPDATE SET views = counter.views + 1, is_fresh = true
  `.execute(db);
  const { rows } = await sql<{ views: number }>`
    SELECT sum(views)::bigint AS views FROM experience_counters WHERE experience_id = ${experienceId}
  `.execute(db);
  return rows[0]?.views ?? 0;
}

/** Consumes a point of the source's rate limit for an experience; always allowed for members. */
function guestAllowance(experienceId: number, liker: Liker): RawBuilder<boolean> {
  if ('memberId' in liker) return sql<boolean>`SELECT true AS allowed`;
  const limits = rateLimitsFor({ ...GUEST_LIKES, name: `${GUEST_LIKES.name}:${experienceId}` }, liker.source);
  const max = sql`CASE key ${sql.join(
    limits.map((limit) => sql`WHEN ${limit.key} THEN ${sql.lit(limit.max)}`),
    sql` `,
  )} END`;
  return sql<boolean>`
    SELECT bool_and(current <= ${max}) AS allowed FROM ${countedHits(windowsOf(limits))} AS counted
    WHERE NOT EXISTS (SELECT FROM experience_likes
      WHERE experience_id = ${experienceId} AND session_hash = ${liker.sessionHash})`;
}

/**
 * Counts a like, unless this member or session already likes the experience. One statement, so that a like is both recorded
 * and counted, or neither.
 *
 * @returns the new count
 * @throws {AppError} 429 `too_many_requests` if too many guests of the source liked the experience today
 */
export async function countLike(db: Db, experienceId: number, liker: Liker): Promise<number> {
  const memberId = 'memberId' in liker ? liker.memberId : null;
  const sessionHash = 'sessionHash' in liker ? liker.sessionHash : null;
  await sql`
    WITH allowance AS MATERIALIZED (${guestAllowance(experienceId, liker)}), liked AS (
      INSERT INTO experience_likes (experience_id, member_id, session_hash)
      SELECT ${experienceId}::integer, ${memberId}::text, ${sessionHash}::bytea FROM allowance WHERE allowed
      ON CONFLICT DO NOTHING
      RETURNING experience_id
    )
    INSERT INTO experience_counters AS counter (experience_id, shard, likes)
    SELECT experience_id, ${randomShard()}, 1 FROM liked
    ON CONFLICT (experience_id, shard) DO UPDATE SET likes = counter.likes + 1, is_fresh = true
  `.execute(db);
  const isRecorded =
    sessionHash === null
      ? sql.lit(true)
      : sql`EXISTS (SELECT FROM experience_likes WHERE experience_id = ${experienceId} AND session_hash = ${sessionHash})`;
  const { rows } = await sql<{ likes: number; is_recorded: boolean }>`
    SELECT COALESCE(sum(likes), 0)::bigint AS likes, ${isRecorded} AS is_recorded
    FROM experience_counters WHERE experience_id = ${experienceId}
  `.execute(db);
  if (rows[0]?.is_recorded !== true) throw tooManyRequests(GUEST_LIKES.windowSeconds * 1000);
  return rows[0].likes;
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
