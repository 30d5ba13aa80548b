import type { SecurityEventKind } from '@oriel/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { AccountTables } from '../tables.ts';

export type SecurityEventRow = Selectable<AccountTables['security_events']>;

/** @returns the id of the event */
export async function insertSecurityEvent(
  tx: Tx,
  event: Insertable<AccountTables['security_events']>,
): Promise<number> {
  const { id } = await tx
    .insertInto('security_events')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Counts the events of a kind within the last hour. */
export const recentEvents = (db: Db | Tx, memberId: string, kind: SecurityEventKind) =>
  db
    .selectFrom('security_events')
    .select(sql<number>`count(*)`.as('recent'))
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`clock_timestamp() - interval '1 hour'`);

/**
 * The events of a member's account, newest first.
 *
 * @param before only events with a smaller id
 */
export async function findSecurityEvents(
  db: Db,
  memberId: string,
  { limit, before }: { limit?: number; before?: number | undefined } = {},
): Promise<SecurityEventRow[]> {
  return db
    .selectFrom('security_events')
    .selectAll()
    .where('member_id', '=', memberId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .orderBy('id', 'desc')
    .execute();
}

/** @returns undefined when the event has been deleted */
export async function findSecurityEvent(db: Db, id: number): Promise<SecurityEventRow | undefined> {
  return db.selectFrom('security_events').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The device that an account was created on, if that was recorded. */
export async function findSignUp(
  db: Db | Tx,
  memberId: string,
): Promise<Pick<SecurityEventRow, 'user_agent'> | undefined> {
  return db
    .selectFrom('security_events')
    .select('user_agent')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'signed-up')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes all events of a member. */
export async function deleteSecurityEvents(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('security_events').where('member_id', '=', memberId).execute();
}

/** Deletes events that are older than a year. */
export async function deleteOldSecurityEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('created_at', '<', sql<Date>`now() - interval '1 year'`)
    .execute();
}
