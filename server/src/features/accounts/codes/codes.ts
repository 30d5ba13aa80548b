import type { OwnershipQuestion, Session, verifyCode as verifyCodeEndpoint } from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { MailJob } from '../../../jobs/jobs.ts';
import { keysOf, type RateLimit } from '../../../rate-limit/attempts.ts';
import { consume, consumeAll } from '../../../rate-limit/rate-limit.ts';
import { reward } from '../../../rate-limit/store.ts';
import type { Accounts } from '../context.ts';
import { proveEmail } from '../members/email-proof.ts';
import { askForOwnership } from '../members/ownership.ts';
import { findMemberByEmail, findMemberByPhone, type MemberRow, phoneDigits } from '../members/store.ts';
import type { Device } from '../sessions/device.ts';
import { beginSession } from '../sessions/sessions.ts';
import type { CodeTarget, NewCodeRequest } from './code-requests.ts';
import { type CodePurpose, issueLinkSecret, redeemBoundCode, redeemCode, wrongCode } from './secrets.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const ATTEMPTS_PER_REQUEST = 5;
const SENDS_PER_HOUR = 5;

/** Attempts are counted for the target and for the client. Unknown devices share the limits of the account. */
const attemptLimits = {
  request: (request: string): RateLimit => ({
    key: `code-tries-request:${request}`,
    max: ATTEMPTS_PER_REQUEST,
    windowSeconds: HOUR,
  }),
  device: (purpose: CodePurpose, device: string): RateLimit => ({
    key: `code-tries-device:${purpose}:${device}`,
    max: 20,
    windowSeconds: DAY,
  }),
  /** All known devices of the account, since each sign-in may add one. */
  devices: ({ purpose, recipient }: CodeTarget): RateLimit => ({
    key: `code-tries-devices:${purpose}:${recipient}`,
    max: 60,
    windowSeconds: DAY,
  }),
  /** Clients that requested a code themselves, which consumes a send each. */
  requesters: ({ purpose, recipient }: CodeTarget): RateLimit => ({
    key: `code-tries-askers:${purpose}:${recipient}`,
    max: 50,
    windowSeconds: DAY,
  }),
  unbound: (purpose: CodePurpose, recipient: string): RateLimit => ({
    key: `code-tries:${purpose}:${recipient}`,
    max: 5,
    windowSeconds: HOUR,
  }),
};

/** What a client sends to identify a code. */
type CodeRequest = Pick<z.output<typeof verifyCodeEndpoint.body>, 'channel' | 'email' | 'phone' | 'purpose'>;

/**
 * Consumes one of the mails or messages per hour and purpose.
 *
 * @param device the id of a known device, which has a separate quota
 * @throws {AppError} 429 `too_many_requests`
 */
export async function consumeSendQuota(
  accounts: Accounts,
  purpose: CodePurpose,
  recipient: string,
  device?: string,
): Promise<void> {
  const subject = device === undefined ? recipient : `device:${device}`;
  await consume(accounts.db, `code-sends:${purpose}:${subject}`, SENDS_PER_HOUR, HOUR);
}

/**
 * Consumes a code that is not bound to a request. Each attempt counts within the caller's transaction, which must therefore
 * commit even when the result is false. A new code allows no more attempts.
 *
 * @returns false when the code is wrong, used or expired
 * @throws {AppError} 429 `too_many_requests`
 */
export async function consumeCode(
  tx: Tx,
  accounts: Accounts,
  attempt: { purpose: CodePurpose; recipient: string; code: string },
): Promise<boolean> {
  return redeemWithinLimits(tx, [attemptLimits.unbound(attempt.purpose, attempt.recipient)], () =>
    redeemCode(tx, accounts, attempt),
  );
}

async function redeemWithinLimits(
  tx: Tx,
  limits: readonly RateLimit[],
  redeem: () => Promise<boolean>,
): Promise<boolean> {
  // Locks the rows until the commit, so that parallel attempts run one after another.
  await consumeAll(tx, limits);
  const isRight = await redeem();
  if (isRight) await reward(tx, ...keysOf(limits));
  return isRight;
}

/** A code that a client enters. */
interface CodeAttempt extends CodeTarget {
  code: string;
  /** The client's own request for a code, if there is one. */
  request?: string | undefined;
}

/** Consumes a code, either bound to the client's request or unbound, without counting the attempt. */
export async function redeemRequestedCode(
  tx: Tx,
  accounts: Accounts,
  attempt: CodeAttempt,
): Promise<boolean> {
  const { request } = attempt;
  if (request !== undefined && (await redeemBoundCode(tx, accounts, { ...attempt, request }))) return true;
  return redeemCode(tx, accounts, attempt);
}

