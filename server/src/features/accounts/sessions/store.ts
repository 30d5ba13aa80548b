import { RECENT_PROOF_MINUTES } from '@oriel/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { AccountTables, SessionEnd } from '../tables.ts';

export type SessionRow = Selectable<AccountTables['member_sessions']>;

/** A session before its first refresh. */
export type NewSession = Pick<SessionRow, 'id' | 'salt' | 'user_agent' | 'bound'>;

const MAX_IDLE = sql`interval '14 days'`;
const MAX_AGE = sql`interval '60 days'`;
/** How long a replaced token still gets its successor, for tabs that refresh at the same time. */
const LEEWAY = sql`interval '10 seconds'`;

/** Not `now()`, the start of the transaction, which may have waited for a lock since. */
const CLOCK = sql<Date>`clock_timestamp()`;

const PROOF_LIFETIME = sql`${sql.lit(RECENT_PROOF_MINUTES)} * interval '1 minute'`;

const isActive = sql<boolean>`
  ended_at IS NULL AND last_used_at > clock_timestamp() - ${MAX_IDLE} AND created_at > clock_timestamp() - ${MAX_AGE}`;

export async function insertSession(
  tx: Tx,
  session: Insertable<AccountTables['member_sessions']>,
): Promise<Pick<SessionRow, 'id' | 'salt' | 'generation'>> {
  return tx
    .insertInto('member_sessions')
    .values(session)
    .returning(['id', 'salt', 'generation'])
    .executeTakeFirstOrThrow();
}

/** A session at the moment when it was locked. */
export interface LockedSession extends SessionRow {
  isActive: boolean;
  /** Whether its previous token may still be exchanged. */
  inLeeway: boolean;
}

/** The session with this id, even if it is not active; locked until the end of the transaction. */
export async function lockSession(tx: Tx, id: string): Promise<LockedSession | undefined> {
  return tx
    .selectFrom('member_sessions')
    .selectAll()
    .select([
      isActive.as('isActive'),
      sql<boolean>`rotated_at > clock_timestamp() - ${LEEWAY}`.as('inLeeway'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Records that the token of a session was replaced by that of the next generation. */
export async function advanceSession(tx: Tx, id: string, generation: number): Promise<void> {
  await tx
    .updateTable('member_sessions')
    .set({ generation, rotated_at: CLOCK, last_used_at: CLOCK })
    .where('id', '=', id)
    .execute();
}

/** Ends all sessions of a member, or all but one. @returns how many were ended */
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

/** Ends one session. @returns the session; undefined when the member has no such active session */
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

/** The active sessions of a member, the last used first. */
export async function findSessions(db: Db, memberId: string): Promise<SessionRow[]> {
  return db
    .selectFrom('member_sessions')
    .selectAll()
    .where('member_id', '=', memberId)
    .where(isActive)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
}

const EXPORTED = [
  'id',
  'user_agent',
  'created_at',
  'last_used_at',
  'authenticated_at',
  'ended_at',
  'end_reason',
] as const;

/** All stored sessions of a member, the oldest first. */
export async function findAllSessions(
  db: Db,
  memberId: string,
): Promise<Pick<SessionRow, (typeof EXPORTED)[number]>[]> {
  return db
    .selectFrom('member_sessions')
    .select(EXPORTED)
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .execute();
}

/** The member of each session that has not ended, unless they are deleted, blocked or yet to say whether the account is theirs. */
export async function findOwners(db: Db, sessionIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; member_id: string }>`
    SELECT session.id, session.member_id FROM member_sessions AS session
    JOIN members AS member ON member.id = session.member_id
    WHERE session.id = ANY ((SELECT ${sessionIds}::text[])::text[]) AND session.ended_at IS NULL AND member.deleted_at IS NULL
      AND member.blocked_at IS NULL AND member.ownership_asked_at IS NULL
  `.execute(db);
  return new Map(rows.map(({ id, member_id }) => [id, member_id]));
}

/** Whether the member has proven their identity in this session within `RECENT_PROOF_MINUTES`. */
export async function hasRecentProof(
  db: Db | Tx,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<boolean> {
  const recent = await db
    .selectFrom('member_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('authenticated_at', '>', sql<Date>`clock_timestamp() - ${PROOF_LIFETIME}`)
    .executeTakeFirst();
  return recent !== undefined;
}

/** Records a proof of identity. @returns until when it is recent; undefined when the session has ended */
export async function renewProof(
  tx: Tx,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<Date | undefined> {
  const renewed = await tx
    .updateTable('member_sessions')
    .set({ authenticated_at: CLOCK })
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .returning(sql<Date>`authenticated_at + ${PROOF_LIFETIME}`.as('validUntil'))
    .executeTakeFirst();
  return renewed?.validUntil;
}

/** Removes what the sessions of a member tell about their devices. */
export async function removeUserAgents(tx: Tx, memberId: string): Promise<void> {
  await tx.updateTable('member_sessions').set({ user_agent: '' }).where('member_id', '=', memberId).execute();
}

/** Deletes sessions a month after they expired. */
export async function deleteOldSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('member_sessions')
    .where(sql<boolean>`last_used_at < now() - interval '45 days' OR created_at < now() - interval '91 days'`)
    .execute();
}
