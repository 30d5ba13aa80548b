import type { OwnershipQuestion, Session, verifyCode as verifyCodeEndpoint } from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { MailJob } from '../../../jobs/jobs.ts';
import { keysOf, type RateLimit, reward } from '../../../rate-limit/attempts.ts';
import { consume, consumeAll } from '../../../rate-limit/rate-limit.ts';
import type { Accounts } from '../context.ts';
import { findMemberByEmail, findMemberByPhone, type MemberRow, phoneDigits } from '../members/members.ts';
import { askForOwnership } from '../members/ownership.ts';
import { proveAddress } from '../members/verified.ts';
import type { Device } from '../sessions/device.ts';
import { beginSession } from '../sessions/sessions.ts';
import type { BegunCodeRequest, CodeTarget } from './code-requests.ts';
import { type CodePurpose, issueToken, redeemBoundCode, redeemCode, wrongCode } from './secrets.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const TRIES_PER_REQUEST = 5;
const SENDS_PER_HOUR = 5;

/** Tries are counted for what is tried and for who tries. Strangers to an account share its limits. */
const triesOf = {
  request: (request: string): RateLimit => ({
    key: `code-tries-request:${request}`,
    max: TRIES_PER_REQUEST,
    windowSeconds: HOUR,
  }),
  device: (purpose: CodePurpose, device: string): RateLimit => ({
    key: `code-tries-device:${purpose}:${device}`,
    max: 20,
    windowSeconds: DAY,
  }),
  /** All browsers that know the account: each sign-in may make another one. */
  devices: ({ purpose, address }: CodeTarget): RateLimit => ({
    key: `code-tries-devices:${purpose}:${address}`,
    max: 60,
    windowSeconds: DAY,
  }),
  /** Those who asked for a code themselves, which takes a send each. */
  askers: ({ purpose, address }: CodeTarget): RateLimit => ({
    key: `code-tries-askers:${purpose}:${address}`,
    max: 50,
    windowSeconds: DAY,
  }),
  anybody: (purpose: CodePurpose, address: string): RateLimit => ({
    key: `code-tries:${purpose}:${address}`,
    max: 5,
    windowSeconds: HOUR,
  }),
};

/** What a code is asked for, and where it goes. */
type CodeRequest = Pick<z.output<typeof verifyCodeEndpoint.body>, 'channel' | 'email' | 'phone' | 'purpose'>;

/**
 * @param device a browser that knows the account, which has sends of its own
 * @throws {AppError} 429 `too_many_requests` when an address got as many mails of a kind as it may within an hour
 */
export async function consumeSendQuota(
  accounts: Accounts,
  purpose: CodePurpose,
  address: string,
  device?: string,
): Promise<void> {
  const whose = device === undefined ? address : `device:${device}`;
  await consume(accounts.db, `code-sends:${purpose}:${whose}`, SENDS_PER_HOUR, HOUR);
}

/**
 * Takes a code that is bound to no request: true once, for the right code in time.
 *
 * Each try counts against the account within the caller's transaction, which must therefore commit also when the answer
 * is false. A newer code brings no new tries.
 *
 * @throws {AppError} 429 `too_many_requests` when the account has no try left
 */
export async function consumeCode(
  tx: Tx,
  accounts: Accounts,
  given: { purpose: CodePurpose; address: string; code: string },
): Promise<boolean> {
  return takeWithin(tx, [triesOf.anybody(given.purpose, given.address)], () =>
    redeemCode(tx, accounts, given),
  );
}

async function takeWithin(
  tx: Tx,
  limits: readonly RateLimit[],
  redeem: () => Promise<boolean>,
): Promise<boolean> {
  // Their rows are locked until the end, so that parallel tries come one after another.
  await consumeAll(tx, limits);
  const isRight = await redeem();
  if (isRight) await reward(tx, ...keysOf(limits));
  return isRight;
}

/** A code as a client gives it back. */
interface GivenCode extends CodeTarget {
  code: string;
  /** The request for a code that the client has begun, if it shows one. */
  request?: string | undefined;
}

/** Uses up a code: of the client's request, or one that is bound to no request. Counts no try. */
export async function redeemRequestedCode(tx: Tx, accounts: Accounts, given: GivenCode): Promise<boolean> {
  const { request } = given;
  if (request !== undefined && (await redeemBoundCode(tx, accounts, { ...given, request }))) return true;
  return redeemCode(tx, accounts, given);
}

