import { sql } from 'kysely';
import { Batch } from '../../../batch.ts';
import { type Db, onColumnChange } from '../../../database/database.ts';
import type { Accounts } from '../context.ts';
import type { AccessClaims } from './jwt.ts';
import { SessionCache } from './session-cache.ts';

/** The columns that decide whether a session may be used; with any other, the cached sessions stay valid. */
const DECISIVE = {
  member_sessions: ['ended_at', 'member_id'],
  members: ['deleted_at', 'blocked_at', 'ownership_asked_at'],
} as const;

/** Ids of sessions. Tokens of our own have no others, but one that cannot be stored would spoil a whole batch. */
const SESSION_ID = /^s_[\w-]{1,64}$/;

/** Those of the sessions that are active, for members who may use them. */
async function findActive(db: Db, sessionIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; member_id: string }>`
    SELECT session.id, session.member_id FROM member_sessions AS session
    JOIN members AS member ON member.id = session.member_id
    WHERE session.id = ANY (${sessionIds}::text[]) AND session.ended_at IS NULL AND member.deleted_at IS NULL
      AND member.blocked_at IS NULL AND member.ownership_asked_at IS NULL
  `.execute(db);
  return new Map(rows.map(({ id, member_id }) => [id, member_id]));
}

/**
 * Resolves access tokens to members. Signing out, a new password, a block and deletion count at once in the process that did
 * it, whichever code did, and after `SESSION_CACHE_MS` in others.
 */
export function createSessionCache({ db, tokens }: Pick<Accounts, 'db' | 'tokens'>): SessionCache {
  const active = new Batch<AccessClaims, boolean>(async (asked) => {
    const found = await findActive(
      db,
      asked.map(({ sessionId }) => sessionId),
    );
    return asked.map(({ sessionId, memberId }) => found.get(sessionId) === memberId);
  });
  const cache = new SessionCache({
    verify: (token) => tokens.verifyAccess(token),
    isActive: async (claims) => SESSION_ID.test(claims.sessionId) && active.get(claims),
  });
  onColumnChange(db, DECISIVE, () => cache.forgetChecks());
  return cache;
}
