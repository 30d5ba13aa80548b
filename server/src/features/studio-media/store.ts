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

/** Files that are neither ready nor refused, those first that have waited longest. */
export async function findUnfinished(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('studio_media')
    .select('id')
    .where('state', 'in', UNFINISHED)
    .orderBy('changed_at')
    .limit(10_000)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the workspace has an equal ready file, whose pieces are kept. */
export async function isKeptAlready(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('studio_media as mine')
    .innerJoin('studio_media as other', (join) =>
      join
        .onRef('other.workspace_id', '=', 'mine.workspace_id')
        .onRef('other.file_hash', '=', 'mine.file_hash')
        .onRef('other.id', '!=', 'mine.id'),
    )
    .innerJoin('uploads as kept', 'kept.id', 'other.upload_id')
    .select('other.id')
    .where('mine.id', '=', id)
    .where('other.state', '=', 'ready')
    .where('kept.expires_at', '>', NOW)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the files of a workspace take: equal ones once, and refused ones while their pieces are kept. */
export async function readMediaTotals(
  db: Db | Tx,
  workspaceId: string,
): Promise<{ bytes: number; files: number }> {
  const { bytes } = await db
    .selectFrom(({ selectFrom }) =>
      selectFrom('studio_media as file')
        .leftJoin('uploads as pieces', (join) =>
          join.onRef('pieces.id', '=', 'file.upload_id').on('pieces.expires_at', '>', NOW),
        )
        .select('file.size')
        .distinctOn(
          sql`CASE WHEN file.state = 'refused' THEN file.id ELSE coalesce(file.file_hash, file.id) END`,
        )
        .where('file.workspace_id', '=', workspaceId)
        .where(({ or, eb }) => or([eb('file.state', '!=', 'refused'), eb('pieces.id', 'is not', null)]))
        .as('kept'),
    )
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow();
  const { files } = await db
    .selectFrom('studio_media')
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { bytes, files };
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

/** Those of the assets that are ready files of the workspace with a preview, each with the id of the first file. */
export async function findPreviews(
  db: Db,
  workspaceId: string,
  assets: readonly string[],
): Promise<Map<string, string>> {
  if (assets.length === 0) return new Map();
  const asset = sql<string>`asset_id::text`;
  const rows = await db
    .selectFrom('studio_media')
    .select(['id', asset.as('asset')])
    .distinctOn(asset)
    .where('workspace_id', '=', workspaceId)
    .where(asset, 'in', [...assets])
    .where('state', '=', 'ready')
    .where('has_preview', '=', true)
    .orderBy(asset)
    .orderBy('sequence')
    .execute();
  return new Map(rows.map((row) => [row.asset, row.id]));
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

/** Nothing about the place of a file's picture is assumed any more. */
export async function setConfirmed(db: Db, { workspaceId, mediaId }: MediaPlace): Promise<void> {
  await db
    .updateTable('studio_media')
    .set({ is_assumed: false })
    .where('id', '=', mediaId)
    .where('workspace_id', '=', workspaceId)
    .execute();
}

/** Deletes a file; what is stored of it goes with the next `tidyMedia`. */
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

/** All ready files of the workspace that an asset stands for, the first first. */
export async function findAllByAsset(
  db: Db | Tx,
  { workspaceId, asset }: { workspaceId: string; asset: string },
): Promise<MediaRow[]> {
  return db
    .selectFrom('studio_media')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(sql`asset_id::text`, '=', asset)
    .where('state', '=', 'ready')
    .orderBy('sequence')
    .execute();
}

/** Lets another asset stand for files of the workspace. */
export async function replaceAsset(
  tx: Tx,
  { workspaceId, asset, by }: { workspaceId: string; asset: string; by: string },
): Promise<void> {
  await tx
    .updateTable('studio_media')
    .set({ asset_id: by, changed_at: NOW })
    .where('workspace_id', '=', workspaceId)
    .where('asset_id', '=', asset)
    .execute();
}
