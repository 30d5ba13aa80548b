import { randomUUID } from 'node:crypto';
import { type Db, inTransaction } from '../../database/database.ts';
import type { Storage } from '../../gateways/storage.ts';
import { createQueue } from '../../queue.ts';
import { contentKey } from './manifest.ts';
import type { DerivedFile } from './photo.ts';
import { insertContent, type StoredContent } from './store.ts';
import {
  claimRemoval,
  deleteStoring,
  deleteStoringsOf,
  findAbandonedStorings,
  insertStoring,
  type Storing,
} from './storing-store.ts';

/** Where contents are stored. */
interface Places {
  db: Db;
  storage: Storage;
}

const PUTS_AT_ONCE = 4;

/** Removes what a failed attempt has stored, unless the content is complete, or others are storing it. */
async function abandon({ db, storage }: Places, storing: Storing): Promise<void> {
  if (!(await inTransaction(db, (tx) => claimRemoval(tx, storing)))) return;
  await storage.removeAll(contentKey(storing.contentHash, ''));
  await deleteStoring(db, storing.attempt);
}

/**
 * Stores all files before the row, so that a content with a row is complete. Several processes may store the same one at once:
 * only the last of them to fail removes anything.
 */
export async function storeContent(
  places: Places,
  content: StoredContent,
  files: readonly DerivedFile[],
  { signal, onStored }: { signal?: AbortSignal | undefined; onStored?: () => void } = {},
): Promise<void> {
  const { db, storage } = places;
  const storing = { contentHash: content.contentHash, attempt: randomUUID() };
  if (!(await inTransaction(db, (tx) => insertStoring(tx, storing))))
    throw new Error('what is left of this content is being removed: try again later');
  try {
    const inParallel = createQueue(PUTS_AT_ONCE);
    const put = async (file: DerivedFile) => {
      signal?.throwIfAborted();
      await storage.putFile(contentKey(content.contentHash, file.path), file.file);
      onStored?.();
    };
    const puts = files.map((file) => inParallel(() => put(file)));
    // All must settle before anything is removed, so that no put writes afterwards.
    await Promise.allSettled(puts);
    await Promise.all(puts);
    await inTransaction(db, async (tx) => {
      await insertContent(tx, content);
      await deleteStoringsOf(tx, content.contentHash);
    });
  } catch (error) {
    // What cannot be removed now goes with the next sweep.
    await abandon(places, storing).catch(() => undefined);
    throw error;
  }
}

/** Removes what killed processes have stored of contents that nobody completed. */
export async function removeUnfinishedContents(places: Places): Promise<void> {
  for (const storing of await findAbandonedStorings(places.db)) await abandon(places, storing);
}
