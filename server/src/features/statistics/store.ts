import { sql } from 'kysely';
import type { Db } from '../../database/database.ts';

/** Days in UTC, such as `2026-11-24`, both included; without `from` all until `to`. */
export interface Days {
  from: string | undefined;
  to: string;
}

/** What happened on one day. */
export interface DayCounts {
  day: string;
  views: number;
  likes: number;
  unlocks: number;
  tokens: number;
}

/** Today in UTC, by the database's clock. */
export async function findToday(db: Db): Promise<string> {
  const { rows } = await sql<{
    today: string;
  }>`SELECT (now() AT TIME ZONE 'UTC')::date::text AS today`.execute(db);
  return rows[0]?.today ?? '';
}

/** The beginning of a day in UTC, whatever the session's time zone. */
const startOf = (day: string, later = 0) =>
  sql`((${day}::date + ${sql.lit(later)}::integer)::timestamp AT TIME ZONE 'UTC')`;

/** The condition that a moment is on one of the days. */
const within = ({ from, to }: Days) => sql`
  created_at < ${startOf(to, 1)} ${from === undefined ? sql`` : sql`AND created_at >= ${startOf(from)}`}`;

/** Counts the days on which something happened to an experience, in their order. Each part reads an index's rows of these days alone. */
export async function countDays(db: Db, experienceId: number, days: Days): Promise<DayCounts[]> {
  const { from, to } = days;
  const { rows } = await sql<DayCounts>`
    SELECT day::text AS day, sum(views)::bigint AS views, sum(likes)::bigint AS likes,
      sum(unlocks)::bigint AS unlocks, sum(tokens)::bigint AS tokens
    FROM (
      SELECT day, sum(views) AS views, 0 AS likes, 0 AS unlocks, 0 AS tokens
      FROM experience_views
      WHERE experience_id = ${experienceId} AND day <= ${to}::date
        ${from === undefined ? sql`` : sql`AND day >= ${from}::date`}
      GROUP BY day
      UNION ALL
      SELECT (created_at AT TIME ZONE 'UTC')::date, 0, count(*), 0, 0
      FROM experience_likes WHERE experience_id = ${experienceId} AND ${within(days)}
      GROUP BY 1
      UNION ALL
      SELECT (created_at AT TIME ZONE 'UTC')::date, 0, 0, count(*), sum(tokens)
      FROM unlocks WHERE experience_id = ${experienceId} AND ${within(days)}
      GROUP BY 1
    ) AS parts (day, views, likes, unlocks, tokens)
    GROUP BY day ORDER BY day
  `.execute(db);
  return rows;
}

/** The views and likes of an experience that no day is known of. */
export async function countUndated(db: Db, experienceId: number): Promise<{ views: number; likes: number }> {
  const { rows } = await sql<{ views: number; likes: number }>`
    SELECT
      greatest(0, coalesce(sum(views), 0)
        - (SELECT coalesce(sum(views), 0) FROM experience_views WHERE experience_id = ${experienceId}))::bigint AS views,
      greatest(0, coalesce(sum(likes), 0)
        - (SELECT count(*) FROM experience_likes WHERE experience_id = ${experienceId}))::bigint AS likes
    FROM experience_counters WHERE experience_id = ${experienceId}
  `.execute(db);
  return rows[0] ?? { views: 0, likes: 0 };
}
