import type { Tx } from '../../../database/database.ts';
import { endTier, setPlusUntil, setTier } from '../../accounts/service.ts';
import type { OrderRow } from './store.ts';
import { findRunningTiers } from './tier-store.ts';

/**
 * Sets a member's tier to what their active paid plans grant. The caller holds the member's lock, so that no refund of
 * another plan is applied at the same time.
 *
 * @param ended an order whose tier ends now
 */
export async function applyTiers(tx: Tx, memberId: string, ended?: OrderRow): Promise<void> {
  if (ended?.tier && ended.tier_until) await endTier(tx, memberId, ended.tier, ended.tier_until);
  let plusUntil: Date | null = null;
  for (const { tier, tier_until } of await findRunningTiers(tx, memberId)) {
    if (tier === null || tier_until === null) continue;
    await setTier(tx, memberId, tier, tier_until);
    if (tier === 'Plus' && (plusUntil === null || tier_until > plusUntil)) plusUntil = tier_until;
  }
  await setPlusUntil(tx, memberId, plusUntil);
}
