import type { Session, signIn as signInEndpoint } from '@oriel/contract';
import type { z } from 'zod';
import { type Db, inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { rejectIfExhausted, runCountedAttempt } from '../../../rate-limit/attempts.ts';
import type { ClientSource } from '../../../rate-limit/client-source.ts';
import { type RateLimit, rateLimitsFor } from '../../../rate-limit/rate-limit.ts';
import type { RateLimitUsage } from '../../../rate-limit/store.ts';
import type { Accounts } from '../context.ts';
import { rejectClosedAccount } from '../members/blocked.ts';
import { findMemberByEmail, type MemberRow } from '../members/store.ts';
import { notifyOwner } from '../security/security-events.ts';
import { type ClientInfo, clientKindOf } from '../service.ts';
import type { Device } from '../sessions/device.ts';
import { newSession, presentSession, signInEventKind } from '../sessions/sessions.ts';
import type { NewSession } from '../sessions/store.ts';
import type { Hasher } from './passwords.ts';
import {
  completeSignIn,
  completeSignInWithoutMail,
  recordAttempt,
  recordFailedSignIns,
  replaceHash,
} from './sign-in-store.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** People mistype a few times, attackers need thousands of attempts. Only failures count. */
const failureLimits = {
  account: (email: string): RateLimit => ({ key: `login-account:${email}`, max: 30, windowSeconds: HOUR }),
  source: (source: ClientSource): RateLimit[] =>
    rateLimitsFor({ name: 'login-address', max: 100, windowSeconds: 15 * MINUTE }, source),
  device: (device: string): RateLimit => ({
    key: `login-device:${device}`,
    max: 10,
    windowSeconds: 15 * MINUTE,
  }),
  /** All known devices of the account, since each sign-in may add one. */
  devices: (email: string): RateLimit => ({ key: `login-devices:${email}`, max: 60, windowSeconds: HOUR }),
};

/** Failed sign-ins for one account within a window that are recorded as a security event. */
const FAILURES_IN_A_BURST = 10;

/** Limits that several accounts or devices share. */
const SHARED = /^login-(address|devices):/;

/** Whether this failure completes a burst, which happens once within a window. */
function isBurst(limits: readonly RateLimit[], usages: readonly RateLimitUsage[]): boolean {
  return limits.some(({ key }, index) => !SHARED.test(key) && usages[index]?.current === FAILURES_IN_A_BURST);
}

/**
 * Counts a failed sign-in for the alarm, and records a burst as a security event. Unknown emails run the same statement, so
 * that they take the same time.
 *
 * @param usages in the order of `limits`
 */
export async function recordFailedSignIn(
  { db, signInAlarm }: Accounts,
  email: string,
  device: Device,
  limits: readonly RateLimit[],
  usages: readonly RateLimitUsage[],
): Promise<void> {
  if (isBurst(limits, usages)) await recordFailedSignIns(db, email, device);
  signInAlarm.recordFailure();
}

function wrongCredentials(): AppError {
  return new AppError(401, 'wrong_credentials', 'Invalid email or password');
}

/** Known devices have separate limits, until they are used up; other clients share those of the account and the source. */
export async function signInLimits(
  accounts: Accounts,
  email: string,
  client: ClientInfo,
): Promise<RateLimit[]> {
  if (client.knownDevice !== undefined) {
    const own = [failureLimits.device(client.knownDevice), failureLimits.devices(email)];
    try {
      await rejectIfExhausted(accounts.db, ...own);
      return own;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return [...failureLimits.source(client.source), failureLimits.account(email)];
}

/** A session, and the member as they were when it began. */
export interface SignedIn {
  session: Session;
  member: MemberRow;
}

/**
 * Signs in with a password. Unknown emails cause the same work as wrong passwords.
 *
 * @throws {AppError} 401 `wrong_credentials`, 403 `account_blocked` or `ownership_unanswered`, 429 `too_many_requests`, 503 `busy`
 */
export async function signIn(
  accounts: Accounts,
  input: z.output<typeof signInEndpoint.body>,
  client: ClientInfo,
): Promise<SignedIn> {
  const { db, passwords } = accounts;
  const { device } = client;
  return passwords.admit(clientKindOf(client), async (hasher) => {
    // Like `withAttemptLimit`, whose statements are merged with those of the sign-in for fewer round trips.
    const limits = await signInLimits(accounts, input.email, client);
    const { usages, member } = await recordAttempt(db, limits, input.email);
    return runCountedAttempt(db, limits, usages, async () => {
      let candidate = member;
      const dummyHash = accounts.dummyHashes.hashFor(input.email);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const isMatch = await hasher.verify(candidate?.password_hash, input.password, dummyHash);
        if (candidate === undefined || !isMatch) break;
        rejectClosedAccount(candidate);
        const proven = await renewHash(db, hasher, candidate, input.password);
        if (proven !== undefined) {
          const session = newSession(device);
          const hasBegun = await beginPasswordSession(accounts, limits, proven, session, device);
          if (hasBegun) {
            const presented = presentSession(accounts, proven, { ...session, generation: 0 });
            return { session: presented, member: proven };
          }
        }
        // The stored hash has changed meanwhile: by a new password, or by another sign-in that renewed it.
        candidate = await findMemberByEmail(db, input.email);
      }
      await recordFailedSignIn(accounts, input.email, device, limits, usages);
      throw wrongCredentials();
    });
  });
}

/** Begins a session after a right password. @returns false when the password has changed or the member was deleted since */
async function beginPasswordSession(
  accounts: Accounts,
  limits: readonly RateLimit[],
  member: MemberRow,
  session: NewSession,
  device: Device,
): Promise<boolean> {
  const kind = signInEventKind('password', member, device);
  const completed = { limits, member, session, event: { kind, network: device.network } };
  // A single statement suffices where no mail is sent: for known devices, and above the limit of mails.
  if (kind === 'signed-in') return (await completeSignIn(accounts.db, completed)) !== undefined;
  const hasBegun = await completeSignInWithoutMail(accounts.db, completed);
  if (hasBegun !== undefined) return hasBegun;
  return inTransaction(accounts.db, async (tx) => {
    const id = await completeSignIn(tx, completed);
    if (id !== undefined)
      await notifyOwner(tx, accounts, { id, memberId: member.id, kind, detail: 'password' });
    return id !== undefined;
  });
}

/**
 * Renews a hash whose cost is outdated.
 *
 * @returns the member with the stored hash; undefined when the hash has been replaced since it was read
 */
async function renewHash(
  db: Db,
  hasher: Hasher,
  member: MemberRow,
  password: string,
): Promise<MemberRow | undefined> {
  if (member.password_hash === null || !hasher.isOutdated(member.password_hash)) return member;
  const renewed = await hasher.hash(password);
  return replaceHash(db, member, renewed);
}
