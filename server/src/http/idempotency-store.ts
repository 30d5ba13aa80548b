import { type Selectable, sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { IdempotencyTables } from './idempotency-tables.ts';

/** A member's idempotency key. */
export interface MemberKey {
  memberId: string;
  key: string;
}

/**
 * Claims a key for `claimSeconds`, or takes it over from a request for the same whose claim has ended.
 *
 * @param digest of the request
 * @returns whether it was claimed
 */
export async function claimKey(
  db: Db,
  { memberId, key }: MemberKey,
  digest: Buffer,
  claimSeconds: number,
): Promise<boolean> {
  const until = sql<Date>`now() + ${claimSeconds} * interval '1 second'`;
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ member_id: memberId, key, request_digest: digest, claimed_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'key'])
        .doUpdateSet({ claimed_until: until })
        .where('idempotency_keys.status', 'is', null)
        .where('idempotency_keys.claimed_until', '<=', sql<Date>`now()`)
        .where('idempotency_keys.request_digest', '=', digest),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** What is stored of the first request with a key; its status is null while it is being served. */
export async function findKey(
  db: Db,
  { memberId, key }: MemberKey,
): Promise<
  | Pick<Selectable<IdempotencyTables['idempotency_keys']>, 'request_digest' | 'status' | 'response'>
  | undefined
> {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_digest', 'status', 'response'])
    .where('member_id', '=', memberId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Records that the request with a key was served. @param response JSON; null where it is not stored */
export async function completeKey(
  db: Db,
  { memberId, key }: MemberKey,
  response: string | null,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .where('member_id', '=', memberId)
    .where('key', '=', key)
    .set({ status: 200, response })
    .execute();
}

/** Deletes a key whose request has failed, so that it can be retried. */
export async function releaseKey(db: Db, { memberId, key }: MemberKey): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('member_id', '=', memberId)
    .where('key', '=', key)
    .where('status', 'is', null)
    .execute();
}

/** Deletes keys after 24 hours. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute();
}
