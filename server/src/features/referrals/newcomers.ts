import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { lockMember, type MemberRow } from '../accounts/service.ts';
import {
  deleteMailbox,
  findMailbox,
  findMembersWithoutMailbox,
  hasLeft,
  insertLeftMailbox,
  insertMailbox,
  type Mailbox,
} from './mailbox-store.ts';
import { removeMailboxFromRewards } from './store.ts';
import type { Tracking } from './tracking.ts';

type Digests = Pick<Tracking, 'digestEmail' | 'digestMailbox'>;

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
  const insert = (isFirst: boolean) => insertMailbox(tx, id, { digest, isFirst });
  const isClaimed = await insert(true);
  // After the claim: a member who was leaving with this mailbox has left by now. Before mailboxes, emails were recorded as
  // they were written.
  if (isClaimed && (await hasLeft(tx, [digest, digests.digestEmail(email)]))) {
    await deleteMailbox(tx, id);
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
  await insertLeftMailbox(tx, digests.digestMailbox(member.email));
  await deleteMailbox(tx, member.id);
  await removeMailboxFromRewards(tx, member.id);
}

const BATCH = 500;

/**
 * Records the mailboxes of members who have none yet: those who signed up before mailboxes were recorded. Safe to run
 * concurrently, and to break off and repeat.
 */
export async function recordMailboxes(db: Db, digests: Digests, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const members = await findMembersWithoutMailbox(db, { after, limit: BATCH });
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
