import { sql } from 'kysely';
import type { ResolveCaller } from '../../../http/authenticate.ts';
import type { Accounts } from '../context.ts';
import { presentTier } from '../members/members.ts';

/**
 * Resolves an access token to its member. Queries the database each time, so that signing out, a new password and deletion
 * take effect at once rather than when the token expires.
 */
export function createResolveCaller(accounts: Accounts): ResolveCaller {
  return async (token) => {
    const claims = await accounts.tokens.verifyAccess(token);
    if (claims === undefined) return undefined;
    const member = await accounts.db
      .selectFrom('member_sessions as session')
      .innerJoin('members as member', 'member.id', 'session.member_id')
      .select([
        'member.id',
        'member.tier',
        'member.tier_until',
        'member.plus_until',
        sql<Date>`now()`.as('now'),
      ])
      .where('session.id', '=', claims.sessionId)
      .where('session.member_id', '=', claims.memberId)
      .where('session.ended_at', 'is', null)
      .where('member.deleted_at', 'is', null)
      .where('member.blocked_at', 'is', null)
      .where('member.ownership_asked_at', 'is', null)
      .executeTakeFirst();
    if (member === undefined) return undefined;
    return {
      kind: 'member',
      memberId: member.id,
      sessionId: claims.sessionId,
      tier: presentTier(member, member.now),
    };
  };
}
