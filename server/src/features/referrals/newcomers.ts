import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { lockMember, type MemberRow } from '../accounts/service.ts';
import type { Tracking } from './tracking.ts';

/** A member's mailbox, as its digest. */
export interface Mailbox {
  digest: Buffer;
  /** Whether this is the first account of the mailbox; only then is the member a newcomer. */
  isFirst: boolean;
}

type Digests = Pick<Tracking, 'digestAddress' | 'digestMailbox'>;

/** Whether a former member had this mailbox. */
async function hasLeft(tx: Tx, digests: Digests, email: string, mailbox: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('left_addresses')
    .select('left_at')
    // Before mailboxes, emails were recorded as they were written.
    .where('digest', 'in', [mailbox, digests.digestAddress(email)])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function findMailbox(tx: Tx, memberId: string): Promise<Mailbox | undefined> {
  const row = await tx
    .selectFrom('member_mailboxes')
    .select(['digest', 'is_first'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row && { digest: row.digest, isFirst: row.is_first };
}

/**
 * The member's mailbox. The first call for a member claims it: of parallel sign-ups with one mailbox the database lets one
 * be first, and the others wait for its commit.
 *
 * @returns undefined for a member who has left
 */
export async function claimMailbox(
  tx: Tx,
  digests: Digests,
  member: Pick<MemberRow, 'id' | 'email'>,
): Promise<Mailbox | undefined> {
  const { id, email } = member;
  const claimed = await findMailbox(tx, id);
  if (claimed !== undefined || email === null) return claimed;
  const digest = digests.digestMailbox(email);
  const insert = (isFirst: boolean) =>
    tx
      .insertInto('member_mailboxes')
      .values({ member_id: id, digest, is_first: isFirst })
      .onConflict((conflict) => conflict.doNothing())
      .returning('member_id')
      .executeTakeFirst();
  const isClaimed = (await insert(true)) !== undefined;
  // After the claim: a member who was leaving with this mailbox has left by now.
  if (isClaimed && (await hasLeft(tx, digests, email, digest))) {
    await tx.deleteFrom('member_mailboxes').where('member_id', '=', id).execute();
    await insert(false);
  } else if (!isClaimed) {
    await insert(false);
  }
  return findMailbox(tx, id);
}

/** Records anonymously that the mailbox of a leaving member has had an account. */
export async function rememberLeft(
  tx: Tx,
  digests: Digests,
  member: Pick<MemberRow, 'id' | 'email'>,
): Promise<void> {
  if (member.email === null) return;
  await tx
    .insertInto('left_addresses')
    .values({ digest: digests.digestMailbox(member.email) })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
  await tx.deleteFrom('member_mailboxes').where('member_id', '=', member.id).execute();
  await tx
    .updateTable('referral_rewards')
    .set({ mailbox: null })
    .where('newcomer_id', '=', member.id)
    .execute();
}

const BATCH = 500;

/**
 * Records the mailboxes of members who have none yet: those who signed up before mailboxes were recorded. Safe to run
 * concurrently, and to break off and repeat.
 */
export async function recordMailboxes(db: Db, digests: Digests, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const members = await db
      .selectFrom('members')
      .select('id')
      .where('id', '>', after)
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
      .limit(BATCH)
      .execute();
    const last = members.at(-1);
    if (last === undefined) return;
    for (const { id } of members) {
      if (signal.aborted) return;
      await inTransaction(db, async (tx) => {
        const member = await lockMember(tx, id);
        if (member !== undefined) await claimMailbox(tx, digests, member);
      });
    }
    after = last.id;
  }
}
