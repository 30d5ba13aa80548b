import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import type { MemberRow } from '../accounts/service.ts';
import { findOtherTierOrder, hasOpenDebt } from '../payments/service.ts';
import { grantTokens, lockWallet, reversePurchase } from '../wallet/service.ts';
import type { ReferralTables, RewardKind } from './tables.ts';

/** How many rewards of one kind a referrer may get. */
export interface RewardCaps {
  perDay: number;
  /** Within 30 days. */
  perMonth: number;
}

/** A reward before the caps apply. */
export interface NewReward {
  kind: RewardKind;
  newcomer: Pick<MemberRow, 'id'>;
  /** Digest of the newcomer's mailbox. */
  mailbox: Buffer;
  /** The member who gets the tokens. */
  memberId: string;
  tokens: number;
  /** Our id of the purchase that it is for. */
  orderId?: string;
}

/** How the tokens of a reward are granted. */
export interface RewardTerms {
  /** In days of 24 hours, from when they can be spent. */
  validityDays: number;
  /** For how long they count in the balance and cannot be spent yet, in days of 24 hours. By default not at all. */
  holdDays?: number;
  requiresVerifiedEmail?: boolean;
  caps?: RewardCaps;
}

/**
 * Inserts a reward as waiting. The table's constraints allow one of each kind for a newcomer and for a mailbox.
 *
 * @returns the id of its row; undefined where there was one before
 */
