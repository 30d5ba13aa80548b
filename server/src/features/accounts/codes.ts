import type { Session, verifyCode as verifyCodeEndpoint } from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction, type Tx } from '../../database.ts';
import { AppError } from '../../http/problem.ts';
import { spend } from '../../http/rate-limit.ts';
import type { MailJob } from '../../jobs.ts';
import type { Accounts } from './accounts.ts';
import type { Device } from './device.ts';
import { giveBack } from './limits.ts';
import { findMemberByEmail, findMemberByPhone, phoneDigits } from './members.ts';
import { type CodePurpose, issueToken, redeemCode } from './secrets.ts';
import { beginSession } from './sessions.ts';
import { noteEmailVerified } from './verified.ts';

const HOUR = 60 * 60;
const TRIES_PER_HOUR = 5;
const SENDS_PER_HOUR = 5;

/** What a code is asked for, and where it goes. */
type CodeRequest = Omit<z.output<typeof verifyCodeEndpoint.body>, 'code'>;

/** @throws {AppError} 429 `too_many_requests` when an address got as many mails of a kind as it may within an hour */
export async function spendSend(accounts: Accounts, purpose: CodePurpose, address: string): Promise<void> {
  await spend(accounts.db, `code-sends:${purpose}:${address}`, SENDS_PER_HOUR, HOUR);
}

/**
 * Takes a code: true once, for the right code in time.
 *
 * Each try counts against the account within the caller's transaction, which must therefore commit also when the answer
 * is false. A newer code brings no new tries.
 *
 * @throws {AppError} 429 `too_many_requests` when the account has no try left
 */
export async function takeSecret(
  tx: Tx,
  accounts: Accounts,
  given: { purpose: CodePurpose; address: string; code: string },
): Promise<boolean> {
  const tries = `code-tries:${given.purpose}:${given.address}`;
  // Its row is locked until the end, so that parallel tries come one after another.
  await spend(tx, tries, TRIES_PER_HOUR, HOUR);
  const isRight = await redeemCode(tx, accounts, given);
  if (isRight) await giveBack(tx, tries);
  return isRight;
}

export function wrongCode(): AppError {
  return new AppError(400, 'wrong_code', 'Failed to verify OTP');
}

/** Where a code goes. @throws {AppError} 400 when the address for the channel is missing, 409 `channel_unavailable` */
function addressOf(accounts: Accounts, { channel, email, phone }: CodeRequest): string {
  if (channel === 'email') {
    if (email === undefined) throw new AppError(400, 'invalid_request', 'Email is required');
    return email;
  }
  if (accounts.config.whatsApp === undefined) {
    throw new AppError(
      409,
      'channel_unavailable',
      'Codes by WhatsApp are not available. Please use your email.',
    );
  }
  if (phone === undefined) throw new AppError(400, 'invalid_request', 'Please enter your phone number.');
  return phoneDigits(phone);
}

/**
 * Has a code sent, if there is an account. Whether there is one is found out later, by the job: the answer, and the time
 * that it takes, are the same for all addresses.
 *
 * @returns a sentence to show
 * @throws {AppError} 400, 409 `channel_unavailable`, 429 `too_many_requests`
 */
export async function requestCode(accounts: Accounts, request: CodeRequest): Promise<string> {
  const { purpose, channel } = request;
  const address = addressOf(accounts, request);
  await spendSend(accounts, purpose, address);
  const job: MailJob =
    channel === 'email'
      ? { kind: 'code', purpose, email: address }
      : { kind: 'whatsapp-code', purpose, phone: address };
  await inTransaction(accounts.db, (tx) => accounts.jobs.add(tx, 'mail', job));
  return channel === 'email'
    ? 'OTP sent to your email. Enter the code to continue.'
    : 'OTP sent via WhatsApp. Enter the code to continue.';
}

/**
 * Takes a code. One for signing in begins a session, and shows that the e-mail address it was sent to is the member's;
 * one for a new password is exchanged for a token.
 *
 * @throws {AppError} 400 `wrong_code`, 409 `channel_unavailable`, 429 `too_many_requests`
 */
export async function verifyCode(
  accounts: Accounts,
  request: CodeRequest & { code: string },
  device: Device,
): Promise<Session | { resetToken: string }> {
  const { purpose, channel, code } = request;
  const address = addressOf(accounts, request);
  const answer = await inTransaction(accounts.db, async (tx) => {
    if (!(await takeSecret(tx, accounts, { purpose, address, code }))) return undefined;
    const find = channel === 'email' ? findMemberByEmail : findMemberByPhone;
    const found = await find(tx, address);
    if (!found?.email) return undefined;
    if (purpose === 'password-reset') {
      return { resetToken: await issueToken(tx, accounts, 'reset-token', found.email) };
    }
    const member = channel === 'email' ? await noteEmailVerified(accounts, tx, found.id) : found;
    return (
      member &&
      beginSession(accounts, tx, member, device, {
        method: channel === 'email' ? 'code' : 'phone-code',
      })
    );
  });
  // Not thrown in there, where it would take the try back.
  if (answer === undefined) throw wrongCode();
  return answer;
}
