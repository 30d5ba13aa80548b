import type { SecurityEventKind } from '@oriel/contract';
import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { keysOf } from '../../../rate-limit/attempts.ts';
import { type RateLimit, windowsOf } from '../../../rate-limit/rate-limit.ts';
import { inOrder, type KeyedUsage, type RateLimitUsage } from '../../../rate-limit/store.ts';
import type { MemberRow } from '../members/store.ts';
import { MAILS_PER_HOUR, MAX_USER_AGENT } from '../security/security-events.ts';
import type { Device } from '../sessions/device.ts';
import type { NewSession } from '../sessions/store.ts';

// The hot path of sign-ins: one statement before hashing, and one after it. Their texts are reused as they are.

const RECORD_ATTEMPT = `
  SELECT (SELECT json_agg(counted) FROM count_hits($1::text[], $2::float8[]) AS counted) AS usages, member.*
  FROM (SELECT) AS attempt LEFT JOIN members AS member ON member.email = $3`;

const BEGIN_SESSION = `
  SELECT begin_session($1, $2, $3, $4, $5, $6::text[], $7, $8, 'password', $9) AS event`;

const BEGIN_SESSION_WITHOUT_MAIL = `${BEGIN_SESSION}
  WHERE (
    SELECT count(*) FROM (
      SELECT FROM security_events
      WHERE member_id = $4 AND kind = $7 AND created_at > clock_timestamp() - interval '1 hour'
      LIMIT ${MAILS_PER_HOUR}
    ) AS recent
  ) = ${MAILS_PER_HOUR}`;

/** All columns are null when no member matches. */
type MaybeMember = MemberRow | { [Column in keyof MemberRow]: null };

/**
 * Consumes a point of each limit and finds the member in one statement.
 *
 * @param email as the contract's `Email` parsed it
 * @returns `usages` in the order of `limits`; no member for an unknown email
 */
export async function recordAttempt(
  db: Db,
  limits: readonly RateLimit[],
  email: string,
): Promise<{ usages: RateLimitUsage[]; member: MemberRow | undefined }> {
  const windows = windowsOf(limits);
  const keys = windows.map(({ key }) => key);
  const milliseconds = windows.map(({ windowMs }) => windowMs);
  const { rows } = await db.executeQuery<MaybeMember & { usages: KeyedUsage[] }>(
    CompiledQuery.raw(RECORD_ATTEMPT, [keys, milliseconds, email]),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a recorded attempt returned no row');
  const { usages, ...member } = row;
  return { usages: inOrder(windows, usages), member: member.id === null ? undefined : member };
}

/** What a sign-in writes after the password was verified. */
export interface CompletedSignIn {
  limits: readonly RateLimit[];
  member: MemberRow;
  session: NewSession;
  event: { kind: SecurityEventKind; network: string };
}

/** @returns the id of the security event; null, without effect, as `begin_session` says; undefined without a row */
async function beginSession(
  db: Db | Tx,
  text: string,
  { limits, member, session, event }: CompletedSignIn,
): Promise<number | null | undefined> {
  const { id, salt, user_agent, bound } = session;
  const values = [
    id,
    salt,
    user_agent,
    member.id,
    member.password_hash,
    keysOf(limits),
    event.kind,
    event.network,
    bound,
  ];
  const { rows } = await db.executeQuery<{ event: number | null }>(CompiledQuery.raw(text, values));
  return rows[0]?.event;
}

/**
 * Begins the session of a member whose password was verified, records it, and returns the points of the limits.
 *
 * @returns the id of the security event; undefined, without effect, when the password has changed or the member was deleted
 *   since
 */
export async function completeSignIn(db: Db | Tx, signIn: CompletedSignIn): Promise<number | undefined> {
  return (await beginSession(db, BEGIN_SESSION, signIn)) ?? undefined;
}

/**
 * Like `completeSignIn`, unless a mail about the event is due.
 *
 * @returns whether the session has begun; undefined, without effect, when a mail is due
 */
export async function completeSignInWithoutMail(
  db: Db,
  signIn: CompletedSignIn,
): Promise<boolean | undefined> {
  const event = await beginSession(db, BEGIN_SESSION_WITHOUT_MAIL, signIn);
  return event === undefined ? undefined : event !== null;
}

/** Records a burst of failed sign-ins, if a member has the email. */
export async function recordFailedSignIns(db: Db, email: string, device: Device): Promise<void> {
  await sql`
    INSERT INTO security_events (member_id, kind, network, user_agent)
    SELECT id, 'failed-sign-ins', ${device.network}, ${device.userAgent.slice(0, MAX_USER_AGENT)}
    FROM members WHERE email = ${email}
  `.execute(db);
}

/**
 * Replaces the hash of a member's password by another one of the same password.
 *
 * @returns the member with the new hash; undefined when the hash has been replaced since the member was read
 */
export async function replaceHash(
  db: Db,
  member: MemberRow,
  renewed: string,
): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    SELECT * FROM renew_password_hash(${member.id}, ${member.password_hash}, ${renewed})
  `.execute(db);
  return rows[0];
}
