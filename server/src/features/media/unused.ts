import { setTimeout as sleep } from 'node:timers/promises';
import type { Thumbnails } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import type { Storage } from '../../gateways/storage.ts';
import { contentKey, thumbnailKey } from './manifest.ts';
import { deleteThumbnails, insertThumbnails } from './store.ts';
import { deleteStoring } from './storing-store.ts';
import {
  beginThumbnails,
  claimThumbnailRemovals,
  claimUnused,
  deleteThumbnailRemoval,
  findUnused,
  markUnused,
  queueThumbnailRemovals,
} from './unused-store.ts';

/** Where contents are stored. */
interface Places {
  db: Db;
  storage: Storage;
}

/** For thumbnails that are being removed while they are wanted again. */
const PAUSE_MS = 250;
const MAX_PAUSES = 120;

/**
 * Removes contents that nothing has named for some days, with their tiles and thumbnails, and thumbnails that have ended. It may be
 * cut short or repeated at any time, and run in several processes at once.
 */
export async function removeUnusedMedia(places: Places, isStopping = () => false): Promise<void> {
  const { db, storage } = places;
  await markUnused(db);
  for (const contentHash of await findUnused(db)) {
    if (isStopping()) return;
    const removal = await inTransaction(db, (tx) => claimUnused(tx, contentHash));
    if (removal === undefined) continue;
    await storage.removeAll(contentKey(contentHash, ''));
    await deleteStoring(db, removal.attempt);
  }
  for (const id of await claimThumbnailRemovals(db)) {
    if (isStopping()) return;
    await storage.removeAll(thumbnailKey(id, ''));
    await deleteThumbnailRemoval(db, id);
  }
}

/** Ends the URLs of contents' thumbnails until they are made again; what is stored of them goes later. */
export async function removeThumbnails(tx: Tx, contentHashes: readonly string[]): Promise<void> {
  await queueThumbnailRemovals(tx, await deleteThumbnails(tx, contentHashes));
}

/** Stores thumbnails, their row last. What a killed process has stored of them without it is removed. */
export async function storeThumbnailFiles(
  { db, storage }: Places,
  { id, contentHash, thumbnails }: { id: string; contentHash: string; thumbnails: Thumbnails },
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<void> {
  for (let pauses = 0; !(await beginThumbnails(db, id)); pauses += 1) {
    if (pauses === MAX_PAUSES) throw new Error('these thumbnails are being removed: try again later');
    await sleep(PAUSE_MS);
  }
  await Promise.all(files.map(({ name, bytes }) => storage.put(thumbnailKey(id, name), bytes)));
  await inTransaction(db, async (tx) => {
    await insertThumbnails(tx, id, contentHash, thumbnails);
    await deleteThumbnailRemoval(tx, id);
  });
}