/**
 * Takes a code as `takeSecret` does. Each request for a code has its own tries, and a browser that knows the account has its
 * own as well: what strangers try leaves them alone.
 *
 * @param device the browser's name for itself, where it knows the account
 */
async function takeRequestedCode(
  tx: Tx,
  accounts: Accounts,
  given: GivenCode,
  device: string | undefined,
): Promise<boolean> {
  const { purpose, address, request } = given;
  const asker = request === undefined ? triesOf.anybody(purpose, address) : triesOf.askers(given);
  const limits = [
    ...(request === undefined ? [] : [triesOf.request(request)]),
    ...(device === undefined ? [asker] : [triesOf.device(purpose, device), triesOf.devices(given)]),
  ];
  return takeWithin(tx, limits, () => redeemRequestedCode(tx, accounts, given));
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
 * @param begin begins the request that the code may be bound to
 * @returns a sentence to show, and the id of the request
 * @throws {AppError} 400, 409 `channel_unavailable`, 429 `too_many_requests`
 */
export async function requestCode(
  accounts: Accounts,
  asked: CodeRequest,
  device: Device,
  begin: (target: CodeTarget) => BegunCodeRequest,
): Promise<{ message: string; requestId: string }> {
  const { purpose, channel } = asked;
  const address = addressOf(accounts, asked);
  await consumeSendQuota(accounts, purpose, address, await device.knownAs(accounts.db, address));
  const { id, request } = begin({ purpose, address });
  const job: MailJob =
    channel === 'email'
      ? { kind: 'code', purpose, email: address, request }
      : { kind: 'whatsapp-code', purpose, phone: address, request };
  await inTransaction(accounts.db, (tx) => accounts.jobs.add(tx, 'mail', job));
  const message =
    channel === 'email'
      ? 'OTP sent to your email. Enter the code to continue.'
      : 'OTP sent via WhatsApp. Enter the code to continue.';
  return { message, requestId: id };
}

/** What a code is exchanged for. */
type CodeAnswer = Session | { resetToken: string } | { question: OwnershipQuestion };

/** Signs in whom a code named that was mailed to them, or asks first whether the account is theirs. */
async function signInByMail(
  accounts: Accounts,
  tx: Tx,
  member: MemberRow,
  device: Device,
  canAsk: boolean,
): Promise<CodeAnswer | undefined> {
  const answer = canAsk ? 'ask' : undefined;
  const proven = await proveAddress(accounts, tx, member.id, { by: 'code', device, answer });
  if (proven?.outcome === 'asked') return { question: await askForOwnership(accounts, tx, proven.member) };
  return proven && beginSession(accounts, tx, proven.member, device, { method: 'code' });
}

/**
 * Takes a code. One for signing in begins a session, and proves that the e-mail address it was sent to is the member's;
 * one for a new password is exchanged for a token.
 *
 * @param given `canAsk` says that the caller can show the person a question before they are signed in
 * @param requestOf the request for a code that the client has begun, if it shows one
 * @throws {AppError} 400 `wrong_code`, 403 `account_blocked`, 409 `channel_unavailable`, 429 `too_many_requests`
 */
export async function verifyCode(
  accounts: Accounts,
  given: CodeRequest & { code: string; canAsk?: boolean | undefined },
  device: Device,
  requestOf: (target: CodeTarget) => string | undefined,
): Promise<CodeAnswer> {
  const { purpose, channel, code, canAsk = false } = given;
  const address = addressOf(accounts, given);
  const request = requestOf({ purpose, address });
  const answer = await inTransaction(accounts.db, async (tx) => {
    const known = await device.knownAs(tx, address);
    if (!(await takeRequestedCode(tx, accounts, { purpose, address, code, request }, known)))
      return undefined;
    const find = channel === 'email' ? findMemberByEmail : findMemberByPhone;
    const found = await find(tx, address);
    if (!found?.email) return undefined;
    if (purpose === 'password-reset') {
      return { resetToken: await issueToken(tx, accounts, 'reset-token', found.email) };
    }
    return channel === 'email'
      ? signInByMail(accounts, tx, found, device, canAsk)
      : beginSession(accounts, tx, found, device, { method: 'phone-code' });
  });
  // Not thrown in there, where it would take the try back.
  if (answer === undefined) throw wrongCode();
  return answer;
}
