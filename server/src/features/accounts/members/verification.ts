import type { OwnershipAnswer, readVerificationLink } from '@oriel/contract';
import type { z } from 'zod';
import { sessionExpired } from '../../../caller.ts';
import { inTransaction } from '../../../database/database.ts';
import { consumeCode, consumeSendQuota } from '../codes/codes.ts';
import { addressOfToken, redeemToken, wrongCode } from '../codes/secrets.ts';
import type { Accounts } from '../context.ts';
import type { Device } from '../sessions/device.ts';
import { findMember, findMemberByEmail } from './members.ts';
import { describeSignUp } from './ownership.ts';
import { type AddressProof, isOwnBrowser, type ProvenAddress, proveAddress } from './verified.ts';

/** Who opens a link: their browser, and the member of the session in it, if there is one. */
export interface LinkVisitor {
  device: Device;
  memberId?: string | undefined;
}

const linkProof = ({ device, memberId }: LinkVisitor, ownerId: string): AddressProof => ({
  by: 'link',
  device,
  inOwnSession: memberId === ownerId,
});

/**
 * What the page of a link shows before anything is decided. Nothing changes: programs that look into mails open links too.
 *
 * @throws {AppError} 400 `wrong_code` for a token that is wrong, used or too old
 */
export async function readLink(
  accounts: Accounts,
  token: string,
  client: LinkVisitor,
): Promise<z.output<typeof readVerificationLink.response>> {
  const address = await addressOfToken(accounts.db, accounts, 'verify-token', token);
  const member = address === undefined ? undefined : await findMemberByEmail(accounts.db, address);
  if (member === undefined) throw wrongCode();
  const isDecided = member.email_verified_at !== null || isOwnBrowser(member, linkProof(client, member.id));
  return { ...(await describeSignUp(accounts.db, member)), asksForOwnership: !isDecided };
}

/**
 * Takes the token of a link.
 *
 * @param answer whether the account is theirs, if they were asked
 * @returns what became of the account
 * @throws {AppError} 400 `wrong_code` for a token that is wrong, used or too old
 */
export async function verifyEmailByToken(
  accounts: Accounts,
  { token, answer }: { token: string; answer?: OwnershipAnswer | undefined },
  client: LinkVisitor,
): Promise<ProvenAddress['outcome']> {
  return inTransaction(accounts.db, async (tx) => {
    const address = await redeemToken(tx, accounts, 'verify-token', token);
    const member = address === undefined ? undefined : await findMemberByEmail(tx, address);
    const proven =
      member && (await proveAddress(accounts, tx, member.id, { ...linkProof(client, member.id), answer }));
    if (proven === undefined) throw wrongCode();
    return proven.outcome;
  });
}

/** @throws {AppError} 400 `wrong_code`, 401 for a member who has just left, 429 `too_many_requests` */
export async function verifyEmailByCode(
  accounts: Accounts,
  memberId: string,
  code: string,
  device: Device,
): Promise<void> {
  const isRight = await inTransaction(accounts.db, async (tx) => {
    const member = await findMember(tx, memberId);
    if (!member?.email) throw sessionExpired();
    if (!(await consumeCode(tx, accounts, { purpose: 'verify-code', address: member.email, code })))
      return false;
    await proveAddress(accounts, tx, member.id, { by: 'code', device, inOwnSession: true });
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
  if (!member?.email) throw sessionExpired();
  if (member.email_verified_at !== null) return 'Your email address is verified.';
  await consumeSendQuota(accounts, 'verify-code', member.email);
  await inTransaction(accounts.db, (tx) => accounts.jobs.add(tx, 'mail', { kind: 'verification', memberId }));
  return 'We have sent you a mail. Please follow its link or enter its code.';
}
