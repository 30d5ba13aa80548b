import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { UploadMetadata } from './tables.ts';

/** Whose an upload is: nobody else learns that it exists. */
export interface UploadOwner {
  workspaceId: string;
  memberId: string;
}

export interface UploadRow {
  id: string;
  metadata: UploadMetadata;
  size: number;
  received: number;
  createdAt: Date;
  isExpired: boolean;
}

export interface Chunk {
  start: number;
  size: number;
  key: string;
}

const LEASE = sql<Date>`clock_timestamp() + interval '5 seconds'`;

/** 128 random bits. */
export const newUploadId = (): string => `u_${randomBytes(16).toString('base64url')}`;

/** The files and uploads of a workspace change one after the other until the transaction ends. */
export async function lockFiles(tx: Tx, workspaceId: string): Promise<void> {
  await tx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute();
}

/** What the unfinished uploads of a workspace reserve. */
export async function readReserved(tx: Tx, workspaceId: string): Promise<{ bytes: number; uploads: number }> {
  return tx
    .selectFrom('uploads')
    .select(({ fn }) => [
      sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'),
      fn.countAll<number>().as('uploads'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('received', '<', sql.ref<number>('size'))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirstOrThrow();
}

export async function insertUpload(
  tx: Tx,
  upload: UploadOwner & { id: string; metadata: UploadMetadata; size: number; lifetimeMs: number },
): Promise<Date> {
  const { created_at } = await tx
    .insertInto('uploads')
    .values({
      id: upload.id,
      workspace_id: upload.workspaceId,
      member_id: upload.memberId,
      metadata: JSON.stringify(upload.metadata),
      size: upload.size,
      expires_at: sql<Date>`clock_timestamp() + ${upload.lifetimeMs} * interval '1 millisecond'`,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return created_at;
}

/**
 * An upload of the same file that was begun and has got nothing. Only where the client says when the file was changed: others may
 * have the same name and size.
 */
export async function findUntouched(
  tx: Tx,
  { workspaceId, memberId }: UploadOwner,
  { size, metadata }: { size: number; metadata: UploadMetadata },
): Promise<{ id: string; createdAt: Date } | undefined> {
  if (!metadata.lastmodified || size === 0) return undefined;
  return tx
    .selectFrom('uploads')
    .select(['id', 'created_at as createdAt'])
    .where('workspace_id', '=', workspaceId)
    .where('member_id', '=', memberId)
    .where('size', '=', size)
    .where('received', '=', 0)
    .where('metadata', '=', sql<UploadMetadata>`${JSON.stringify(metadata)}::jsonb`)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
}

export async function isOwnUpload(db: Db, id: string, owner: UploadOwner): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('workspace_id', '=', owner.workspaceId)
    .where('member_id', '=', owner.memberId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .select([
      'id',
      'metadata',
      'size',
      'received',
      'created_at as createdAt',
      sql<boolean>`expires_at <= clock_timestamp()`.as('isExpired'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Appends a piece where the upload ends; refused where it ends elsewhere, or has ended. */
export async function appendChunk(
  tx: Tx,
  uploadId: string,
  { start, size, key }: Chunk,
): Promise<'appended' | 'complete' | 'refused'> {
  const updated = await tx
    .updateTable('uploads')
    .set({ received: start + size })
    .where('id', '=', uploadId)
    .where('received', '=', start)
    .where('size', '>=', start + size)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .returning(sql<boolean>`received = size`.as('isComplete'))
    .executeTakeFirst();
  if (updated === undefined) return 'refused';
  await tx
    .insertInto('upload_chunks')
    .values({ upload_id: uploadId, start, size, storage_key: key })
    .execute();
  return updated.isComplete ? 'complete' : 'appended';
}

/** A file that has arrived whole, and who sent it. */
export interface FinishedUpload extends UploadOwner {
  id: string;
  metadata: UploadMetadata;
  size: number;
}

/** Keeps the pieces of a complete upload for another while; undefined where its member has left. */
export async function keepFinished(tx: Tx, id: string, keepMs: number): Promise<FinishedUpload | undefined> {
  const row = await tx
    .updateTable('uploads')
    .set({ expires_at: sql<Date>`clock_timestamp() + ${keepMs} * interval '1 millisecond'` })
    .where('id', '=', id)
    .returning(['workspace_id', 'member_id', 'metadata', 'size'])
    .executeTakeFirstOrThrow();
  const { workspace_id: workspaceId, member_id: memberId, metadata, size } = row;
  return memberId === null ? undefined : { id, workspaceId, memberId, metadata, size };
}

export async function findChunks(db: Db, uploadId: string): Promise<Chunk[]> {
  return db
    .selectFrom('upload_chunks')
    .select(['start', 'size', 'storage_key as key'])
    .where('upload_id', '=', uploadId)
    .orderBy('start')
    .execute();
}

/** Ends an upload: nothing is appended any more, and its bytes are free for others. @param keepMs how long its pieces stay at most */
export async function expireUpload(db: Db | Tx, id: string, keepMs = 0): Promise<void> {
  await db
    .updateTable('uploads')
    .set({
      expires_at: sql<Date>`least(expires_at, clock_timestamp() + ${keepMs} * interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .execute();
}

export async function findExpired(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

/** Takes the lease of an upload for five seconds, or asks for it. An upload that does not exist needs none. */
export async function takeLease(db: Db, id: string, holder: string): Promise<'taken' | 'wanted' | 'missing'> {
  const taken = await db
    .updateTable('uploads')
    .set({ lease_holder: holder, lease_until: LEASE, lease_wanted: false })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('lease_holder', 'is', null), eb('lease_until', '<', sql<Date>`clock_timestamp()`)]),
    )
    .executeTakeFirst();
  if (taken.numUpdatedRows > 0n) return 'taken';
  const wanted = await db
    .updateTable('uploads')
    .set({ lease_wanted: true })
    .where('id', '=', id)
    .executeTakeFirst();
  return wanted.numUpdatedRows > 0n ? 'wanted' : 'missing';
}

/** @returns whether another request wants the lease, or has it */
export async function renewLease(db: Db, id: string, holder: string): Promise<boolean> {
  const row = await db
    .updateTable('uploads')
    .set({ lease_until: LEASE })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .returning('lease_wanted')
    .executeTakeFirst();
  return row?.lease_wanted ?? true;
}

export async function releaseLease(db: Db, id: string, holder: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ lease_holder: null, lease_until: null, lease_wanted: false })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .execute();
}

/** The uploads of a member, for their data. */
export async function findUploadsOf(
  db: Db,
  memberId: string,
): Promise<{ metadata: UploadMetadata; size: number; created_at: Date }[]> {
  return db
    .selectFrom('uploads')
    .select(['metadata', 'size', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute();
}

/** Ends the unfinished uploads of a member who leaves, and forgets whose all of them were: files belong to the workspace. */
export async function abandonUploadsOf(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable('uploads')
    .set({
      member_id: null,
      metadata: '{}',
      expires_at: sql<Date>`CASE WHEN received < size THEN clock_timestamp() ELSE expires_at END`,
    })
    .where('member_id', '=', memberId)
    .execute();
}
