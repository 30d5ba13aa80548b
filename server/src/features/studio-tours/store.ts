import { randomBytes } from 'node:crypto';
import type { TourDraft } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';

export interface TourRow {
  id: string;
  draft: TourDraft;
  revision: number;
  changedBy: string;
  changedAt: Date;
  createdAt: Date;
}

/** A tour by its workspace: nobody else learns that it exists. */
export interface TourPlace {
  workspaceId: string;
  tourId: string;
}

const COLUMNS = [
  'id',
  'draft',
  'revision',
  'changed_by as changedBy',
  'changed_at as changedAt',
  'created_at as createdAt',
] as const;

export async function insertTour(
  tx: Tx,
  tour: { workspaceId: string; draft: TourDraft; changedBy: string },
): Promise<TourRow> {
  return tx
    .insertInto('studio_tours')
    .values({
      id: `t_${randomBytes(16).toString('base64url')}`,
      workspace_id: tour.workspaceId,
      draft: JSON.stringify(tour.draft),
      changed_by: tour.changedBy,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

const byPlace = (db: Db | Tx, { workspaceId, tourId }: TourPlace) =>
  db
    .selectFrom('studio_tours')
    .select(COLUMNS)
    .where('id', '=', tourId)
    .where('workspace_id', '=', workspaceId);

export async function findTour(db: Db | Tx, place: TourPlace): Promise<TourRow | undefined> {
  return byPlace(db, place).executeTakeFirst();
}

/** Like `findTour`; other changes wait until the end of the transaction. */
export async function lockTour(tx: Tx, place: TourPlace): Promise<TourRow | undefined> {
  return byPlace(tx, place).forUpdate().executeTakeFirst();
}

/** Replaces the draft of a locked tour. */
export async function updateDraft(
  tx: Tx,
  tourId: string,
  draft: TourDraft,
  changedBy: string,
): Promise<TourRow> {
  return tx
    .updateTable('studio_tours')
    .set({
      draft: JSON.stringify(draft),
      revision: sql<number>`revision + 1`,
      changed_by: changedBy,
      changed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', tourId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function deleteTour(tx: Tx, { workspaceId, tourId }: TourPlace): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('studio_tours')
    .where('id', '=', tourId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Tours without their drafts, the newest first. @param before the id of the last tour of the page before */
export async function listTours(
  db: Db,
  { workspaceId, before, limit }: { workspaceId: string; before: string | undefined; limit: number },
): Promise<(Omit<TourRow, 'draft' | 'changedBy'> & { title: string })[]> {
  let query = db
    .selectFrom('studio_tours')
    .select([
      'id',
      'revision',
      'changed_at as changedAt',
      'created_at as createdAt',
      sql<string>`draft ->> 'title'`.as('title'),
    ])
    .where('workspace_id', '=', workspaceId);
  if (before !== undefined) {
    query = query.where('sequence', '<', ({ selectFrom }) =>
      selectFrom('studio_tours as last')
        .select('last.sequence')
        .where('last.id', '=', before)
        .where('last.workspace_id', '=', workspaceId),
    );
  }
  return query.orderBy('sequence', 'desc').limit(limit).execute();
}

/** The titles of a workspace's tours whose drafts hold an id that occurs nowhere by chance. */
export async function findTitlesByText(tx: Tx, workspaceId: string, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('studio_tours')
    .select(sql<string>`draft ->> 'title'`.as('title'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`strpos(draft::text, ${id}) > 0`)
    .orderBy('sequence')
    .execute();
  return rows.map(({ title }) => title);
}
