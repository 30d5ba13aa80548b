import { RECENT_PROOF_MINUTES } from '@oriel/contract';
import { sql } from 'kysely';
import { sessionExpired } from '../../../caller.ts';
import type { Db, Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { Accounts } from '../context.ts';
import type { Device } from '../sessions/device.ts';
import { type Proof, type SessionOwner, withProof } from './proofs.ts';
import { recordSecurityEvent } from './security-events.ts';

const PROOF_LIFETIME = sql`${sql.lit(RECENT_PROOF_MINUTES)} * interval '1 minute'`;

/**
 * Refuses a sensitive change unless the member has recently signed in to this session or called `reauthenticate`. Refreshing
 * the session does not count.
 *
 * @throws {AppError} 403 `reauthentication_required`
 */
export async function requireRecentProof(db: Db | Tx, { memberId, sessionId }: SessionOwner): Promise<void> {
  const recent = await db
    .selectFrom('member_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('authenticated_at', '>', sql<Date>`clock_timestamp() - ${PROOF_LIFETIME}`)
    .executeTakeFirst();
  if (recent !== undefined) return;
  throw new AppError(403, 'reauthentication_required', 'Please confirm that it is you to continue.');
}

/**
 * Verifies a proof of identity, which allows sensitive changes in this session for `RECENT_PROOF_MINUTES`.
 *
 * @returns the end of that time
 * @throws {AppError} as `withProof`
 */
export async function reauthenticate(
  accounts: Accounts,
  owner: SessionOwner,
  proof: Proof,
  device: Device,
): Promise<Date> {
  const { memberId, sessionId } = owner;
  return withProof(accounts, owner, proof, device, async (tx) => {
    const renewed = await tx
      .updateTable('member_sessions')
      .set({ authenticated_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', sessionId)
      .where('member_id', '=', memberId)
      .where('ended_at', 'is', null)
      .returning(sql<Date>`authenticated_at + ${PROOF_LIFETIME}`.as('validUntil'))
      .executeTakeFirst();
    if (renewed === undefined) throw sessionExpired();
    const [method = ''] = Object.keys(proof);
    await recordSecurityEvent(tx, accounts, {
      memberId,
      kind: 'reauthenticated',
      detail: method,
      sessionId,
      device,
    });
    return renewed.validUntil;
  });
}
