import { type Db, inTransaction } from '../../database/database.ts';
import type { Storage } from '../../gateways/storage.ts';
import { thumbnailKey } from './manifest.ts';
import { findNamedThumbnails, queueThumbnailRemovals } from './unused-store.ts';

/** Others belong to nobody of ours. */
const ID = /^[0-9a-f]{32}$/;
/** How many ids are looked up, or queued, at once. */
const BATCH = 1000;

export interface StrayThumbnails {
  ids: string[];
  /** What is stored of them. */
  objects: number;
}

/**
 * Finds what is stored of thumbnails that no row names, and that nobody makes or removes: those that ended before removals were queued.
 * Processes may make others meanwhile.
 */
export async function findStrayThumbnails({
  db,
  storage,
}: {
  db: Db;
  storage: Storage;
}): Promise<StrayThumbnails> {
  const prefix = thumbnailKey('', '').split('/')[0] ?? '';
  const counts = new Map<string, number>();
  for await (const key of storage.list(`${prefix}/`)) {
    const [, id] = key.split('/');
    if (id !== undefined && ID.test(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const ids: string[] = [];
  for (const batch of batchesOf([...counts.keys()])) {
    const named = new Set(await findNamedThumbnails(db, batch));
    ids.push(...batch.filter((id) => !named.has(id)));
  }
  return { ids, objects: ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0) };
}

/** Queues their removal; the server's hourly task removes them, unless somebody makes them again before. */
export async function removeStrayThumbnails(db: Db, { ids }: StrayThumbnails): Promise<void> {
  for (const batch of batchesOf(ids)) await inTransaction(db, (tx) => queueThumbnailRemovals(tx, batch));
}

function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH);
}
