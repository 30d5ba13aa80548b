import type { Session, signUp as signUpEndpoint } from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { rejectIfExhausted, tryConsume } from '../../rate-limit/attempts.ts';
import type { ClientSource } from '../../rate-limit/client-source.ts';
import { consumeAll, type RateLimit, rateLimitsFor } from '../../rate-limit/rate-limit.ts';
import type { Accounts } from './context.ts';
import { ownerOf } from './members/presentation.ts';
import { getLockedMember, getMember, insertMember, updateMember } from './members/store.ts';
import type { ClientKind } from './passwords/passwords.ts';
import { provePassword, type SessionOwner, wrongPassword } from './security/proofs.ts';
import { recordSecurityEvent } from './security/security-events.ts';
import { requireRecentProof } from './security/step-up.ts';
import type { Device } from './sessions/device.ts';
import { beginSession } from './sessions/sessions.ts';
import { endSessions } from './sessions/store.ts';

// The interface for other features.
export { issueLinkSecret, redeemLinkSecret, wrongCode } from './codes/secrets.ts';
export { deleteSecretsFor } from './codes/store.ts';
export type { Accounts, TokenContext } from './context.ts';
export { proveEmail } from './members/email-proof.ts';
export { presentTier, presentTierEnd } from './members/presentation.ts';
export {
  countReferred,
  findMember,
  findMemberByEmail,
  findReferrer,
  getLockedMember,
  getMember,
  lockMember,
  type MemberRow,
} from './members/store.ts';
export { endTier, isProAt, setPlusUntil, setTier } from './members/tier-store.ts';
export type { SessionOwner } from './security/proofs.ts';
export { requireRecentProof } from './security/step-up.ts';
export { type Device, deviceOf } from './sessions/device.ts';

/** The client of a sign-up or sign-in. */
export interface ClientInfo {
  /** What limits by IP count. */
  source: ClientSource;
  device: Device;
  /** The id of a known device of the account (see `sessions/device.ts`). */
  knownDevice?: string | undefined;
}

/** The client's priority in the hash queue. */
export const clientKindOf = ({ knownDevice }: ClientInfo): ClientKind =>
  knownDevice === undefined ? 'unknown' : 'known';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Limits how many members' emails a source can discover by signing up with them. */
const takenEmailLimits = (source: ClientSource): RateLimit[] =>
  rateLimitsFor({ name: 'signup-taken', max: 20, windowSeconds: HOUR }, source);
const SIGN_UP_WINDOW_SECONDS = 10 * MINUTE;
/** Mails to the owner of a taken email. */
const TAKEN_MAILS_PER_HOUR = 3;

/**
 * Creates a member and signs them in.
 *
 * Unlike all other endpoints, this one reveals whether an email has an account, since people must learn that theirs is taken.
 * That is why it has a separate limit, and why the owner gets a mail.
 *
 * @throws {AppError} 400 for the password, 409 `email_taken`, 429 `too_many_requests`, 503 `busy`
 */
export async function signUp(
  accounts: Accounts,
  input: z.output<typeof signUpEndpoint.body>,
  client: ClientInfo,
): Promise<Session> {
  const { db, config, jobs, passwords } = accounts;
  const takenLimits = takenEmailLimits(client.source);
  const signUps = {
    name: 'signup',
    max: config.accounts.signUpsPerIp,
    windowSeconds: SIGN_UP_WINDOW_SECONDS,
  };
  passwords.check(input.password, input);
  const passwordHash = await passwords.admit(clientKindOf(client), async (hasher) => {
    await rejectIfExhausted(db, ...takenLimits);
    await consumeAll(db, rateLimitsFor(signUps, client.source));
    return hasher.hash(input.password);
  });
  const session = await inTransaction(db, async (tx) => {
    const referredBy = await accounts.events?.findReferrer?.(tx, {
      code: input.referralCode,
      token: input.referralToken,
    });
    const member = await insertMember(tx, {
      email: input.email,
      firstName: input.firstName,
      lastName: input.lastName ?? '',
      passwordHash,
      ...(input.phone ? { phone: input.phone } : {}),
      ...(referredBy ? { referredBy } : {}),
    });
    if (member === undefined) return undefined;
    await accounts.events?.onSignedUp?.(tx, member, client.source.id);
    await jobs.add(tx, 'mail', { kind: 'verification', memberId: member.id });
    return beginSession(accounts, tx, member, client.device, { method: 'sign-up' });
  });
  if (session !== undefined) return session;

  await consumeAll(db, takenLimits);
  if (await tryConsume(db, `signup-mail:${input.email}`, TAKEN_MAILS_PER_HOUR, HOUR)) {
    await inTransaction(db, (tx) => jobs.add(tx, 'mail', { kind: 'already-a-member', email: input.email }));
  }
  throw new AppError(
    409,
    'email_taken',
    'There is already an account with this email address. Please sign in, or reset your password.',
  );
}

/**
 * Sets a new password and ends all other sessions. Members without a password need a recent proof of identity instead of the
 * current one.
 *
 * @returns the member's email
 * @throws {AppError} 400 for the new password, 403 `wrong_credentials` or `reauthentication_required`,
 *   429 `too_many_requests`, 503 `busy`
 */
export async function changePassword(
  accounts: Accounts,
  caller: SessionOwner,
  input: { currentPassword?: string | undefined; newPassword: string },
  device: Device,
): Promise<string> {
  const { db, jobs, passwords } = accounts;
  passwords.check(input.newPassword);
  let proven = await getMember(db, caller.memberId);
  if (proven.password_hash !== null) {
    proven = await provePassword(accounts, caller.memberId, input.currentPassword);
  } else {
    await requireRecentProof(db, caller);
  }
  passwords.check(input.newPassword, ownerOf(proven));
  const provenHash = proven.password_hash;
  const passwordHash = await passwords.hash(input.newPassword);
  return inTransaction(db, async (tx) => {
    const member = await getLockedMember(tx, caller.memberId);
    if (member.password_hash !== provenHash) throw wrongPassword();
    // The session may have ended during hashing.
    if (provenHash === null) await requireRecentProof(tx, caller);
    await updateMember(tx, member.id, { password_hash: passwordHash });
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
