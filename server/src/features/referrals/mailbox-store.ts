import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';

/** A member's mailbox, as its digest. */
export interface Mailbox {
  digest: Buffer;
  /** Whether this is the first account of the mailbox; only then is the member a newcomer. */
  isFirst: boolean;
}

/** Whether a former member had a mailbox with one of these digests. */
export async function hasLeft(tx: Tx, digests: Buffer[]): Promise<boolean> {
  const row = await tx
    .selectFrom('left_addresses')
    .select('left_at')
    .where('digest', 'in', digests)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that a mailbox has had an account, without its member. */
export async function insertLeftMailbox(tx: Tx, digest: Buffer): Promise<void> {
  await tx
    .insertInto('left_addresses')
    .values({ digest })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
}

/** Deletes the records of members who left `months` ago; they count as new after that. */
export async function forgetOldLeavers(db: Db, months: number): Promise<void> {
  await db
    .deleteFrom('left_addresses')
    .where('left_at', '<', sql<Date>`now() - make_interval(months => ${months})`)
    .execute();
}

/** A member's mailbox, if it has been recorded. */
export async function findMailbox(tx: Tx, memberId: string): Promise<Mailbox | undefined> {
  const row = await tx
    .selectFrom('member_mailboxes')
    .select(['digest', 'is_first'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row && { digest: row.digest, isFirst: row.is_first };
}

/** @returns false when the member has a mailbox, or when it is to be the first account of a mailbox that has one */
export async function insertMailbox(
  tx: Tx,
  memberId: string,
  { digest, isFirst }: Mailbox,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('member_mailboxes')
    .values({ member_id: memberId, digest, is_first: isFirst })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteMailbox(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('member_mailboxes').where('member_id', '=', memberId).execute();
}

/** Members with an email whose mailbox is not recorded, in the order of their ids. @param page `after`: the last id before */
export async function findMembersWithoutMailbox(
  db: Db,
  page: { after: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .selectFrom('members')
    .select('id')
    .where('id', '>', page.after)
    .where('email', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('member_mailboxes as known')
            .select('known.member_id')
            .whereRef('known.member_id', '=', 'members.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(page.limit)
    .execute();
}
