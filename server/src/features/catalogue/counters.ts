import { sql } from 'kysely';
import type { Db } from '../../database.ts';

/** Over how many rows the counts of one experience are spread; migrations/0002_catalogue.sql has the same number. */
const SHARDS = 16;
/** What a like weighs beside a view in the order "popular". */
const LIKE_WEIGHT = 10;

/** Who likes: a member, or a guest's session by the hash of its cookie. */
export type Liker = { memberId: string } | { sessionHash: Buffer };

const randomShard = sql`floor(random() * ${sql.lit(SHARDS)})::smallint`;

/** Counts one view. @returns how many there are now */
export async function countView(db: Db, experienceId: number): Promise<number> {
  await sql`
    INSERT INTO experience_counters AS counter (experience_id, shard, views)
    VALUES (${experienceId}, ${randomShard}, 1)
    ON CONFLICT (experience_id, shard) DO UPDATE SET views = counter.views + 1, is_fresh = true
  `.execute(db);
  const { rows } = await sql<{ views: number }>`
    SELECT sum(views)::bigint AS views FROM experience_counters WHERE experience_id = ${experienceId}
  `.execute(db);
  return rows[0]?.views ?? 0;
}

/**
 * Counts a like unless this member or session has liked the experience before; one statement, so that a like is
 * recorded and counted or neither.
 *
 * @returns how many likes there are now
 */
export async function countLike(db: Db, experienceId: number, liker: Liker): Promise<number> {
  const memberId = 'memberId' in liker ? liker.memberId : null;
  const sessionHash = 'sessionHash' in liker ? liker.sessionHash : null;
  await sql`
    WITH liked AS (
      INSERT INTO experience_likes (experience_id, member_id, session_hash)
      VALUES (${experienceId}, ${memberId}, ${sessionHash})
      ON CONFLICT DO NOTHING
      RETURNING experience_id
    )
    INSERT INTO experience_counters AS counter (experience_id, shard, likes)
    SELECT experience_id, ${randomShard}, 1 FROM liked
    ON CONFLICT (experience_id, shard) DO UPDATE SET likes = counter.likes + 1, is_fresh = true
  `.execute(db);
  const { rows } = await sql<{ likes: number }>`
    SELECT COALESCE(sum(likes), 0)::bigint AS likes FROM experience_counters WHERE experience_id = ${experienceId}
  `.execute(db);
  return rows[0]?.likes ?? 0;
}

/**
 * Brings the order "popular" up to date with the views and likes since the last call. Touches only experiences that
 * were viewed or liked; meant to run every minute or so, in any number of processes.
 */
export async function refreshPopularity(db: Db): Promise<void> {
  await sql`
    WITH fresh AS (
      SELECT experience_id, shard FROM experience_counters WHERE is_fresh
      ORDER BY experience_id, shard LIMIT 20000 FOR UPDATE SKIP LOCKED
    ), settled AS (
      UPDATE experience_counters AS counter SET is_fresh = false
      FROM fresh WHERE counter.experience_id = fresh.experience_id AND counter.shard = fresh.shard
      RETURNING counter.experience_id
    )
    UPDATE experiences AS e SET popularity = score.value
    FROM (
      SELECT experience_id, sum(views) + ${sql.lit(LIKE_WEIGHT)} * sum(likes) AS value
      FROM experience_counters WHERE experience_id IN (SELECT experience_id FROM settled)
      GROUP BY experience_id
    ) AS score
    WHERE e.id = score.experience_id AND e.popularity <> score.value
  `.execute(db);
}
