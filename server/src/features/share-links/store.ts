import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';

export interface LinkRow {
  id: string;
  label: string;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  maxOpenings: number | null;
  openings: number;
  lastOpenedAt: Date | null;
  hasPassword: boolean;
}

const NOW = sql<Date>`clock_timestamp()`;
/** How long a visitor looks around by one opening. */
const VISIT = sql`interval '12 hours'`;

const linksOf = (db: Db | Tx, tourId: string) =>
  db
    .selectFrom('share_links')
    .leftJoin('members', 'members.id', 'share_links.created_by')
    .select([
      'share_links.id',
      'label',
      sql<string>`coalesce(trim(members.first_name || ' ' || members.last_name), '')`.as('createdBy'),
      'share_links.created_at as createdAt',
      'expires_at as expiresAt',
      'max_openings as maxOpenings',
      'openings',
      'last_opened_at as lastOpenedAt',
      sql<boolean>`share_links.password_hash IS NOT NULL`.as('hasPassword'),
    ])
    .where('tour_id', '=', tourId)
    .where('revoked_at', 'is', null);

/** The links of a tour that were not revoked, the newest first. */
export async function findLinks(db: Db, tourId: string): Promise<LinkRow[]> {
  return linksOf(db, tourId).orderBy('share_links.created_at', 'desc').orderBy('share_links.id').execute();
}

export async function getLink(tx: Tx, tourId: string, id: string): Promise<LinkRow> {
  return linksOf(tx, tourId).where('share_links.id', '=', id).executeTakeFirstOrThrow();
}

export async function countLinks(tx: Tx, tourId: string): Promise<number> {
  const { links } = await tx
    .selectFrom('share_links')
    .select(sql<number>`count(*)::integer`.as('links'))
    .where('tour_id', '=', tourId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return links;
}

export async function insertLink(
  tx: Tx,
  link: {
    tourId: string;
    label: string;
    digest: Buffer;
    passwordHash: string | null;
    days: number | null;
    maxOpenings: number | null;
    createdBy: string;
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('share_links')
    .values({
      id: `l_${randomBytes(16).toString('base64url')}`,
      tour_id: link.tourId,
      label: link.label,
      digest: link.digest,
      password_hash: link.passwordHash,
      expires_at: link.days === null ? null : sql<Date>`clock_timestamp() + ${link.days} * interval '1 day'`,
      max_openings: link.maxOpenings,
      created_by: link.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a link and the visits by it. @returns whether there was one */
export async function revokeLinkRow(tx: Tx, tourId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('share_links')
    .set({ revoked_at: NOW, digest: null })
    .where('id', '=', id)
    .where('tour_id', '=', tourId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  await tx.deleteFrom('share_link_visits').where('link_id', '=', id).execute();
  return numUpdatedRows > 0n;
}

/** Links whose tour is published and opens by them. */
const live = (db: Db | Tx) =>
  db
    .selectFrom('share_links as l')
    .innerJoin('studio_tours as t', 't.id', 'l.tour_id')
    .where('t.state', '=', 'published')
    .where('t.visibility', '<>', 'private')
    .where('t.experience_id', 'is not', null)
    .where('l.revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(l.expires_at > clock_timestamp(), true)`);

/** A link that may be opened, by its secret's digest. */
export async function findLiveLink(
  db: Db,
  digest: Buffer,
): Promise<{ id: string; passwordHash: string | null } | undefined> {
  return live(db)
    .select(['l.id', 'l.password_hash as passwordHash'])
    .where('l.digest', '=', digest)
    .where(sql<boolean>`coalesce(l.openings < l.max_openings, true)`)
    .executeTakeFirst();
}

/**
 * Counts an opening of a link and begins a visit.
 *
 * @returns undefined where the link has ended or was opened as often as it may be: nothing is counted then
 */
export async function countOpening(
  tx: Tx,
  linkId: string,
  visitDigest: Buffer,
): Promise<{ experienceId: number; until: Date } | undefined> {
  // Concurrent openings wait for the row, and then see the count of those before.
  const counted = await tx
    .updateTable('share_links as l')
    .set({ openings: sql<number>`openings + 1`, last_opened_at: NOW })
    .where('l.id', '=', linkId)
    .where('l.revoked_at', 'is', null)
    .where(sql<boolean>`coalesce(l.expires_at > clock_timestamp(), true)`)
    .where(sql<boolean>`coalesce(l.openings < l.max_openings, true)`)
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) return undefined;
  await tx
    .insertInto('share_link_visits')
    .values({ digest: visitDigest, link_id: linkId, expires_at: sql<Date>`clock_timestamp() + ${VISIT}` })
    .execute();
  return findVisit(tx, visitDigest);
}

/** What a visit shows, and until when; undefined once its link or tour does not open any more. */
export async function findVisit(
  db: Db | Tx,
  digest: Buffer,
): Promise<{ experienceId: number; until: Date } | undefined> {
  const row = await live(db)
    .innerJoin('share_link_visits as v', 'v.link_id', 'l.id')
    .select(['t.experience_id as experienceId', sql<Date>`least(v.expires_at, l.expires_at)`.as('until')])
    .where('v.digest', '=', digest)
    .where(sql<boolean>`v.expires_at > clock_timestamp()`)
    .executeTakeFirst();
  return row?.experienceId == null ? undefined : { experienceId: row.experienceId, until: row.until };
}

export async function deleteEndedVisits(db: Db): Promise<void> {
  await db.deleteFrom('share_link_visits').where('expires_at', '<', NOW).execute();
}
