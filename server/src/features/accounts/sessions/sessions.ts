import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SecurityEventKind, Session } from '@oriel/contract';
import { type Selectable, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { Accounts } from '../context.ts';
import { rejectClosedAccount, rejectIfClosedNow } from '../members/blocked.ts';
import { findMember, type MemberRow, presentUser } from '../members/members.ts';
import { MAX_USER_AGENT, recordSecurityEvent } from '../security/security-events.ts';
import type { AccountTables, SessionEnd } from '../tables.ts';
import { type Device, describeDevice } from './device.ts';

export type SessionRow = Selectable<AccountTables['member_sessions']>;

/** How somebody signs in. */
export type SignInMethod =
  | 'password'
  | 'code'
  | 'phone-code'
  | 'google'
  | 'passkey'
  | 'recovery-code'
  | 'sign-up'
  | 'password-reset';

/** What the first sight of a session is recorded as. */
export function signInEventKind(method: SignInMethod, member: MemberRow, device: Device): SecurityEventKind {
  if (method === 'sign-up') return 'signed-up';
  if (method === 'password-reset') return 'password-reset';
  return device.knows(member) ? 'signed-in' : 'new-device';
}

const IDLE = sql`interval '14 days'`;
const LONGEST = sql`interval '60 days'`;
/** For how long a token that has just been exchanged is answered with the same successor: tabs may race. */
const LEEWAY = sql`interval '10 seconds'`;

/** The database's own clock; `now()` would be when the transaction began, which may have waited for a lock since. */
const CLOCK = sql<Date>`clock_timestamp()`;

const isAlive = sql<boolean>`
  ended_at IS NULL AND last_used_at > clock_timestamp() - ${IDLE} AND created_at > clock_timestamp() - ${LONGEST}`;

/** What a browser is given of a session. */
export async function presentSession(
  accounts: Accounts,
  member: MemberRow,
  session: Pick<SessionRow, 'id' | 'salt' | 'generation'>,
): Promise<Session> {
  return {
    user: presentUser(member),
    token: await accounts.tokens.signAccess({ memberId: member.id, sessionId: session.id }),
    refreshToken: accounts.tokens.refreshToken(session),
  };
}

/** A session before its first refresh. */
export type NewSession = Pick<SessionRow, 'id' | 'salt' | 'user_agent' | 'bound'>;

/** What is drawn by lot for a session, and where it is used. */
export const newSession = (device: Device): NewSession => ({
  id: `s_${randomBytes(16).toString('base64url')}`,
  salt: randomBytes(16),
  user_agent: device.userAgent.slice(0, MAX_USER_AGENT),
  bound: device.isBrowser,
});

/**
 * Signs a member in: begins a family of refresh tokens, and records it. The caller has made sure that it is them.
 *
 * @param redirected whether the tokens will travel in an address; the first refresh then needs `redirectProof`
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
  const session = await tx
    .insertInto('member_sessions')
    .values({ ...newSession(device), member_id: member.id, redirected })
    .returning(['id', 'salt', 'generation'])
    .executeTakeFirstOrThrow();
  await recordSecurityEvent(tx, accounts, {
    memberId: member.id,
    kind: signInEventKind(method, member, device),
    detail: method,
    sessionId: session.id,
    device,
  });
  return presentSession(accounts, member, session);
}

/** What the browser keeps in a cookie while the first tokens of a session travel in an address. */
export function redirectProof(accounts: Accounts, refreshToken: string): string {
  const sessionId = accounts.tokens.parseRefresh(refreshToken)?.sessionId ?? '';
  return accounts.tokens.digest('redirect', sessionId).toString('base64url');
}

function provesRedirect(accounts: Accounts, sessionId: string, proof: string | undefined): boolean {
  const expected = accounts.tokens.digest('redirect', sessionId);
  const given = Buffer.from(proof ?? '', 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Ends a member's sessions, all of them or all but one. @returns how many there were */
export async function endSessions(
  tx: Tx,
  memberId: string,
  reason: SessionEnd,
  except?: string,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('member_sessions')
    .set({ ended_at: CLOCK, end_reason: reason })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends one session. @returns the session; undefined when the member has no such session that is alive */
export async function endSession(
  db: Db | Tx,
  memberId: string,
  sessionId: string,
  reason: SessionEnd,
): Promise<SessionRow | undefined> {
  return db
    .updateTable('member_sessions')
    .set({ ended_at: CLOCK, end_reason: reason })
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Where a member is signed in, the last used first. */
export async function findSessions(db: Db, memberId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('member_sessions')
    .selectAll()
    .where('member_id', '=', memberId)
    .where(isAlive)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

/** The session that a refresh token proves, whichever generation it is of; locked. */
async function provenSession(
  accounts: Accounts,
  tx: Tx,
  token: string,
): Promise<{ session: SessionRow & { alive: boolean; inLeeway: boolean }; generation: number } | undefined> {
  const parsed = accounts.tokens.parseRefresh(token);
  if (parsed === undefined) return undefined;
  const session = await tx
    .selectFrom('member_sessions')
    .selectAll()
    .select([isAlive.as('alive'), sql<boolean>`rotated_at > clock_timestamp() - ${LEEWAY}`.as('inLeeway')])
    .where('id', '=', parsed.sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const { generation, signature } = parsed;
  const genuine = accounts.tokens.parseRefresh(
    accounts.tokens.refreshToken({ id: session.id, salt: session.salt, generation }),
  );
  if (genuine === undefined || !timingSafeEqual(genuine.signature, signature)) return undefined;
  return { session, generation };
}

/** Ends the session of a refresh token of any generation; nothing happens for one that proves none. */
export async function endSessionOf(accounts: Accounts, refreshToken: string): Promise<void> {
  await inTransaction(accounts.db, async (tx) => {
    const proven = await provenSession(accounts, tx, refreshToken);
    if (proven !== undefined) await endSession(tx, proven.session.member_id, proven.session.id, 'logout');
  });
}

/**
 * Exchanges a refresh token for its successor. Whoever comes second with the same token, within seconds, gets the same
 * successor. Anything older was copied by somebody: the whole family ends. A session that began in a browser is refreshed
 * there alone.
 *
 * @param proof what the browser's cookie says, for a session that began with a redirect (see oidc-cookies.ts)
 * @param fromAddress whether the token came in an address. Then the proof is asked for whatever session it is: anybody can
 *   put a token of their own into a link for others.
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
    const proven = await provenSession(accounts, tx, refreshToken);
    if (proven?.session.end_reason === 'blocked') await rejectIfClosedNow(tx, proven.session.member_id);
    if (!proven?.session.alive) return undefined;
    const { session, generation } = proven;
    const needsProof = fromAddress || (session.redirected && generation === 0);
    if (needsProof && !provesRedirect(accounts, session.id, proof)) {
      accounts.log.warn({ sessionId: session.id }, 'tokens of a redirect were used in another browser');
      return undefined;
    }
    if (session.bound && !device.holds(session.id)) {
      // The session goes on: whoever has copied its tokens must not be able to end it either.
      accounts.log.warn({ sessionId: session.id }, 'a refresh token was used outside its browser');
      return undefined;
    }
    const member = await findMember(tx, session.member_id);
    if (member === undefined) return undefined;
    rejectClosedAccount(member);
    if (generation === session.generation) {
      const next = { ...session, generation: generation + 1 };
      await tx
        .updateTable('member_sessions')
        .set({ generation: next.generation, rotated_at: CLOCK, last_used_at: CLOCK })
        .where('id', '=', session.id)
        .execute();
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
      'an old refresh token was used again; its session is ended',
    );
    return undefined;
  });
  if (renewed === undefined) throw new AppError(401, 'session_ended', 'Unable to refresh session');
  return renewed;
}

/** Deletes sessions that have been over for a month. */
export async function deleteOldSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('member_sessions')
    .where(sql<boolean>`last_used_at < now() - interval '45 days' OR created_at < now() - interval '91 days'`)
    .execute();
}
