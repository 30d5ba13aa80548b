import type { SecurityEventKind } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import { keysOf } from '../../../rate-limit/attempts.ts';
import { type RateLimit, windowsOf } from '../../../rate-limit/rate-limit.ts';
import { countedHits, inOrder, type KeyedUsage, type RateLimitUsage } from '../../../rate-limit/store.ts';
import type { MemberRow } from '../members/members.ts';
import { MAX_USER_AGENT } from '../security/security-events.ts';
import type { Device } from '../sessions/device.ts';
import type { NewSession } from '../sessions/sessions.ts';

// Under a storm of sign-ins this is what the server does most, beside hashing: one statement before it, one after it.

/** Nobody is a row of nothing. */
type MaybeMember = MemberRow | { [Column in keyof MemberRow]: null };

/**
 * Takes one of each limit, and finds the member with the address.
 *
 * @param email as the contract's `Email` parsed it
 * @returns what is used of the limits, in their order; no member for an address that nobody has
 */
export async function recordAttempt(
  db: Db,
  limits: readonly RateLimit[],
  email: string,
): Promise<{ uses: RateLimitUsage[]; member: MemberRow | undefined }> {
  const windows = windowsOf(limits);
  const { rows } = await sql<MaybeMember & { uses: KeyedUsage[] }>`
    SELECT (SELECT json_agg(counted) FROM ${countedHits(windows)} AS counted) AS uses, member.*
    FROM (SELECT) AS guess LEFT JOIN members AS member ON member.email = ${email}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a guess that was begun returned no row');
  const { uses, ...member } = row;
  return { uses: inOrder(windows, uses), member: member.id === null ? undefined : member };
}

/**
 * Begins the session of a member whose password was checked, records it, and gives back what was taken of the limits.
 *
 * @returns the id of the security event; undefined, and nothing has happened, when the member has got another password or
 *   has left since
 */
export async function completeSignIn(
  db: Db | Tx,
  limits: readonly RateLimit[],
  member: MemberRow,
  { id, salt, user_agent, bound }: NewSession,
  event: { kind: SecurityEventKind; network: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ event: number | null }>`
    SELECT begin_session(${id}, ${salt}, ${user_agent}, ${member.id}, ${member.password_hash}, ${keysOf(limits)}::text[],
      ${event.kind}, ${event.network}, 'password', ${bound}) AS event
  `.execute(db);
  return rows[0]?.event ?? undefined;
}

/** Records that somebody keeps trying to sign in with an email address, if a member has it. */
export async function recordFailedSignIns(db: Db, email: string, device: Device): Promise<void> {
  await sql`
    INSERT INTO security_events (member_id, kind, network, user_agent)
    SELECT id, 'failed-sign-ins', ${device.network}, ${device.userAgent.slice(0, MAX_USER_AGENT)}
    FROM members WHERE email = ${email}
  `.execute(db);
}
