import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { countHit } from '../../rate-limit/store.ts';
import { findGrants } from '../wallet/service.ts';

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

/** Deletes the records of members who left `months` ago; they count as new after that. */
export async function forgetOldLeavers(db: Db, months: number): Promise<void> {
  await db
    .deleteFrom('left_addresses')
    .where('left_at', '<', sql<Date>`now() - make_interval(months => ${months})`)
    .execute();
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
