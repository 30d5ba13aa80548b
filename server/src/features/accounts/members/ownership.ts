import type { OwnershipAnswer, OwnershipQuestion, Session } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import { issueLinkSecret, redeemLinkSecret, wrongCode } from '../codes/secrets.ts';
import type { Accounts } from '../context.ts';
import { findSignUp } from '../security/store.ts';
import { type Device, describeDevice } from '../sessions/device.ts';
import { beginSession } from '../sessions/sessions.ts';
import { proveEmail } from './email-proof.ts';
import { findMemberByEmail, type MemberRow } from './store.ts';

/** When and on which device an account was created, so that its owner can recognise it. */
export async function describeSignUp(
  db: Db | Tx,
  member: MemberRow,
): Promise<Omit<OwnershipQuestion, 'token'>> {
  const signUp = await findSignUp(db, member.id);
  return {
    email: member.email ?? '',
    createdAt: member.created_at.toISOString(),
    device: signUp?.user_agent ? describeDevice(signUp.user_agent) : '',
  };
}

/** The question whether the account belongs to the person who has proven its email, with the link secret for the answer. */
export async function askForOwnership(
  accounts: Accounts,
  tx: Tx,
  member: MemberRow,
): Promise<OwnershipQuestion> {
  const token = await issueLinkSecret(tx, accounts, 'ownership-token', member.email ?? '');
  return { token, ...(await describeSignUp(tx, member)) };
}

/**
 * Applies the answer to `askForOwnership` and signs in.
 *
 * @throws {AppError} 400 `wrong_code` for a link secret that is wrong, used or expired, 403 `account_blocked`
 */
export async function answerOwnership(
  accounts: Accounts,
  { token, answer }: { token: string; answer: OwnershipAnswer },
  device: Device,
): Promise<Session> {
  return inTransaction(accounts.db, async (tx) => {
    const email = await redeemLinkSecret(tx, accounts, 'ownership-token', token);
    const member = email === undefined ? undefined : await findMemberByEmail(tx, email);
    const proven = member && (await proveEmail(accounts, tx, member.id, { by: 'code', device, answer }));
    if (proven === undefined) throw wrongCode();
    return beginSession(accounts, tx, proven.member, device, { method: 'code' });
  });
}
