import type { OwnershipAnswer, readVerificationLink } from '@oriel/contract';
import type { z } from 'zod';
import { sessionExpired } from '../../../caller.ts';
import { inTransaction } from '../../../database/database.ts';
import { consumeCode, consumeSendQuota } from '../codes/codes.ts';
import { findLinkRecipient, redeemLinkSecret, wrongCode } from '../codes/secrets.ts';
import type { Accounts } from '../context.ts';
import type { Device } from '../sessions/device.ts';
import { type EmailProof, type EmailProofResult, isOwnBrowser, proveEmail } from './email-proof.ts';
import { describeSignUp } from './ownership.ts';
import { findMember, findMemberByEmail } from './store.ts';

/** The client that opens a mailed link, and the member signed in there, if any. */
export interface LinkVisitor {
  device: Device;
  memberId?: string | undefined;
}

const linkProof = ({ device, memberId }: LinkVisitor, ownerId: string): EmailProof => ({
  by: 'link',
  device,
  inOwnSession: memberId === ownerId,
});

/**
 * What the page of a mailed link shows before the member confirms. Changes nothing, because mail scanners open links too.
 *
 * @throws {AppError} 400 `wrong_code` for a link secret that is wrong, used or expired
 */
export async function readLink(
  accounts: Accounts,
  linkSecret: string,
  client: LinkVisitor,
): Promise<z.output<typeof readVerificationLink.response>> {
  const email = await findLinkRecipient(accounts.db, accounts, 'verify-token', linkSecret);
  const member = email === undefined ? undefined : await findMemberByEmail(accounts.db, email);
  if (member === undefined) throw wrongCode();
  const isDecided = member.email_verified_at !== null || isOwnBrowser(member, linkProof(client, member.id));
  return { ...(await describeSignUp(accounts.db, member)), asksForOwnership: !isDecided };
}

/**
 * Consumes the secret of a mailed link and proves its email.
 *
 * @param input `token`: the link secret; `answer`: whether the account belongs to the person, if they were asked
 * @throws {AppError} 400 `wrong_code` for a link secret that is wrong, used or expired
 */
export async function verifyEmailByLink(
  accounts: Accounts,
  { token, answer }: { token: string; answer?: OwnershipAnswer | undefined },
  client: LinkVisitor,
): Promise<EmailProofResult['outcome']> {
  return inTransaction(accounts.db, async (tx) => {
    const email = await redeemLinkSecret(tx, accounts, 'verify-token', token);
    const member = email === undefined ? undefined : await findMemberByEmail(tx, email);
    const proven =
      member && (await proveEmail(accounts, tx, member.id, { ...linkProof(client, member.id), answer }));
    if (proven === undefined) throw wrongCode();
    return proven.outcome;
  });
}

/** @throws {AppError} 400 `wrong_code`, 401 `invalid_token` for a member who has just been deleted, 429 `too_many_requests` */
export async function verifyEmailByCode(
  accounts: Accounts,
  memberId: string,
  code: string,
  device: Device,
): Promise<void> {
  const isRight = await inTransaction(accounts.db, async (tx) => {
    const member = await findMember(tx, memberId);
    if (!member?.email) throw sessionExpired();
    if (!(await consumeCode(tx, accounts, { purpose: 'verify-code', recipient: member.email, code })))
      return false;
    await proveEmail(accounts, tx, member.id, { by: 'code', device, inOwnSession: true });
    return true;
  });
  if (!isRight) throw wrongCode();
}

/**
 * Sends the verification mail again, unless the email is verified.
 *
 * @returns a sentence for the page
 * @throws {AppError} 401 `invalid_token` for a member who has just been deleted, 429 `too_many_requests`
 */
export async function requestVerification(accounts: Accounts, memberId: string): Promise<string> {
  const member = await findMember(accounts.db, memberId);
  if (!member?.email) throw sessionExpired();
  if (member.email_verified_at !== null) return 'Your email address is verified.';
  await consumeSendQuota(accounts, 'verify-code', member.email);
  await inTransaction(accounts.db, (tx) => accounts.jobs.add(tx, 'mail', { kind: 'verification', memberId }));
  return 'We have sent you a mail. Please follow its link or enter its code.';
}
