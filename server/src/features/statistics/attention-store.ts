import { GAZE_BINS } from '@oriel/contract';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../database/database.ts';
import type { SceneAttention } from './attention.ts';
import type { Days } from './store.ts';

/** Today in UTC. */
const TODAY = sql`(now() AT TIME ZONE 'UTC')::date`;

/** Adds to the sums of today, all or nothing. Rows are taken in a fixed order, so that reports wait for each other and never in a circle. */
export async function addAttention(
  db: Db,
  experienceId: number,
  scenes: readonly SceneAttention[],
): Promise<void> {
  const looked = scenes
    .filter(({ milliseconds }) => milliseconds > 0)
    .sort((one, other) => (one.scene < other.scene ? -1 : 1));
  const pressed = scenes.flatMap(({ scene, presses }) =>
    [...presses].map(([hotspot, count]) => ({ scene, hotspot, count })),
  );
  await inTransaction(db, async (tx) => {
    for (const { scene, milliseconds, gaze } of looked) {
      await sql`
        INSERT INTO scene_attention AS known (experience_id, day, scene_id, milliseconds, gaze)
        VALUES (${experienceId}, ${TODAY}, ${scene}, ${milliseconds}, ${gaze}::bigint[])
        ON CONFLICT (experience_id, day, scene_id) DO UPDATE SET
          milliseconds = known.milliseconds + excluded.milliseconds,
          gaze = (
            SELECT array_agg(before + added ORDER BY place)
            FROM unnest(known.gaze, excluded.gaze) WITH ORDINALITY AS fields (before, added, place)
          )
      `.execute(tx);
    }
    if (pressed.length === 0) return;
    await sql`
      INSERT INTO hotspot_presses AS known (experience_id, day, scene_id, hotspot_id, presses)
      SELECT ${experienceId}, ${TODAY}, scene, hotspot, presses
      FROM unnest(${pressed.map(({ scene }) => scene)}::text[], ${pressed.map(({ hotspot }) => hotspot)}::text[],
        ${pressed.map(({ count }) => count)}::bigint[]) AS pressed (scene, hotspot, presses)
      ORDER BY scene COLLATE "C", hotspot COLLATE "C"
      ON CONFLICT (experience_id, day, scene_id, hotspot_id)
        DO UPDATE SET presses = known.presses + excluded.presses
    `.execute(tx);
  });
}

const within = ({ from, to }: Days) => sql`
  day <= ${to}::date ${from === undefined ? sql`` : sql`AND day >= ${from}::date`}`;

/** How long each scene was looked at, the longest first. */
export async function sumScenes(
  db: Db,
  experienceId: number,
  days: Days,
): Promise<{ id: string; milliseconds: number }[]> {
  const { rows } = await sql<{ id: string; milliseconds: number }>`
    SELECT scene_id AS id, sum(milliseconds)::bigint AS milliseconds FROM scene_attention
    WHERE experience_id = ${experienceId} AND ${within(days)}
    GROUP BY scene_id ORDER BY milliseconds DESC, scene_id
  `.execute(db);
  return rows;
}

/** How often hotspots were pressed, the most pressed first. */
export async function sumPresses(
  db: Db,
  experienceId: number,
  days: Days,
  limit: number,
): Promise<{ scene: string; id: string; presses: number }[]> {
  const { rows } = await sql<{ scene: string; id: string; presses: number }>`
    SELECT scene_id AS scene, hotspot_id AS id, sum(presses)::bigint AS presses FROM hotspot_presses
    WHERE experience_id = ${experienceId} AND ${within(days)}
    GROUP BY scene_id, hotspot_id ORDER BY presses DESC, scene_id, hotspot_id LIMIT ${limit}
  `.execute(db);
  return rows;
}

/** Milliseconds by field of one scene. @returns none if it was not looked at */
export async function sumGaze(
  db: Db,
  experienceId: number,
  scene: string,
  days: Days,
): Promise<{ milliseconds: number; gaze: number[] }> {
  const { rows } = await sql<{ milliseconds: number; gaze: number[] }>`
    WITH looked AS (
      SELECT milliseconds, gaze FROM scene_attention
      WHERE experience_id = ${experienceId} AND scene_id = ${scene} AND ${within(days)}
    )
    SELECT coalesce((SELECT sum(milliseconds) FROM looked), 0)::bigint AS milliseconds, array(
      SELECT sum(field)::bigint FROM looked, unnest(gaze) WITH ORDINALITY AS fields (field, place)
      GROUP BY place ORDER BY place
    ) AS gaze
  `.execute(db);
  const { milliseconds = 0, gaze = [] } = rows[0] ?? {};
  return { milliseconds, gaze: gaze.length === 0 ? new Array<number>(GAZE_BINS).fill(0) : gaze.map(Number) };
}

/** Deletes the sums of days that are older than so many months. */
export async function deleteOldAttention(db: Db, months: number): Promise<void> {
  const isOld = sql`day < ${TODAY} - make_interval(months => ${months})`;
  await sql`DELETE FROM scene_attention WHERE ${isOld}`.execute(db);
  await sql`DELETE FROM hotspot_presses WHERE ${isOld}`.execute(db);
}
