import type { OwnershipAnswer, OwnershipQuestion, Session } from '@oriel/contract';
import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import { issueToken, redeemToken, wrongCode } from '../codes/secrets.ts';
import type { Accounts } from '../context.ts';
import { type Device, describeDevice } from '../sessions/device.ts';
import { beginSession } from '../sessions/sessions.ts';
import { findMemberByEmail, type MemberRow } from './members.ts';
import { proveAddress } from './verified.ts';

/** When an account was made, and with what: all that its owner needs to recognise it. */
export async function describeSignUp(
  db: Db | Tx,
  member: MemberRow,
): Promise<Omit<OwnershipQuestion, 'token'>> {
  const signUp = await db
    .selectFrom('security_events')
    .select('user_agent')
    .where('member_id', '=', member.id)
    .where('kind', '=', 'signed-up')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return {
    email: member.email ?? '',
    createdAt: member.created_at.toISOString(),
    device: signUp?.user_agent ? describeDevice(signUp.user_agent) : '',
  };
}

/** Asks the person who has proven an account's address whether the account is theirs. The token lets them answer. */
export async function askForOwnership(
  accounts: Accounts,
  tx: Tx,
  member: MemberRow,
): Promise<OwnershipQuestion> {
  const token = await issueToken(tx, accounts, 'ownership-token', member.email ?? '');
  return { token, ...(await describeSignUp(tx, member)) };
}

/**
 * Takes the answer to `askForOwnership` and signs in.
 *
 * @throws {AppError} 400 `wrong_code` for a token that is wrong, used or too old, 403 `account_blocked`
 */
export async function answerOwnership(
  accounts: Accounts,
  { token, answer }: { token: string; answer: OwnershipAnswer },
  device: Device,
): Promise<Session> {
  return inTransaction(accounts.db, async (tx) => {
    const address = await redeemToken(tx, accounts, 'ownership-token', token);
    const found = address === undefined ? undefined : await findMemberByEmail(tx, address);
    const proven = found && (await proveAddress(accounts, tx, found.id, { by: 'code', device, answer }));
    if (proven === undefined) throw wrongCode();
    return beginSession(accounts, tx, proven.member, device, { method: 'code' });
  });
}
