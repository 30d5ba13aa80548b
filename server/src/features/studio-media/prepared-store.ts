import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { StoredContent } from '../media/service.ts';

/** A file whose content is stored already, and that nobody uploaded. */
export interface PreparedFile {
  workspaceId: string;
  addedBy: string;
  fileName: string;
  /** The gated asset of the content. */
  asset: string;
  content: Pick<StoredContent, 'kind' | 'size' | 'width' | 'height' | 'duration'>;
}

/** @returns the id of the file */
export async function insertPrepared(tx: Tx, { content, ...file }: PreparedFile): Promise<string> {
  const name = randomBytes(16).toString('base64url');
  const { id } = await tx
    .insertInto('studio_media')
    .values({
      id: `m_${name}`,
      workspace_id: file.workspaceId,
      // The id of no upload: there is no original.
      upload_id: `none_${name}`,
      added_by: file.addedBy,
      file_name: file.fileName,
      is_flat: content.kind !== 'photo' && content.kind !== 'video',
      size: content.size,
      state: 'ready',
      progress: 1,
      kind: content.kind,
      width: content.width,
      height: content.height,
      duration: content.duration,
      asset_id: file.asset,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ready pictures and films that nobody uploaded and that have no preview yet, with their assets. */
export async function findWithoutPreview(
  db: Db,
  workspaceId: string,
): Promise<{ id: string; asset: string }[]> {
  return db
    .selectFrom('studio_media')
    .select(['id', sql<string>`asset_id::text`.as('asset')])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'ready')
    .where('has_preview', '=', false)
    .where('kind', '!=', 'sound')
    .where('upload_id', 'like', 'none\\_%')
    .orderBy('sequence')
    .execute();
}

export async function setHasPreview(db: Db, id: string): Promise<void> {
  await db.updateTable('studio_media').set({ has_preview: true }).where('id', '=', id).execute();
}