export async function reserveReward(tx: Tx, reward: NewReward): Promise<number | undefined> {
  const row = await tx
    .insertInto('referral_rewards')
    .values({
      kind: reward.kind,
      newcomer_id: reward.newcomer.id,
      member_id: reward.memberId,
      mailbox: reward.mailbox,
      state: 'waiting',
      tokens: reward.tokens,
      order_id: reward.orderId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether a referrer has had as many rewards of a kind as the caps allow. The referrer's wallet is locked. */
async function isCapped(tx: Tx, memberId: string, kind: RewardKind, caps: RewardCaps): Promise<boolean> {
  const { rows } = await sql<{ today: number; month: number }>`
    SELECT count(*) FILTER (WHERE granted_at > now() - interval '1 day')::integer AS today, count(*)::integer AS month
    FROM referral_rewards
    WHERE member_id = ${memberId} AND kind = ${kind} AND granted_at > now() - interval '30 days'
  `.execute(tx);
  const { today, month } = rows[0] ?? { today: 0, month: 0 };
  return today >= caps.perDay || month >= caps.perMonth;
}

/** A moment from now on, by the database's clock. @param days of 24 hours */
async function inDays(tx: Tx, days: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT now() + ${days} * interval '24 hours' AS at`.execute(tx);
  if (rows[0] === undefined) throw new Error('the database has no clock');
  return rows[0].at;
}

/**
 * Locks a reward, and before it the wallet of its member, in the order of locks of a settled debt: the rewards of a member
 * are counted and granted one after the other.
 */
async function lockReward(
  tx: Tx,
  rewards: SelectQueryBuilder<Schema, 'referral_rewards', object>,
): Promise<Selectable<ReferralTables['referral_rewards']> | undefined> {
  const unlocked = await rewards.select('member_id').executeTakeFirst();
  if (unlocked === undefined) return undefined;
  await lockWallet(tx, unlocked.member_id);
  return rewards.selectAll().forUpdate().executeTakeFirst();
}

/**
 * Grants a waiting reward, unless a cap is reached. A referrer who has a purchase in dispute, or owes tokens after a refund,
 * gets it when that is settled.
 *
 * @param rewardId as `reserveReward` returned it, in the same transaction or one before
 * @returns 'none' where it is not waiting any more, 'indebted' where it continues to wait
 */
export async function grantReward(
  tx: Tx,
  rewardId: number,
  { validityDays, holdDays = 0, requiresVerifiedEmail = false, caps }: RewardTerms,
): Promise<'granted' | 'capped' | 'indebted' | 'none'> {
  const waiting = tx.selectFrom('referral_rewards').where('id', '=', rewardId).where('state', '=', 'waiting');
  const reward = await lockReward(tx, waiting);
  if (reward === undefined) return 'none';
  const { kind, member_id: memberId, newcomer_id: newcomerId, tokens } = reward;
  if (caps !== undefined) {
    if (await hasOpenDebt(tx, memberId)) return 'indebted';
    if (await isCapped(tx, memberId, kind, caps)) {
      await tx.updateTable('referral_rewards').set({ state: 'capped' }).where('id', '=', rewardId).execute();
      return 'capped';
    }
  }
  const transactionId = await grantTokens(tx, {
    memberId,
    kind: kind === 'welcome' ? 'bonus' : 'referral',
    tokens,
    validityDays,
    reference: `referral-${kind}:${newcomerId}`,
    requiresVerifiedEmail,
    ...(holdDays > 0 && { availableAt: await inDays(tx, holdDays) }),
  });
  if (transactionId === undefined)
    throw new Error(`reward ${rewardId} was granted before, but is not marked as granted`);
  await tx
    .updateTable('referral_rewards')
    .set({ state: 'granted', transaction_id: transactionId, granted_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', rewardId)
    .execute();
  return 'granted';
}

/** The waiting rewards of a referrer, the oldest first. */
export async function findWaitingRewards(
  tx: Tx,
  memberId: string,
): Promise<{ id: number; kind: RewardKind; newcomer_id: string }[]> {
  return tx
    .selectFrom('referral_rewards')
    .select(['id', 'kind', 'newcomer_id'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute();
}

/** The id of a newcomer's reward of a kind that waits. */
export async function findWaitingReward(
  tx: Tx,
  newcomerId: string,
  kind: RewardKind,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('referral_rewards')
    .select('id')
    .where('newcomer_id', '=', newcomerId)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.id;
}

/** What happened to a tier reward when its purchase was refunded. */
export type TierReversal =
  | { outcome: 'none' | 'kept' | 'cancelled' }
  | { outcome: 'reversed'; referrerId: string; tokens: number; tokensTaken: number };

/**
 * Takes back the remaining tokens of a tier reward whose purchase was refunded. Another purchase that earns the same reward
 * takes its place. The buyer is locked, so that no purchase is made at the same time.
 *
 * @param tierDays how long after signing up an order counts
 */
export async function reverseTierReward(
  tx: Tx,
  { memberId, orderId }: { memberId: string; orderId: string },
  tierDays: number,
): Promise<TierReversal> {
  const active = tx
    .selectFrom('referral_rewards')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'tier')
    .where('state', 'in', ['waiting', 'granted']);
  const reward = await lockReward(tx, active);
  if (reward === undefined) return { outcome: 'none' };
  const update = tx.updateTable('referral_rewards').where('id', '=', reward.id);
  const other = await findOtherTierOrder(tx, memberId, orderId, tierDays);
  if (other !== undefined) {
    await update.set({ order_id: other }).execute();
    return { outcome: 'kept' };
  }
  if (reward.transaction_id === null) {
    await update.set({ state: 'cancelled' }).execute();
    return { outcome: 'cancelled' };
  }
  const tokensTaken = await reversePurchase(tx, {
    transactionId: reward.transaction_id,
    tokens: reward.tokens,
    reference: `referral-tier-refund:${reward.newcomer_id}`,
  });
  await update.set({ state: 'reversed', tokens_taken: tokensTaken }).execute();
  await tx
    .updateTable('referral_totals')
    .set({ tokens: sql<number>`tokens - ${tokensTaken}` })
    .where('member_id', '=', reward.member_id)
    .execute();
  return { outcome: 'reversed', referrerId: reward.member_id, tokens: reward.tokens, tokensTaken };
}
