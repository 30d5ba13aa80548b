import type { Session, signIn as signInEndpoint } from '@oriel/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Db, inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { rejectIfExhausted, runCountedAttempt } from '../../../rate-limit/attempts.ts';
import type { ClientSource } from '../../../rate-limit/client-source.ts';
import { type RateLimit, rateLimitsFor } from '../../../rate-limit/rate-limit.ts';
import type { RateLimitUsage } from '../../../rate-limit/store.ts';
import type { Accounts } from '../context.ts';
import { rejectClosedAccount } from '../members/blocked.ts';
import { findMemberByEmail, type MemberRow } from '../members/members.ts';
import { notifyOwner } from '../security/security-events.ts';
import { type ClientInfo, clientKindOf } from '../service.ts';
import type { Device } from '../sessions/device.ts';
import { type NewSession, newSession, presentSession, signInEventKind } from '../sessions/sessions.ts';
import type { Hasher } from './passwords.ts';
import { completeSignIn, recordAttempt, recordFailedSignIns } from './sign-in-store.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** People mistype a few times; a machine needs thousands of tries. Only failures count. */
const failureLimits = {
  account: (email: string): RateLimit => ({ key: `login-account:${email}`, max: 30, windowSeconds: HOUR }),
  source: (source: ClientSource): RateLimit[] =>
    rateLimitsFor({ name: 'login-address', max: 100, windowSeconds: 15 * MINUTE }, source),
  device: (device: string): RateLimit => ({
    key: `login-device:${device}`,
    max: 10,
    windowSeconds: 15 * MINUTE,
  }),
  /** All browsers that know the account: each sign-in may make another one. */
  devices: (email: string): RateLimit => ({ key: `login-devices:${email}`, max: 60, windowSeconds: HOUR }),
};

/** Failed sign-ins for one account within its window that its owner sees in the list of security events. */
const FAILURES_IN_A_BURST = 10;

/** Limits that failures for several accounts, or of several browsers, share. */
const SHARED = /^login-(address|devices):/;

/** Whether this is the failure that makes a burst of them: once within a window. */
function isBurst(limits: readonly RateLimit[], uses: readonly RateLimitUsage[]): boolean {
  return limits.some(({ key }, index) => !SHARED.test(key) && uses[index]?.current === FAILURES_IN_A_BURST);
}

/**
 * Counts a failed sign-in towards the alarm, and records a burst of them for the owner of the account. Unknown addresses run
 * the same statement, so that they take the same time.
 *
 * @param uses what is used of `limits`, in their order
 */
export async function recordFailedSignIn(
  { db, signInAlarm }: Accounts,
  email: string,
  device: Device,
  limits: readonly RateLimit[],
  uses: readonly RateLimitUsage[],
): Promise<void> {
  if (isBurst(limits, uses)) await recordFailedSignIns(db, email, device);
  signInAlarm.recordFailure();
}

function wrongCredentials(): AppError {
  return new AppError(401, 'wrong_credentials', 'Invalid email or password');
}

/** Whoever has signed in here before has tries of their own; everybody else shares those of the account and the address. */
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

/**
 * Signs in with a password. Unknown addresses take the same work as wrong passwords.
 *
 * @throws {AppError} 401 `wrong_credentials`, 403 `account_blocked` or `ownership_unanswered`, 429 `too_many_requests`, 503 `busy`
 */
export async function signIn(
  accounts: Accounts,
  given: z.output<typeof signInEndpoint.body>,
  client: ClientInfo,
): Promise<Session> {
  const { db, passwords } = accounts;
  const { device } = client;
  return passwords.admit(clientKindOf(client), async (hasher) => {
    // A guess as `guess` makes it; its begin and its end share their statements with what a sign-in does there.
    const limits = await signInLimits(accounts, given.email, client);
    const { uses, member } = await recordAttempt(db, limits, given.email);
    return runCountedAttempt(db, limits, uses, async () => {
      let found = member;
      const dummyHash = accounts.dummyHashes.hashFor(given.email);
      for (let tries = 0; tries < 2; tries += 1) {
        const fits = await hasher.verify(found?.password_hash, given.password, dummyHash);
        if (found === undefined || !fits) break;
        rejectClosedAccount(found);
        const proven = await renewHash(db, hasher, found, given.password);
        if (proven !== undefined) {
          const session = newSession(device);
          const hasBegun = await beginPasswordSession(accounts, limits, proven, session, device);
          if (hasBegun) return presentSession(accounts, proven, { ...session, generation: 0 });
        }
        // The hash changed while we were hashing: by a new password, or by another sign-in that renewed it.
        found = await findMemberByEmail(db, given.email);
      }
      await recordFailedSignIn(accounts, given.email, device, limits, uses);
      throw wrongCredentials();
    });
  });
}

/** Begins a session after a right password. @returns false when the member has got another password or has left since */
async function beginPasswordSession(
  accounts: Accounts,
  limits: readonly RateLimit[],
  member: MemberRow,
  session: NewSession,
  device: Device,
): Promise<boolean> {
  const kind = signInEventKind('password', member, device);
  const event = { kind, network: device.network };
  // Most sign-ins are of a known browser, of which nobody is notified: one statement does it all.
  if (kind === 'signed-in') {
    return (await completeSignIn(accounts.db, limits, member, session, event)) !== undefined;
  }
  return inTransaction(accounts.db, async (tx) => {
    const id = await completeSignIn(tx, limits, member, session, event);
    if (id !== undefined)
      await notifyOwner(tx, accounts, { id, memberId: member.id, kind, detail: 'password' });
    return id !== undefined;
  });
}

/**
 * Hashes a proven password anew where the stored hash is of another cost than today's.
 *
 * @returns the member with the hash that is stored now; undefined when it has been replaced since it was read
 */
async function renewHash(
  db: Db,
  hasher: Hasher,
  member: MemberRow,
  password: string,
): Promise<MemberRow | undefined> {
  if (member.password_hash === null || !hasher.isOutdated(member.password_hash)) return member;
  const renewed = await hasher.hash(password);
  const { rows } = await sql<MemberRow>`
    SELECT * FROM renew_password_hash(${member.id}, ${member.password_hash}, ${renewed})
  `.execute(db);
  return rows[0];
}
