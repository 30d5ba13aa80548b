import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { findContent } from './store.ts';

/** An attempt to store the files of a content. */
export interface Storing {
  contentHash: string;
  attempt: string;
}

/** Older attempts belong to killed processes: none takes so long. */
const ATTEMPT = sql<Date>`clock_timestamp() - interval '6 hours'`;
const REMOVAL = sql<Date>`clock_timestamp() - interval '30 minutes'`;

/** Attempts at one content begin and end one after the other, in whichever process. */
export async function lockContent(tx: Tx, contentHash: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${contentHash}, 0))`.execute(tx);
}

/** @returns false while somebody removes what failed attempts have left */
export async function insertStoring(tx: Tx, { contentHash, attempt }: Storing): Promise<boolean> {
  await lockContent(tx, contentHash);
  const removal = await tx
    .selectFrom('media_storings')
    .select('attempt')
    .where('content_hash', '=', contentHash)
    .where('is_removal', '=', true)
    .executeTakeFirst();
  if (removal !== undefined) return false;
  await tx.insertInto('media_storings').values({ attempt, content_hash: contentHash }).execute();
  return true;
}

/** Ends all attempts at a content that is stored now. */
export async function deleteStoringsOf(tx: Tx, contentHash: string): Promise<void> {
  await tx.deleteFrom('media_storings').where('content_hash', '=', contentHash).execute();
}

export async function deleteStoring(db: Db, attempt: string): Promise<void> {
  await db.deleteFrom('media_storings').where('attempt', '=', attempt).execute();
}

/** Ends an attempt that has failed. @returns whether it was the last one: then the caller is the one who removes what is left */
export async function claimRemoval(tx: Tx, { contentHash, attempt }: Storing): Promise<boolean> {
  await lockContent(tx, contentHash);
  const stored = await findContent(tx, contentHash);
  const other = await tx
    .selectFrom('media_storings')
    .select('attempt')
    .where('content_hash', '=', contentHash)
    .where('attempt', '!=', attempt)
    .where('began_at', '>', ATTEMPT)
    .executeTakeFirst();
  if (stored !== undefined || other !== undefined) {
    await tx.deleteFrom('media_storings').where('attempt', '=', attempt).execute();
    return false;
  }
  const { numUpdatedRows } = await tx
    .updateTable('media_storings')
    .set({ is_removal: true, began_at: sql<Date>`clock_timestamp()` })
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Attempts and removals of killed processes. */
export async function findAbandonedStorings(db: Db): Promise<Storing[]> {
  return db
    .selectFrom('media_storings')
    .select(['content_hash as contentHash', 'attempt'])
    .where(({ or, and, eb }) =>
      or([eb('began_at', '<', ATTEMPT), and([eb('is_removal', '=', true), eb('began_at', '<', REMOVAL)])]),
    )
    .limit(100)
    .execute();
}
