import type { Thumbnails } from '@oriel/contract';
import type { Db, Tx } from '../../database/database.ts';
import type { Manifest } from './manifest.ts';

/** A completely ingested photo or video. */
export interface MediaContent {
  contentHash: string;
  kind: 'photo' | 'video';
  width: number;
  height: number;
  /** Seconds; for videos and sounds. */
  duration: number | null;
  /** Bytes of the original. */
  size: number;
  manifest: Manifest;
}

/** A completely ingested photo, video, flat image or sound. */
export interface StoredContent extends Omit<MediaContent, 'kind' | 'width' | 'height'> {
  kind: MediaContent['kind'] | 'image' | 'sound' | 'film';
  /** Null for sounds. */
  width: number | null;
  height: number | null;
}

/** Whether a content is a 360-degree photo or video. */
export function isSphere(content: StoredContent): content is MediaContent {
  return content.kind === 'photo' || content.kind === 'video';
}

/** A content, public or gated, as one id serves it. */
export interface MediaAsset {
  contentHash: string;
  gated: boolean;
}

export async function findContent(db: Db | Tx, contentHash: string): Promise<StoredContent | undefined> {
  return db
    .selectFrom('media_contents')
    .select(['content_hash as contentHash', 'kind', 'width', 'height', 'duration', 'size', 'manifest'])
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();
}

/** Does nothing if the row exists. */
export async function insertContent(db: Db | Tx, content: StoredContent): Promise<void> {
  await db
    .insertInto('media_contents')
    .values({
      content_hash: content.contentHash,
      kind: content.kind,
      width: content.width,
      height: content.height,
      duration: content.duration,
      size: content.size,
      manifest: JSON.stringify(content.manifest),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Begins the time again after which a content that nothing names is removed. */
export async function keepContent(db: Db | Tx, contentHash: string): Promise<void> {
  await db
    .updateTable('media_contents')
    .set({ unused_since: null })
    .where('content_hash', '=', contentHash)
    .where('unused_since', 'is not', null)
    .execute();
}

/** The id of a content's public or gated asset, created at the first call. The caller is about to name it. */
export async function assetIdOf(db: Db | Tx, contentHash: string, gated: boolean): Promise<string> {
  await keepContent(db, contentHash);
  await db
    .insertInto('media_assets')
    .values({ content_hash: contentHash, gated })
    .onConflict((conflict) => conflict.columns(['content_hash', 'gated']).doNothing())
    .execute();
  const row = await db
    .selectFrom('media_assets')
    .select('id')
    .where('content_hash', '=', contentHash)
    .where('gated', '=', gated)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @param id a UUID */
export async function findAsset(db: Db, id: string): Promise<MediaAsset | undefined> {
  return db
    .selectFrom('media_assets')
    .select(['content_hash as contentHash', 'gated'])
    .where('id', '=', id)
    .executeTakeFirst();
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The contents of assets, by their ids; those that do not exist are absent. */
export async function findAssetContents(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, StoredContent>> {
  const uuids = [...new Set(ids)].filter((id) => UUID.test(id));
  if (uuids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media_assets')
    .innerJoin('media_contents as content', 'content.content_hash', 'media_assets.content_hash')
    .select([
      'media_assets.id',
      'content.content_hash as contentHash',
      'content.kind',
      'content.width',
      'content.height',
      'content.duration',
      'content.size',
      'content.manifest',
    ])
    .where('media_assets.id', 'in', uuids)
    .execute();
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}

/** The ids that a content is served by: behind signed URLs, and publicly. */
export interface AssetIds {
  gated?: string;
  open?: string;
}

/** The ids of contents, by their hashes. */
export async function findAssetIds(
  db: Db | Tx,
  contentHashes: readonly string[],
): Promise<Map<string, AssetIds>> {
  const found = new Map<string, AssetIds>();
  if (contentHashes.length === 0) return found;
  const rows = await db
    .selectFrom('media_assets')
    .select(['id', 'content_hash', 'gated'])
    .where('content_hash', 'in', [...contentHashes])
    .execute();
  for (const { id, content_hash, gated } of rows)
    found.set(content_hash, { ...found.get(content_hash), [gated ? 'gated' : 'open']: id });
  return found;
}

export async function findThumbnails(db: Db, id: string): Promise<Thumbnails | undefined> {
  const row = await db
    .selectFrom('media_thumbnails')
    .select('thumbnails')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.thumbnails;
}

/** Does nothing if the row exists. */
export async function insertThumbnails(
  db: Db | Tx,
  id: string,
  contentHash: string,
  thumbnails: Thumbnails,
): Promise<void> {
  await db
    .insertInto('media_thumbnails')
    .values({ id, content_hash: contentHash, thumbnails: JSON.stringify(thumbnails) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const attachedAmong = (tx: Tx, contentHashes: readonly string[]) =>
  tx
    .selectFrom('media_assets as a')
    .innerJoin('experiences as e', 'e.asset_id', 'a.id')
    .select('a.content_hash')
    .where('a.content_hash', 'in', [...contentHashes]);

/** Those of the contents that an experience which opens for everybody shows publicly by itself. */
export async function findAttachedOpen(tx: Tx, contentHashes: readonly string[]): Promise<string[]> {
  if (contentHashes.length === 0) return [];
  const rows = await attachedAmong(tx, contentHashes)
    .where('a.gated', '=', false)
    .where((e) => e.or([e('e.is_listed', '=', true), e('e.visibility', '=', 'unlisted')]))
    .execute();
  return rows.map(({ content_hash }) => content_hash);
}

/** Those of the contents that an experience shows by itself, to whomever. */
export async function findAttached(tx: Tx, contentHashes: readonly string[]): Promise<string[]> {
  if (contentHashes.length === 0) return [];
  const rows = await attachedAmong(tx, contentHashes).execute();
  return rows.map(({ content_hash }) => content_hash);
}

/** Ends the URLs of contents' thumbnails until they are made again. @returns their ids */
export async function deleteThumbnails(tx: Tx, contentHashes: readonly string[]): Promise<string[]> {
  if (contentHashes.length === 0) return [];
  const rows = await tx
    .deleteFrom('media_thumbnails')
    .where('content_hash', 'in', [...contentHashes])
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends the public ids of contents; they are never given again. */
export async function removeOpenAssets(tx: Tx, contentHashes: readonly string[]): Promise<void> {
  if (contentHashes.length === 0) return;
  await tx
    .deleteFrom('media_assets')
    .where('content_hash', 'in', [...contentHashes])
    .where('gated', '=', false)
    .execute();
}
