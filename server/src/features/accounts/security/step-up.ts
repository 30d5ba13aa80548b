import { sessionExpired } from '../../../caller.ts';
import type { Db, Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { Accounts } from '../context.ts';
import type { Device } from '../sessions/device.ts';
import { hasRecentProof, renewProof } from '../sessions/store.ts';
import { type Proof, type SessionOwner, withProof } from './proofs.ts';
import { recordSecurityEvent } from './security-events.ts';

/**
 * Refuses a sensitive change unless the member has recently signed in to this session or called `reauthenticate`. Refreshing
 * the session does not count.
 *
 * @throws {AppError} 403 `reauthentication_required`
 */
export async function requireRecentProof(db: Db | Tx, owner: SessionOwner): Promise<void> {
  if (await hasRecentProof(db, owner)) return;
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
    const validUntil = await renewProof(tx, owner);
    if (validUntil === undefined) throw sessionExpired();
    const [method = ''] = Object.keys(proof);
    await recordSecurityEvent(tx, accounts, {
      memberId,
      kind: 'reauthenticated',
      detail: method,
      sessionId,
      device,
    });
    return validUntil;
  });
}
