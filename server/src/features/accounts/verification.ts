import { inTransaction } from '../../database.ts';
import type { Accounts } from './accounts.ts';
import { spendSend, takeSecret, wrongCode } from './codes.ts';
import { findMember, findMemberByEmail } from './members.ts';
import { sessionOver } from './proofs.ts';
import { redeemToken } from './secrets.ts';
import { noteEmailVerified } from './verified.ts';

/** @throws {AppError} 400 `wrong_code` for a token that is wrong, used or too old */
export async function verifyEmailByToken(accounts: Accounts, token: string): Promise<void> {
  await inTransaction(accounts.db, async (tx) => {
    const address = await redeemToken(tx, accounts, 'verify-token', token);
    const member = address === undefined ? undefined : await findMemberByEmail(tx, address);
    if (member === undefined) throw wrongCode();
    await noteEmailVerified(accounts, tx, member.id);
  });
}

/** @throws {AppError} 400 `wrong_code`, 401 for a member who has just left, 429 `too_many_requests` */
export async function verifyEmailByCode(accounts: Accounts, memberId: string, code: string): Promise<void> {
  const isRight = await inTransaction(accounts.db, async (tx) => {
    const member = await findMember(tx, memberId);
    if (!member?.email) throw sessionOver();
    if (!(await takeSecret(tx, accounts, { purpose: 'verify-code', address: member.email, code })))
      return false;
    await noteEmailVerified(accounts, tx, member.id);
    return true;
  });
  if (!isRight) throw wrongCode();
}

/**
 * Sends the verification mail again, unless there is nothing to verify.
 *
 * @returns a sentence to show
 * @throws {AppError} 401 for a member who has just left, 429 `too_many_requests`
 */
export async function requestVerification(accounts: Accounts, memberId: string): Promise<string> {
  const member = await findMember(accounts.db, memberId);
  if (!member?.email) throw sessionOver();
  if (member.email_verified_at !== null) return 'Your email address is verified.';
  await spendSend(accounts, 'verify-code', member.email);
  await inTransaction(accounts.db, (tx) => accounts.jobs.add(tx, 'mail', { kind: 'verification', memberId }));
  return 'We have sent you a mail. Please follow its link or enter its code.';
}
