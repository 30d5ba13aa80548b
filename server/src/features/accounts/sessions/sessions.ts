import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecurityEventKind, Session } from '@oriel/contract';
import { inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { Accounts } from '../context.ts';
import { rejectClosedAccount, rejectIfClosedNow } from '../members/blocked.ts';
import { presentUser } from '../members/presentation.ts';
import { findMember, type MemberRow } from '../members/store.ts';
import { MAX_USER_AGENT, recordSecurityEvent } from '../security/security-events.ts';
import { type Device, describeDevice } from './device.ts';
import { matchesDigest } from './jwt.ts';
import {
  advanceSession,
  endSession,
  insertSession,
  type LockedSession,
  lockSession,
  type NewSession,
  type SessionRow,
} from './store.ts';

/** How a member signs in. */
export type SignInMethod =
  | 'password'
  | 'code'
  | 'phone-code'
  | 'google'
  | 'passkey'
  | 'recovery-code'
  | 'sign-up'
  | 'password-reset';

/** The security event that a new session is recorded as. */
export function signInEventKind(method: SignInMethod, member: MemberRow, device: Device): SecurityEventKind {
  if (method === 'sign-up') return 'signed-up';
  if (method === 'password-reset') return 'password-reset';
  return device.isKnownFor(member) ? 'signed-in' : 'new-device';
}

/** A session as the contract returns it, with new tokens. */
export function presentSession(
  accounts: Accounts,
  member: MemberRow,
  session: Pick<SessionRow, 'id' | 'salt' | 'generation'>,
): Session {
  return {
    user: presentUser(member),
    token: accounts.tokens.signAccess({ memberId: member.id, sessionId: session.id }),
    refreshToken: accounts.tokens.refreshToken(session),
  };
}

/** Random values for a session, and the device that uses it. */
export const newSession = (device: Device): NewSession => ({
  id: `s_${randomBytes(16).toString('base64url')}`,
  salt: randomBytes(16),
  user_agent: device.userAgent.slice(0, MAX_USER_AGENT),
  bound: device.isBrowser,
});

/**
 * Signs a member in: begins a family of refresh tokens and records it. The caller has authenticated the member.
 *
 * @param redirected whether the tokens travel in a URL; the first refresh then needs `redirectProof`
 * @throws {AppError} 403 `account_blocked`, `ownership_unanswered`
 */
export async function beginSession(
  accounts: Accounts,
  tx: Tx,
  member: MemberRow,
  device: Device,
  { method, redirected = false }: { method: SignInMethod; redirected?: boolean },
): Promise<Session> {
  await rejectIfClosedNow(tx, member.id);
  const session = await insertSession(tx, { ...newSession(device), member_id: member.id, redirected });
  await recordSecurityEvent(tx, accounts, {
    memberId: member.id,
    kind: signInEventKind(method, member, device),
    detail: method,
    sessionId: session.id,
    device,
  });
  return presentSession(accounts, member, session);
}

/** The value of the cookie that the browser keeps while the first tokens of a session travel in a URL. */
export function redirectProof(accounts: Accounts, refreshToken: string): string {
  const sessionId = accounts.tokens.parseRefresh(refreshToken)?.sessionId ?? '';
  return accounts.tokens.digest('redirect', sessionId).toString('base64url');
}

function isRedirectProof(accounts: Accounts, sessionId: string, proof: string | undefined): boolean {
  return matchesDigest(proof ?? '', accounts.tokens.digest('redirect', sessionId));
}

/** The session of a genuine refresh token of any generation; locked. */
async function findSessionByToken(
  accounts: Accounts,
  tx: Tx,
  token: string,
): Promise<{ session: LockedSession; generation: number } | undefined> {
  const parsed = accounts.tokens.parseRefresh(token);
  if (parsed === undefined) return undefined;
  const session = await lockSession(tx, parsed.sessionId);
  if (session === undefined) return undefined;
  const { generation, signature } = parsed;
  const genuine = accounts.tokens.parseRefresh(
    accounts.tokens.refreshToken({ id: session.id, salt: session.salt, generation }),
  );
  if (genuine === undefined || !timingSafeEqual(genuine.signature, signature)) return undefined;
  return { session, generation };
}

/** Ends the session of a refresh token of any generation; ignores tokens that are not genuine. */
export async function endSessionOf(accounts: Accounts, refreshToken: string): Promise<void> {
  await inTransaction(accounts.db, async (tx) => {
    const match = await findSessionByToken(accounts, tx, refreshToken);
    if (match !== undefined) await endSession(tx, match.session.member_id, match.session.id, 'logout');
  });
}

/**
 * Exchanges a refresh token for its successor. A second exchange within seconds returns the same successor. An older token
 * must have been copied, so it ends the session. A session that began in a browser can only be refreshed there.
 *
 * @param proof the browser's cookie for a session that began with a redirect (see `oidc/cookies.ts`)
 * @param fromAddress whether the token came in a URL. Then every session needs the proof, because an attacker could put a
 *   token of their own into a link.
 * @throws {AppError} 401 `session_ended`, 403 `ownership_unanswered`, or `account_blocked` for a session that ended when its
 *   member was blocked
 */
export async function refresh(
  accounts: Accounts,
  refreshToken: string,
  device: Device,
  proof?: string,
  fromAddress = false,
): Promise<Session> {
  const renewed = await inTransaction(accounts.db, async (tx) => {
    const match = await findSessionByToken(accounts, tx, refreshToken);
    if (match?.session.end_reason === 'blocked') await rejectIfClosedNow(tx, match.session.member_id);
    if (!match?.session.isActive) return undefined;
    const { session, generation } = match;
    const needsProof = fromAddress || (session.redirected && generation === 0);
    if (needsProof && !isRedirectProof(accounts, session.id, proof)) {
      accounts.log.warn({ sessionId: session.id }, 'tokens of a redirect used in another browser');
      return undefined;
    }
    if (session.bound && !device.isBoundTo(session.id)) {
      // The session stays active, so that a thief of its tokens cannot end it either.
      accounts.log.warn({ sessionId: session.id }, 'refresh token used outside its browser');
      return undefined;
    }
    const member = await findMember(tx, session.member_id);
    if (member === undefined) return undefined;
    rejectClosedAccount(member);
    if (generation === session.generation) {
      const next = { ...session, generation: generation + 1 };
      await advanceSession(tx, session.id, next.generation);
      return presentSession(accounts, member, next);
    }
    if (generation === session.generation - 1 && session.inLeeway) {
      return presentSession(accounts, member, session);
    }
    await endSession(tx, member.id, session.id, 'reuse');
    await recordSecurityEvent(tx, accounts, {
      memberId: member.id,
      kind: 'token-reused',
      detail: describeDevice(session.user_agent),
      sessionId: session.id,
      device,
    });
    accounts.log.warn(
      { memberId: member.id, sessionId: session.id, generation, current: session.generation },
      'refresh token reused; session ended',
    );
    return undefined;
  });
  if (renewed === undefined) throw new AppError(401, 'session_ended', 'Unable to refresh session');
  return renewed;
}
