import type { Tx } from '../../database/database.ts';
import { findOtherTierOrder, hasOpenDebt } from '../payments/service.ts';
import { grantTokens, lockWallet, reversePurchase } from '../wallet/service.ts';
import {
  activeTierReward,
  countGranted,
  findRewardedMember,
  inDays,
  lockRewardRow,
  markGranted,
  type RewardQuery,
  type RewardRow,
  subtractFromTotal,
  updateReward,
  waitingReward,
} from './store.ts';
import type { RewardKind } from './tables.ts';

/** How many rewards of one kind a referrer may get. */
export interface RewardCaps {
  perDay: number;
  /** Within 30 days. */
  perMonth: number;
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

/** Whether a referrer has had as many rewards of a kind as the caps allow. The referrer's wallet is locked. */
async function isCapped(tx: Tx, memberId: string, kind: RewardKind, caps: RewardCaps): Promise<boolean> {
  const { today, month } = await countGranted(tx, memberId, kind);
  return today >= caps.perDay || month >= caps.perMonth;
}

/**
 * Locks a reward, and before it the wallet of its member, in the order of locks of a settled debt: the rewards of a member
 * are counted and granted one after the other.
 */
async function lockReward(tx: Tx, rewards: RewardQuery): Promise<RewardRow | undefined> {
  const unlocked = await findRewardedMember(rewards);
  if (unlocked === undefined) return undefined;
  await lockWallet(tx, unlocked.member_id);
  return lockRewardRow(rewards);
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
  const reward = await lockReward(tx, waitingReward(tx, rewardId));
  if (reward === undefined) return 'none';
  const { kind, member_id: memberId, newcomer_id: newcomerId, tokens } = reward;
  if (caps !== undefined) {
    if (await hasOpenDebt(tx, memberId)) return 'indebted';
    if (await isCapped(tx, memberId, kind, caps)) {
      await updateReward(tx, rewardId, { state: 'capped' });
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
  await markGranted(tx, rewardId, transactionId);
  return 'granted';
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
  const reward = await lockReward(tx, activeTierReward(tx, orderId));
  if (reward === undefined) return { outcome: 'none' };
  const other = await findOtherTierOrder(tx, memberId, orderId, tierDays);
  if (other !== undefined) {
    await updateReward(tx, reward.id, { order_id: other });
    return { outcome: 'kept' };
  }
  if (reward.transaction_id === null) {
    await updateReward(tx, reward.id, { state: 'cancelled' });
    return { outcome: 'cancelled' };
  }
  const tokensTaken = await reversePurchase(tx, {
    transactionId: reward.transaction_id,
    tokens: reward.tokens,
    reference: `referral-tier-refund:${reward.newcomer_id}`,
  });
  await updateReward(tx, reward.id, { state: 'reversed', tokens_taken: tokensTaken });
  await subtractFromTotal(tx, reward.member_id, tokensTaken);
  return { outcome: 'reversed', referrerId: reward.member_id, tokens: reward.tokens, tokensTaken };
}
