import { Batch } from '../../../batch.ts';
import { onColumnChange } from '../../../database/database.ts';
import type { Accounts } from '../context.ts';
import type { AccessClaims } from './jwt.ts';
import { SessionCache } from './session-cache.ts';
import { findOwners } from './store.ts';

/** The columns that decide whether a session may be used; with any other, the cached sessions stay valid. */
const DECISIVE = {
  member_sessions: ['ended_at', 'member_id'],
  members: ['deleted_at', 'blocked_at', 'ownership_asked_at'],
} as const;

/** Ids of sessions. Tokens of our own have no others, but one that cannot be stored would spoil a whole batch. */
const SESSION_ID = /^s_[\w-]{1,64}$/;

/**
 * Resolves access tokens to members. Signing out, a new password, a block and deletion count at once in the process that did
 * it, whichever code did, and after `SESSION_CACHE_MS` in others.
 */
export function createSessionCache({ db, tokens }: Pick<Accounts, 'db' | 'tokens'>): SessionCache {
  const active = new Batch<AccessClaims, boolean>(async (asked) => {
    const found = await findOwners(
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
