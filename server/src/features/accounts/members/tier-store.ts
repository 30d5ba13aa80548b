import type { Tier } from '@oriel/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';

/**
 * Grants a member a tier until a certain time, unless a higher tier, or the same for longer, is in force.
 */
export async function setTier(
  tx: Tx,
  memberId: string,
  tier: Exclude<Tier, 'Free'>,
  until: Date,
): Promise<void> {
  await sql`
    UPDATE members SET tier = ${tier}, tier_until = ${until}
    WHERE id = ${memberId} AND deleted_at IS NULL
      AND NOT (
        (tier_until IS NULL OR tier_until > now())
        AND (array_position(ARRAY['Free', 'Plus', 'Pro'], tier), coalesce(tier_until, 'infinity'))
          >= (array_position(ARRAY['Free', 'Plus', 'Pro'], ${tier}::text), ${until}::timestamptz)
      )
  `.execute(tx);
}

/** Ends a tier that was granted until a certain time, unless it has changed since. */
export async function endTier(tx: Tx, memberId: string, tier: Tier, until: Date): Promise<void> {
  await tx
    .updateTable('members')
    .set({ tier: 'Free', tier_until: null })
    .where('id', '=', memberId)
    .where('tier', '=', tier)
    .where('tier_until', '=', until)
    .execute();
}

/** Sets until when a bought Plus plan runs, regardless of a Pro plan above it; null for no Plus plan. */
export async function setPlusUntil(tx: Tx, memberId: string, until: Date | null): Promise<void> {
  await tx
    .updateTable('members')
    .set({ plus_until: until })
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Whether a member is Pro at a time. @param at undefined for the present time of the database */
export async function isProAt(tx: Tx, memberId: string, at: Date | undefined): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .select(sql<boolean>`tier_until IS NULL OR tier_until > ${at ?? sql`now()`}`.as('isPro'))
    .where('id', '=', memberId)
    .where('tier', '=', 'Pro')
    .executeTakeFirst();
  return row?.isPro ?? false;
}
