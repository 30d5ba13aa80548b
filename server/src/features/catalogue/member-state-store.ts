import { CompiledQuery } from 'kysely';
import type { Db } from '../../database/database.ts';

/** A member's state of the experiences that were asked for at a place. */
export interface StateRow {
  /** From 1. */
  place: number;
  snapshot: string;
  hasPlan: boolean;
  /** Until a plan of the member ends; null if none does. */
  planEndsInMs: number | null;
  unlocked: number[];
  /** Ids with the numbers of likes, which are null for likes of long ago. */
  liked: [id: number, likeCount: number | null][];
}

/** Longer than any page is cached. */
const RECENT = "interval '10 seconds'";

/** `StateRow.liked` in SQL. @param experiences what is compared with an experience's id */
export const likedInSql = (member: string, experiences: string) => `
  ARRAY(SELECT ARRAY[l.experience_id, CASE WHEN l.created_at > now() - ${RECENT}
      THEN (SELECT sum(c.likes) FROM experience_counters AS c WHERE c.experience_id = l.experience_id)::integer END]
    FROM experience_likes AS l WHERE l.member_id = ${member} AND l.experience_id = ${experiences})`;

/**
 * Members, their experiences, and the snapshots of their cached states; only states of other snapshots are read. In
 * subqueries, so that PostgreSQL plans for any number of them, once.
 */
const CHANGED_STATES = `
  SELECT asked.place::integer, current.snapshot,
    coalesce(is_plan_active(m.tier, m.tier_until, m.plus_until), false) AS "hasPlan",
    extract(epoch FROM least(
      CASE WHEN m.tier_until > now() THEN m.tier_until END, CASE WHEN m.plus_until > now() THEN m.plus_until END
    ) - now())::float8 * 1000 AS "planEndsInMs",
    ARRAY(SELECT u.experience_id FROM unlocks AS u
      WHERE u.member_id = asked.member_id AND u.experience_id = ANY (asked.page::integer[])) AS unlocked,
    ${likedInSql('asked.member_id', 'ANY (asked.page::integer[])')} AS liked
  FROM (SELECT pg_current_snapshot()::text AS snapshot OFFSET 0) AS current
  JOIN unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::text[])) WITH ORDINALITY AS asked (member_id, page, snapshot, place)
    ON asked.snapshot <> current.snapshot
  LEFT JOIN members AS m ON m.id = asked.member_id`;

/** The current snapshot, unless it is this one. */
const OTHER_SNAPSHOT = `
  SELECT current.snapshot FROM (SELECT pg_current_snapshot()::text AS snapshot OFFSET 0) AS current
  WHERE current.snapshot <> (SELECT $1::text)`;

/** Whether no transaction has ended since the database had this snapshot. */
export async function isCurrentSnapshot(db: Db, snapshot: string): Promise<boolean> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(OTHER_SNAPSHOT, [snapshot]));
  return rows.length === 0;
}

/**
 * What members have of experiences, in one statement; left out is what has not changed since its snapshot.
 *
 * @param snapshots in the order of `asked`; an empty one is never current
 */
export async function findChangedStates(
  db: Db,
  asked: readonly { memberId: string; experienceIds: readonly number[] }[],
  snapshots: readonly string[],
): Promise<StateRow[]> {
  const members = asked.map(({ memberId }) => memberId);
  const pages = asked.map(({ experienceIds }) => `{${experienceIds.join()}}`);
  const statement = CompiledQuery.raw(CHANGED_STATES, [members, pages, snapshots]);
  const { rows } = await db.executeQuery<StateRow>(statement);
  return rows;
}
