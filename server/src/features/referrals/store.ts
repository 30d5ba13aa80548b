import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { countHit } from '../../rate-limit/store.ts';

/** What a member was rewarded for; 'other' for what a person granted by hand. */
type Reason = 'newcomer' | 'tier' | 'other';

export interface Reward {
  /** As in the member's history. */
  trnId: string;
  reason: Reason;
  tokens: number;
  date: Date;
}

const SHOWN = 20;

/** Forgets who left so many months ago: whoever comes back then is new. */
export async function forgetOldLeavers(db: Db, months: number): Promise<void> {
  await db
    .deleteFrom('left_addresses')
    .where('left_at', '<', sql<Date>`now() - make_interval(months => ${months})`)
    .execute();
}

/** How many have signed up by a member's link, those who have left included. */
export async function countNewcomers(db: Db, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('referred_by', '=', memberId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** All rewards of a member: how many newcomers, how many tokens, of which some may be spent or expired. */
export async function sumRewards(db: Db, memberId: string): Promise<{ rewarded: number; tokens: number }> {
  const row = await db
    .selectFrom('referral_totals')
    .select(['rewarded', 'tokens'])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row ?? { rewarded: 0, tokens: 0 };
}

/**
 * The newest rewards of a member by the ledger, those excluded that were taken back with their purchase. The cause is what
 * `referral-<cause>:<newcomer>` names (see rewards.ts).
 */
export async function findRewards(db: Db, memberId: string): Promise<Reward[]> {
  const { rows } = await sql<Reward>`
    SELECT 'TRN' || lpad(t.id::text, 12, '0') AS "trnId", t.created_at AS date, e.amount AS tokens, CASE
      WHEN t.reference LIKE 'referral-newcomer:%' THEN 'newcomer'
      WHEN t.reference LIKE 'referral-tier:%' THEN 'tier'
      ELSE 'other' END AS reason
    FROM ledger_transactions AS t
    JOIN ledger_entries AS e ON e.transaction_id = t.id AND e.account = 'member'
    WHERE t.member_id = ${memberId} AND t.kind = 'referral'
      AND NOT EXISTS (SELECT FROM referral_rewards AS r WHERE r.transaction_id = t.id AND r.state = 'reversed')
    ORDER BY t.created_at DESC, t.id DESC
    LIMIT ${SHOWN}`.execute(db);
  return rows;
}

/** Whether a member is Pro at a moment, by the database's clock; undefined for now. */
export async function isProAt(tx: Tx, memberId: string, at: Date | undefined): Promise<boolean> {
  const row = await tx
    .selectFrom('members')
    .select(sql<boolean>`tier_until IS NULL OR tier_until > ${at ?? sql`now()`}`.as('runs'))
    .where('id', '=', memberId)
    .where('tier', '=', 'Pro')
    .executeTakeFirst();
  return row?.runs ?? false;
}

const HOUR_MS = 60 * 60 * 1000;

/** Counts a sign-up with a member's code from a source. @returns how many there were within an hour, this one included */
export async function countReferredSignUp(tx: Tx, referrerId: string, source: string): Promise<number> {
  return (await countHit(tx, `referred-signup:${referrerId}:${source}`, HOUR_MS)).current;
}
