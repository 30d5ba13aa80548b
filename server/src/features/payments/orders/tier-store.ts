import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import type { OrderRow } from './store.ts';

/** The tiers of a member's paid orders that have not ended. */
export async function findRunningTiers(
  tx: Tx,
  memberId: string,
): Promise<Pick<OrderRow, 'tier' | 'tier_until'>[]> {
  return tx
    .selectFrom('payment_orders')
    .select(['tier', 'tier_until'])
    .where('member_id', '=', memberId)
    .where('status', '=', 'paid')
    .where('tier', 'is not', null)
    .where('tier_until', '>', sql<Date>`now()`)
    .execute();
}
