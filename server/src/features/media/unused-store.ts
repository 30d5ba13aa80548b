import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { findContent, keepContent, type StoredContent } from './store.ts';
import { lockContent, type Storing } from './storing-store.ts';

/** How long a content that nothing names is kept: for who changes their mind, and for what is about to name it. */
const GRACE = sql`interval '7 days'`;
/** After a removal that was not finished others begin again. */
const REMOVAL = sql`interval '30 minutes'`;
/** Making thumbnails takes far less. */
const MAKING = sql`interval '1 hour'`;

const REMOVALS_AT_ONCE = 100;

/** A content that is about to be named, and so is kept for a while; undefined where there is none. */
export async function reuseContent(db: Db | Tx, contentHash: string): Promise<StoredContent | undefined> {
  await keepContent(db, contentHash);
  return findContent(db, contentHash);
}

/** Notes which contents nothing names any more, and which something names again. */
export async function markUnused(db: Db): Promise<void> {
  const isUsed = sql<boolean>`is_media_content_used(content_hash)`;
  await db
    .updateTable('media_contents')
    .set({ unused_since: sql<Date | null>`CASE WHEN unused_since IS NULL THEN clock_timestamp() END` })
    .where(sql<boolean>`(unused_since IS NULL) != ${isUsed}`)
    .execute();
}

/** Contents that nothing has named for the whole time. */
export async function findUnused(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('media_contents')
    .select('content_hash')
    .where('unused_since', '<', sql<Date>`clock_timestamp() - ${GRACE}`)
    .orderBy('unused_since')
    .limit(REMOVALS_AT_ONCE)
    .execute();
  return rows.map(({ content_hash }) => content_hash);
}

/**
 * Deletes the rows of a content that is still unused. Until what is stored of it is removed, nobody may store it again.
 *
 * @returns the removal, which another process takes up where this one is killed; undefined where the content stays
 */
export async function claimUnused(tx: Tx, contentHash: string): Promise<Storing | undefined> {
  await lockContent(tx, contentHash);
  const { rows } = await sql<{ isDeleted: boolean }>`
    SELECT delete_unused_content(${contentHash}, ${GRACE}) AS "isDeleted"
  `.execute(tx);
  if (rows[0]?.isDeleted !== true) return undefined;
  const removal = { contentHash, attempt: randomUUID() };
  await tx
    .insertInto('media_storings')
    .values({ attempt: removal.attempt, content_hash: contentHash, is_removal: true })
    .execute();
  return removal;
}

/** Queues what is stored of thumbnails that end. */
export async function queueThumbnailRemovals(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('media_thumbnail_removals')
    .values(ids.map((id) => ({ id })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ queued_at: sql<Date>`clock_timestamp()` }))
    .execute();
}

/**
 * Says that thumbnails are about to be stored, which are removed unless their row follows.
 *
 * @returns false while those of before are being removed
 */
export async function beginThumbnails(db: Db, id: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('media_thumbnail_removals')
    .values({ id })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ queued_at: sql<Date>`clock_timestamp()`, claimed_at: null })
        .where(
          sql<boolean>`coalesce(media_thumbnail_removals.claimed_at < clock_timestamp() - ${REMOVAL}, true)`,
        ),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deleteThumbnailRemoval(db: Db | Tx, id: string): Promise<void> {
  await db.deleteFrom('media_thumbnail_removals').where('id', '=', id).execute();
}

/** Those of the ids that have a row, or are being made or removed. */
export async function findNamedThumbnails(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM media_thumbnails WHERE id = ANY(${[...ids]}::text[])
    UNION SELECT id FROM media_thumbnail_removals WHERE id = ANY(${[...ids]}::text[])
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Takes on the removal of thumbnails without a row that nobody is making. @returns their ids */
export async function claimThumbnailRemovals(db: Db): Promise<string[]> {
  const hasRow = sql<boolean>`EXISTS (SELECT FROM media_thumbnails AS t WHERE t.id = media_thumbnail_removals.id)`;
  const isDue = sql<boolean>`queued_at < clock_timestamp() - ${MAKING}`;
  await db.deleteFrom('media_thumbnail_removals').where(isDue).where(hasRow).execute();
  const rows = await db
    .updateTable('media_thumbnail_removals')
    .set({ claimed_at: sql<Date>`clock_timestamp()` })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('media_thumbnail_removals')
        .select('id')
        .where(isDue)
        .where(sql<boolean>`NOT ${hasRow}`)
        .where(sql<boolean>`coalesce(claimed_at < clock_timestamp() - ${REMOVAL}, true)`)
        .orderBy('queued_at')
        .limit(REMOVALS_AT_ONCE),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
