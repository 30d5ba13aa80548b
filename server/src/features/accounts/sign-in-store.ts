import { sql } from 'kysely';
import type { Db } from '../../database.ts';
import { countingHits, inOrder, type KeyedUse, type LimitUse } from '../../http/rate-limit-store.ts';
import { type Budget, windowsOf } from './limits.ts';
import type { MemberRow } from './members.ts';
import type { newSession, SessionRow } from './sessions.ts';

// Under a storm of sign-ins this is what the server does most, beside hashing: one statement before it, one after it.

/** Nobody is a row of nothing. */
type Found = MemberRow | { [Column in keyof MemberRow]: null };

/**
 * Takes one of each budget, and finds the member with the address.
 *
 * @param email as the contract's `Email` parsed it
 * @returns what is used of the budgets, in their order; no member for an address that nobody has
 */
export async function beginGuess(
  db: Db,
  budgets: readonly Budget[],
  email: string,
): Promise<{ uses: LimitUse[]; member: MemberRow | undefined }> {
  const windows = windowsOf(budgets);
  const { rows } = await sql<Found & { uses: KeyedUse[] }>`
    WITH counted AS (${countingHits(windows)})
    SELECT (SELECT json_agg(counted) FROM counted) AS uses, member.*
    FROM (SELECT) AS guess LEFT JOIN members AS member ON member.email = ${email}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a guess that was begun returned no row');
  const { uses, ...member } = row;
  return { uses: inOrder(windows, uses), member: member.id === null ? undefined : member };
}

/**
 * Begins the session of a member whose password was checked and gives back what was taken of the budgets, unless the
 * member has got another password or has left since: then nothing happens.
 */
export async function endRightGuess(
  db: Db,
  budgets: readonly Budget[],
  member: MemberRow,
  { id, salt, user_agent }: ReturnType<typeof newSession>,
): Promise<Pick<SessionRow, 'id' | 'salt' | 'generation'> | undefined> {
  // The lock holds back whoever changes the password until this session is there to be ended.
  const { rows } = await sql<Pick<SessionRow, 'id' | 'salt' | 'generation'>>`
    WITH session AS (
      INSERT INTO member_sessions (id, salt, user_agent, member_id)
      SELECT ${id}, ${salt}, ${user_agent}, member.id FROM members AS member
      WHERE member.id = ${member.id} AND deleted_at IS NULL AND password_hash = ${member.password_hash}
      FOR SHARE
      RETURNING id, salt, generation
    ), taken AS (
      -- Locked in the order in which all take them, so that nobody waits in a ring.
      SELECT key FROM rate_limits
      WHERE key = ANY (${budgets.map(({ key }) => key)}::text[]) AND EXISTS (SELECT FROM session)
      ORDER BY key
      FOR UPDATE
    ), given_back AS (
      UPDATE rate_limits SET hits = hits - 1 WHERE key IN (SELECT key FROM taken) AND hits > 0
    )
    SELECT id, salt, generation FROM session
  `.execute(db);
  return rows[0];
}
