import { sql } from 'kysely';
import type { Db } from '../../database.ts';

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

/** How many have signed up by a member's link, those who have left included. */
export async function countNewcomers(db: Db, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select((query) => query.fn.countAll<string>().as('count'))
    .where('referred_by', '=', memberId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Rewards of a member by the ledger, with the cause that `referral-<cause>:<newcomer>` names (see service.ts). */
const rewardsOf = (memberId: string) => sql`
  SELECT t.id, t.created_at, e.amount, CASE
    WHEN t.reference LIKE 'referral-newcomer:%' THEN 'newcomer'
    WHEN t.reference LIKE 'referral-tier:%' THEN 'tier'
    ELSE 'other' END AS reason
  FROM ledger_transactions AS t
  JOIN ledger_entries AS e ON e.transaction_id = t.id AND e.account = 'member'
  WHERE t.member_id = ${memberId} AND t.kind = 'referral'`;

/** All rewards of a member: how many newcomers, how many tokens, of which some may be spent or expired. */
export async function sumRewards(db: Db, memberId: string): Promise<{ rewarded: number; tokens: number }> {
  const { rows } = await sql<{ rewarded: number; tokens: number }>`
    SELECT count(*) FILTER (WHERE reason = 'newcomer')::integer AS rewarded,
      COALESCE(sum(amount), 0)::bigint AS tokens
    FROM (${rewardsOf(memberId)}) AS rewards`.execute(db);
  const { rewarded, tokens } = rows[0] ?? { rewarded: 0, tokens: 0 };
  return { rewarded, tokens };
}

/** The newest rewards of a member. */
export async function findRewards(db: Db, memberId: string): Promise<Reward[]> {
  const { rows } = await sql<Reward>`
    SELECT 'TRN' || lpad(id::text, 12, '0') AS "trnId", reason, amount AS tokens, created_at AS date
    FROM (${rewardsOf(memberId)}) AS rewards
    ORDER BY created_at DESC, id DESC
    LIMIT ${SHOWN}`.execute(db);
  return rows;
}
