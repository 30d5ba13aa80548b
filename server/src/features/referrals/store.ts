import { type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { countHit } from '../../rate-limit/store.ts';
import type { MemberRow } from '../accounts/service.ts';
import { findGrants } from '../wallet/service.ts';
import type { ReferralTables, RewardKind } from './tables.ts';

export type RewardRow = Selectable<ReferralTables['referral_rewards']>;

/** A selection of rewards without columns. */
export type RewardQuery = SelectQueryBuilder<Schema, 'referral_rewards', object>;

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

/** What a member was rewarded for; 'other' for what an operator granted. */
type Reason = 'newcomer' | 'tier' | 'other';

export interface Reward {
  /** As in the member's history. */
  trnId: string;
  reason: Reason;
  tokens: number;
  date: Date;
}

const MAX_REWARDS = 20;

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

/** The reward with this id, while it waits. */
export const waitingReward = (tx: Tx, id: number): RewardQuery =>
  tx.selectFrom('referral_rewards').where('id', '=', id).where('state', '=', 'waiting');

/** The reward for the tier of an order, if it was not capped, cancelled or reversed. */
export const activeTierReward = (tx: Tx, orderId: string): RewardQuery =>
  tx
    .selectFrom('referral_rewards')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'tier')
    .where('state', 'in', ['waiting', 'granted']);

/** The member who gets the tokens of a reward. */
export async function findRewardedMember(reward: RewardQuery): Promise<{ member_id: string } | undefined> {
  return reward.select('member_id').executeTakeFirst();
}

/** Locks the row of a reward until the end of the transaction. */
export async function lockRewardRow(reward: RewardQuery): Promise<RewardRow | undefined> {
  return reward.selectAll().forUpdate().executeTakeFirst();
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

/** How many rewards of a kind a referrer was granted within a day, and within 30 days. */
export async function countGranted(
  tx: Tx,
  memberId: string,
  kind: RewardKind,
): Promise<{ today: number; month: number }> {
  const { rows } = await sql<{ today: number; month: number }>`
    SELECT count(*) FILTER (WHERE granted_at > now() - interval '1 day')::integer AS today, count(*)::integer AS month
    FROM referral_rewards
    WHERE member_id = ${memberId} AND kind = ${kind} AND granted_at > now() - interval '30 days'
  `.execute(tx);
  return rows[0] ?? { today: 0, month: 0 };
}

export async function updateReward(
  tx: Tx,
  id: number,
  changes: Updateable<ReferralTables['referral_rewards']>,
): Promise<void> {
  await tx.updateTable('referral_rewards').set(changes).where('id', '=', id).execute();
}

/** @param transactionId of the ledger */
export async function markGranted(tx: Tx, id: number, transactionId: number): Promise<void> {
  await tx
    .updateTable('referral_rewards')
    .set({ state: 'granted', transaction_id: transactionId, granted_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
}

/** Removes the digest of a newcomer's mailbox from the rewards for them. */
export async function removeMailboxFromRewards(tx: Tx, newcomerId: string): Promise<void> {
  await tx
    .updateTable('referral_rewards')
    .set({ mailbox: null })
    .where('newcomer_id', '=', newcomerId)
    .execute();
}

/** Subtracts tokens that were taken back from the sum of a referrer's rewards. */
export async function subtractFromTotal(tx: Tx, memberId: string, tokens: number): Promise<void> {
  await tx
    .updateTable('referral_totals')
    .set({ tokens: sql<number>`tokens - ${tokens}` })
    .where('member_id', '=', memberId)
    .execute();
}

/** A moment from now on, by the database's clock. @param days of 24 hours */
export async function inDays(tx: Tx, days: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`SELECT now() + ${days} * interval '24 hours' AS at`.execute(tx);
  if (rows[0] === undefined) throw new Error('the database has no clock');
  return rows[0].at;
}

/** The sums of a member's rewards: newcomers and tokens, of which some may be spent or expired. */
export async function sumRewards(db: Db, memberId: string): Promise<{ rewarded: number; tokens: number }> {
  const row = await db
    .selectFrom('referral_totals')
    .select(['rewarded', 'tokens'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row ?? { rewarded: 0, tokens: 0 };
}

/** The newest rewards of a member, without those that were reversed. */
export async function findRewards(db: Db, memberId: string): Promise<Reward[]> {
  const reversed = await db
    .selectFrom('referral_rewards')
    .select('transaction_id')
    .where('member_id', '=', memberId)
    .where('state', '=', 'reversed')
    .$narrowType<{ transaction_id: number }>()
    .execute();
  const grants = await findGrants(db, {
    memberId,
    kind: 'referral',
    except: reversed.map(({ transaction_id }) => transaction_id),
    limit: MAX_REWARDS,
  });
  return grants.map(({ reference, ...grant }) => ({ ...grant, reason: reasonOf(reference) }));
}

/** The reason that a reference names (see rewards.ts). */
function reasonOf(reference: string): Reason {
  const [, reason] = /^referral-(newcomer|tier):/.exec(reference) ?? [];
  return reason === 'newcomer' || reason === 'tier' ? reason : 'other';
}

const HOUR_MS = 60 * 60 * 1000;

/** Counts a sign-up with a member's code from a source. @returns the number within an hour, including this one */
export async function countReferredSignUp(tx: Tx, referrerId: string, source: string): Promise<number> {
  return (await countHit(tx, `referred-signup:${referrerId}:${source}`, HOUR_MS)).current;
}
