import type { Tx } from '../../database.ts';
import type { Accounts } from './accounts.ts';
import { lockMember, type MemberRow, markEmailVerified } from './members.ts';

/**
 * Notes that a member has shown that their address is theirs; the first time counts. Until the end of the transaction
 * nobody changes the member.
 *
 * @returns undefined for who has left
 */
export async function noteEmailVerified(
  accounts: Accounts,
  tx: Tx,
  memberId: string,
): Promise<MemberRow | undefined> {
  const newlyVerified = await markEmailVerified(tx, memberId);
  if (newlyVerified === undefined) return lockMember(tx, memberId);
  await accounts.events?.onEmailVerified?.(tx, newlyVerified);
  return newlyVerified;
}
