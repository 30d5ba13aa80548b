import type { ListedExperience } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { ListKind } from './tables.ts';

/**
 * Lists experiences for a member, whose row must be locked; those that do not exist are skipped.
 *
 * @param max the most that the list may hold; of those beyond the oldest are not added
 */
export async function addListed(
  tx: Tx,
  memberId: string,
  kind: ListKind,
  listed: readonly ListedExperience[],
  max: number,
): Promise<void> {
  const ids = listed.map(({ id }) => id);
  const moments = listed.map(({ at }) => at);
  await sql`
    INSERT INTO listed_experiences AS listed (member_id, kind, experience_id, at)
    SELECT ${memberId}, ${kind}, e.id, least(given.at, now())
    FROM (
      SELECT pair.id, max(pair.at) AS at
      FROM unnest(${ids}::integer[], ${moments}::timestamptz[]) AS pair (id, at)
      JOIN experiences AS existing ON existing.id = pair.id
      LEFT JOIN listed_experiences AS known
        ON known.member_id = ${memberId} AND known.kind = ${kind} AND known.experience_id = pair.id
      GROUP BY pair.id, known.experience_id
      ORDER BY known.experience_id IS NULL, max(pair.at) DESC, pair.id
      LIMIT greatest(0, ${max}::integer - (
        SELECT count(*) FROM listed_experiences
        WHERE member_id = ${memberId} AND kind = ${kind} AND experience_id <> ALL (${ids}::integer[])
      ))
    ) AS given
    JOIN experiences AS e ON e.id = given.id
    FOR KEY SHARE OF e
    ON CONFLICT (member_id, kind, experience_id) DO UPDATE SET at = greatest(listed.at, excluded.at)
  `.execute(tx);
}

/** Forgets all but the newest of a list. */
export async function keepNewest(db: Db | Tx, memberId: string, kind: ListKind, max: number): Promise<void> {
  await db
    .deleteFrom('listed_experiences')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('experience_id', 'in', ({ selectFrom }) =>
      selectFrom('listed_experiences')
        .select('experience_id')
        .where('member_id', '=', memberId)
        .where('kind', '=', kind)
        .orderBy('at', 'desc')
        .orderBy('experience_id')
        .offset(max),
    )
    .execute();
}

export async function isListed(db: Db | Tx, memberId: string, kind: ListKind, experienceId: number) {
  const row = await db
    .selectFrom('listed_experiences')
    .select('experience_id')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('experience_id', '=', experienceId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface ListedRow {
  kind: ListKind;
  id: number;
  at: Date;
}

/** All lists of a member, the newest first. */
export function findListed(db: Db, memberId: string): Promise<ListedRow[]> {
  return db
    .selectFrom('listed_experiences')
    .select(['kind', 'experience_id as id', 'at'])
    .where('member_id', '=', memberId)
    .orderBy('at', 'desc')
    .orderBy('experience_id')
    .execute();
}

export async function removeListed(
  db: Db,
  memberId: string,
  kind: ListKind,
  experienceId: number,
): Promise<void> {
  await db
    .deleteFrom('listed_experiences')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('experience_id', '=', experienceId)
    .execute();
}

/** @param kind all lists by default */
export async function clearListed(db: Db | Tx, memberId: string, kind?: ListKind): Promise<void> {
  let query = db.deleteFrom('listed_experiences').where('member_id', '=', memberId);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  await query.execute();
}
