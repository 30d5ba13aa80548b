import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { Recognised } from '../media/service.ts';
import type { StudioMediaTables } from './tables.ts';

export type MediaRow = Selectable<StudioMediaTables['studio_media']>;

/** A file by its workspace: nobody else learns that it exists. */
export interface MediaPlace {
  workspaceId: string;
  mediaId: string;
}

const NOW = sql<Date>`clock_timestamp()`;

export async function insertMedia(
  tx: Tx,
  media: {
    workspaceId: string;
    uploadId: string;
    addedBy: string;
    fileName: string;
    isFlat: boolean;
    size: number;
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('studio_media')
    .values({
      id: `m_${randomBytes(16).toString('base64url')}`,
      workspace_id: media.workspaceId,
      upload_id: media.uploadId,
      added_by: media.addedBy,
      file_name: media.fileName,
      is_flat: media.isFlat,
      size: media.size,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** @param id of any workspace: for jobs */
export async function findById(db: Db | Tx, id: string): Promise<MediaRow | undefined> {
  return db.selectFrom('studio_media').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findMedia(
  db: Db | Tx,
  { workspaceId, mediaId }: MediaPlace,
): Promise<MediaRow | undefined> {
  return db
    .selectFrom('studio_media')
    .selectAll()
    .where('id', '=', mediaId)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
}

/** The newest first. @param before the id of the last file of the page before */
export async function listMedia(
  db: Db,
  page: { workspaceId: string; limit: number; before: string | undefined; uploadId: string | undefined },
): Promise<MediaRow[]> {
  let query = db.selectFrom('studio_media').selectAll().where('workspace_id', '=', page.workspaceId);
  const { before, uploadId } = page;
  if (uploadId !== undefined) query = query.where('upload_id', '=', uploadId);
  if (before !== undefined) {
    query = query.where('sequence', '<', ({ selectFrom }) =>
      selectFrom('studio_media as last')
        .select('last.sequence')
        .where('last.id', '=', before)
        .where('last.workspace_id', '=', page.workspaceId),
    );
  }
  return query.orderBy('sequence', 'desc').limit(page.limit).execute();
}

const UNFINISHED = ['received', 'checking', 'preparing'] as const;

type Change = Partial<
  Pick<MediaRow, 'file_hash' | 'progress' | 'has_preview' | 'asset_id' | 'refusal_code' | 'refusal_detail'>
> & { state: MediaRow['state'] };

/** Changes a file that is neither ready nor refused; false where it is, or has been deleted. */
export async function advance(
  db: Db | Tx,
  id: string,
  { recognised, ...change }: Change & { recognised?: Recognised },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('studio_media')
    .set({
      ...change,
      ...(recognised && {
        kind: recognised.kind,
        width: recognised.width,
        height: recognised.height,
        duration: recognised.duration,
        is_assumed: recognised.isAssumed,
      }),
      changed_at: NOW,
    })
    .where('id', '=', id)
    .where('state', 'in', UNFINISHED)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Files that no job has worked on for so long that none will. */
export async function findForsaken(db: Db, olderThanHours: number): Promise<string[]> {
  const rows = await db
    .selectFrom('studio_media')
    .select('id')
    .where('state', 'in', UNFINISHED)
    .where('changed_at', '<', sql<Date>`clock_timestamp() - ${olderThanHours} * interval '1 hour'`)
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** What the files of a workspace take: equal ones once, refused ones nothing. */
export async function readMediaBytes(db: Db | Tx, workspaceId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom(({ selectFrom }) =>
      selectFrom('studio_media')
        .select('size')
        .distinctOn(sql`coalesce(file_hash, id)`)
        .where('workspace_id', '=', workspaceId)
        .where('state', '!=', 'refused')
        .as('kept'),
    )
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Those of the assets that are ready files of the workspace. */
export async function findOwnAssets(
  db: Db | Tx,
  workspaceId: string,
  assets: readonly string[],
): Promise<Set<string>> {
  if (assets.length === 0) return new Set();
  const rows = await db
    .selectFrom('studio_media')
    .select(sql<string>`asset_id::text`.as('asset'))
    .where('workspace_id', '=', workspaceId)
    .where(sql`asset_id::text`, 'in', [...assets])
    .execute();
  return new Set(rows.map(({ asset }) => asset));
}

/** The first ready file of the workspace that an asset stands for. */
export async function findByAsset(
  db: Db,
  { workspaceId, asset }: { workspaceId: string; asset: string },
): Promise<MediaRow | undefined> {
  return db
    .selectFrom('studio_media')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(sql`asset_id::text`, '=', asset)
    .where('state', '=', 'ready')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes a file; what is stored of it goes with the next `removeDeleted`. */
export async function deleteMedia(tx: Tx, { workspaceId, mediaId }: MediaPlace): Promise<void> {
  await tx
    .deleteFrom('studio_media')
    .where('id', '=', mediaId)
    .where('workspace_id', '=', workspaceId)
    .execute();
  await tx
    .insertInto('studio_media_removals')
    .values({ id: mediaId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findRemovals(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('studio_media_removals').select('id').limit(100).execute();
  return rows.map(({ id }) => id);
}

export async function deleteRemoval(db: Db, id: string): Promise<void> {
  await db.deleteFrom('studio_media_removals').where('id', '=', id).execute();
}
