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

// The hot path of sign-ins: one statement before hashing, and one after it.

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
  const { rows } = await sql<MaybeMember & { usages: KeyedUsage[] }>`
    SELECT (SELECT json_agg(counted) FROM ${countedHits(windows)} AS counted) AS usages, member.*
    FROM (SELECT) AS attempt LEFT JOIN members AS member ON member.email = ${email}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a recorded attempt returned no row');
  const { usages, ...member } = row;
  return { usages: inOrder(windows, usages), member: member.id === null ? undefined : member };
}

/**
 * Begins the session of a member whose password was verified, records it, and returns the points of the limits.
 *
 * @returns the id of the security event; undefined, without effect, when the password has changed or the member was deleted
 *   since
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

/** Records a burst of failed sign-ins, if a member has the email. */
export async function recordFailedSignIns(db: Db, email: string, device: Device): Promise<void> {
  await sql`
    INSERT INTO security_events (member_id, kind, network, user_agent)
    SELECT id, 'failed-sign-ins', ${device.network}, ${device.userAgent.slice(0, MAX_USER_AGENT)}
    FROM members WHERE email = ${email}
  `.execute(db);
}