/**
 * Like `consumeCode`, with separate limits for each request and for known devices, so that attackers cannot use up the
 * attempts of the owner.
 *
 * @param device the id of a known device
 */
async function consumeRequestedCode(
  tx: Tx,
  accounts: Accounts,
  attempt: CodeAttempt,
  device: string | undefined,
): Promise<boolean> {
  const { purpose, recipient, request } = attempt;
  const shared =
    request === undefined ? attemptLimits.unbound(purpose, recipient) : attemptLimits.requesters(attempt);
  const limits = [
    ...(request === undefined ? [] : [attemptLimits.request(request)]),
    ...(device === undefined
      ? [shared]
      : [attemptLimits.device(purpose, device), attemptLimits.devices(attempt)]),
  ];
  return redeemWithinLimits(tx, limits, () => redeemRequestedCode(tx, accounts, attempt));
}

/** @throws {AppError} 400 when the recipient for the channel is missing, 409 `channel_unavailable` */
function recipientOf(accounts: Accounts, { channel, email, phone }: CodeRequest): string {
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
 * Queues the sending of a code. Only the job checks whether there is an account, so that the response and its time are the
 * same for all recipients.
 *
 * @param begin begins the request that the code may be bound to
 * @returns a sentence for the page, and the id of the request
 * @throws {AppError} 400, 409 `channel_unavailable`, 429 `too_many_requests`
 */
export async function requestCode(
  accounts: Accounts,
  codeRequest: CodeRequest,
  device: Device,
  begin: (target: CodeTarget) => NewCodeRequest,
): Promise<{ message: string; requestId: string }> {
  const { purpose, channel } = codeRequest;
  const recipient = recipientOf(accounts, codeRequest);
  await consumeSendQuota(accounts, purpose, recipient, await device.knownDeviceId(accounts.db, recipient));
  const { id, request } = begin({ purpose, recipient });
  const job: MailJob =
    channel === 'email'
      ? { kind: 'code', purpose, email: recipient, request }
      : { kind: 'whatsapp-code', purpose, phone: recipient, request };
  await inTransaction(accounts.db, (tx) => accounts.jobs.add(tx, 'mail', job));
  const message =
    channel === 'email'
      ? 'OTP sent to your email. Enter the code to continue.'
      : 'OTP sent via WhatsApp. Enter the code to continue.';
  return { message, requestId: id };
}

/** What `verifyCode` returns for a right code. */
type CodeResult = Session | { resetToken: string } | { question: OwnershipQuestion };

/** Signs in with a mailed code; may have to ask first whether the account belongs to the person. */
async function signInByMail(
  accounts: Accounts,
  tx: Tx,
  member: MemberRow,
  device: Device,
  canAsk: boolean,
): Promise<CodeResult | undefined> {
  const answer = canAsk ? 'ask' : undefined;
  const proven = await proveEmail(accounts, tx, member.id, { by: 'code', device, answer });
  if (proven?.outcome === 'asked') return { question: await askForOwnership(accounts, tx, proven.member) };
  return proven && beginSession(accounts, tx, proven.member, device, { method: 'code' });
}

/**
 * Consumes a code. A sign-in code begins a session and proves the ownership of the email it was sent to; a reset code is
 * exchanged for a link secret.
 *
 * @param input `canAsk`: the client can ask the person for ownership before the sign-in
 * @param requestOf finds the client's own request for a code
 * @throws {AppError} 400 `wrong_code`, 403 `account_blocked`, 409 `channel_unavailable`, 429 `too_many_requests`
 */
export async function verifyCode(
  accounts: Accounts,
  input: CodeRequest & { code: string; canAsk?: boolean | undefined },
  device: Device,
  requestOf: (target: CodeTarget) => string | undefined,
): Promise<CodeResult> {
  const { purpose, channel, code, canAsk = false } = input;
  const recipient = recipientOf(accounts, input);
  const request = requestOf({ purpose, recipient });
  const result = await inTransaction(accounts.db, async (tx) => {
    const deviceId = await device.knownDeviceId(tx, recipient);
    if (!(await consumeRequestedCode(tx, accounts, { purpose, recipient, code, request }, deviceId)))
      return undefined;
    const find = channel === 'email' ? findMemberByEmail : findMemberByPhone;
    const member = await find(tx, recipient);
    if (!member?.email) return undefined;
    if (purpose === 'password-reset') {
      return { resetToken: await issueLinkSecret(tx, accounts, 'reset-token', member.email) };
    }
    return channel === 'email'
      ? signInByMail(accounts, tx, member, device, canAsk)
      : beginSession(accounts, tx, member, device, { method: 'phone-code' });
  });
  // Thrown outside the transaction: a rollback would lose the count of the attempt.
  if (result === undefined) throw wrongCode();
  return result;
}
