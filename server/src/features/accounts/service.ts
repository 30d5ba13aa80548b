import type { Session, signUp as signUpEndpoint } from '@oriel/contract';
import type { z } from 'zod';
import { sessionExpired } from '../../caller.ts';
import { inTransaction } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { rejectIfExhausted, tryConsume } from '../../rate-limit/attempts.ts';
import type { ClientSource } from '../../rate-limit/client-source.ts';
import { consumeAll, type RateLimit, rateLimitsFor } from '../../rate-limit/rate-limit.ts';
import type { Accounts } from './context.ts';
import { findMember, insertMember, lockMember, ownerOf } from './members/members.ts';
import type { ClientKind } from './passwords/passwords.ts';
import { provePassword, type SessionOwner, wrongPassword } from './security/proofs.ts';
import { recordSecurityEvent } from './security/security-events.ts';
import { requireRecentProof } from './security/step-up.ts';
import type { Device } from './sessions/device.ts';
import { beginSession, endSessions } from './sessions/sessions.ts';

// What other features ask about members.
export {
  countReferred,
  findMember,
  findMemberByEmail,
  findReferrer,
  lockMember,
  type MemberRow,
  presentTier,
  presentTierEnd,
} from './members/members.ts';
export { endTier, isProAt, setPlusUntil, setTier } from './members/tiers.ts';
export { requireRecentProof } from './security/step-up.ts';

/** From where somebody knocks. */
export interface ClientInfo {
  /** Whom limits by address count. */
  source: ClientSource;
  device: Device;
  /** Set for a browser that has signed in with the given e-mail before (see device.ts). */
  knownDevice?: string | undefined;
}

/** For the hash queue. */
export const clientKindOf = ({ knownDevice }: ClientInfo): ClientKind =>
  knownDevice === undefined ? 'stranger' : 'known';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How many addresses of members one address may learn by trying to sign up with them. */
const takenEmailLimits = (source: ClientSource): RateLimit[] =>
  rateLimitsFor({ name: 'signup-taken', max: 20, windowSeconds: HOUR }, source);
const SIGN_UP_WINDOW_SECONDS = 10 * MINUTE;
/** Mails to somebody whose address others try to sign up with. */
const TAKEN_MAILS_PER_HOUR = 3;

/**
 * Creates a member and signs them in.
 *
 * That an address is taken must be told to whoever signs up, so this call, unlike the others, says whether an address has
 * an account. It is limited for that reason, and the owner is told.
 *
 * @throws {AppError} 400 for the password, 409 `email_taken`, 429 `too_many_requests`, 503 `busy`
 */
export async function signUp(
  accounts: Accounts,
  given: z.output<typeof signUpEndpoint.body>,
  client: ClientInfo,
): Promise<Session> {
  const { db, config, jobs, passwords } = accounts;
  const taken = takenEmailLimits(client.source);
  const signUps = {
    name: 'signup',
    max: config.accounts.signUpsPerIp,
    windowSeconds: SIGN_UP_WINDOW_SECONDS,
  };
  passwords.check(given.password, given);
  const passwordHash = await passwords.admit(clientKindOf(client), async (hasher) => {
    await rejectIfExhausted(db, ...taken);
    await consumeAll(db, rateLimitsFor(signUps, client.source));
    return hasher.hash(given.password);
  });
  const session = await inTransaction(db, async (tx) => {
    const referredBy = await accounts.events?.findReferrer?.(tx, {
      code: given.referralCode,
      token: given.referralToken,
    });
    const member = await insertMember(tx, {
      email: given.email,
      firstName: given.firstName,
      lastName: given.lastName ?? '',
      passwordHash,
      ...(given.phone ? { phone: given.phone } : {}),
      ...(referredBy ? { referredBy } : {}),
    });
    if (member === undefined) return undefined;
    await accounts.events?.onSignedUp?.(tx, member, client.source.id);
    await jobs.add(tx, 'mail', { kind: 'verification', memberId: member.id });
    return beginSession(accounts, tx, member, client.device, { method: 'sign-up' });
  });
  if (session !== undefined) return session;

  await consumeAll(db, taken);
  if (await tryConsume(db, `signup-mail:${given.email}`, TAKEN_MAILS_PER_HOUR, HOUR)) {
    await inTransaction(db, (tx) => jobs.add(tx, 'mail', { kind: 'already-a-member', email: given.email }));
  }
  throw new AppError(
    409,
    'email_taken',
    'There is already an account with this email address. Please sign in, or reset your password.',
  );
}

/**
 * Sets a new password and ends every session but the one that asks. A member without a password sets their first, after a
 * recent proof of who they are.
 *
 * @returns the member's email address
 * @throws {AppError} 400 for the new password, 403 `wrong_credentials` or `reauthentication_required`,
 *   429 `too_many_requests`, 503 `busy`
 */
export async function changePassword(
  accounts: Accounts,
  caller: SessionOwner,
  given: { currentPassword?: string | undefined; newPassword: string },
  device: Device,
): Promise<string> {
  const { db, jobs, passwords } = accounts;
  passwords.check(given.newPassword);
  let proven = await findMember(db, caller.memberId);
  if (proven === undefined) throw sessionExpired();
  if (proven.password_hash !== null) {
    proven = await provePassword(accounts, caller.memberId, given.currentPassword);
  } else {
    await requireRecentProof(db, caller);
  }
  passwords.check(given.newPassword, ownerOf(proven));
  const provenHash = proven.password_hash;
  const passwordHash = await passwords.hash(given.newPassword);
  return inTransaction(db, async (tx) => {
    const member = await lockMember(tx, caller.memberId);
    if (member === undefined) throw sessionExpired();
    if (member.password_hash !== provenHash) throw wrongPassword();
    // The session may have ended while the password was hashed.
    if (provenHash === null) await requireRecentProof(tx, caller);
    await tx
      .updateTable('members')
      .set({ password_hash: passwordHash })
      .where('id', '=', member.id)
      .execute();
    await endSessions(tx, member.id, 'password', caller.sessionId);
    await recordSecurityEvent(tx, accounts, {
      ...caller,
      kind: provenHash === null ? 'password-set' : 'password-changed',
      device,
    });
    await jobs.add(tx, 'mail', { kind: 'password-changed', memberId: member.id });
    return member.email ?? '';
  });
}
