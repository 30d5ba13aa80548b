import { sql } from 'kysely';
import type { Rule } from '../../ledger/rules.ts';

/** What must hold between referral rewards, the ledger and the purchases that they are for. */
export const REFERRAL_RULES: readonly Rule[] = [
  {
    rule: 'I4: a referral reward was granted once, for what earns it',
    query: sql`
      SELECT coalesce('referral reward ' || r.id, 'ledger transaction ' || t.id) AS where,
        format('is %s for %s tokens of %s by %s; the ledger gave %s to %s for %s', coalesce(r.state, 'nothing'),
          coalesce(r.tokens, 0), coalesce(r.member_id, 'nobody'), coalesce(r.newcomer_id, 'nobody'),
          coalesce(l.granted, 0), coalesce(t.member_id, 'nobody'), coalesce(t.reference, 'nothing')) AS problem
      FROM (SELECT * FROM referral_rewards WHERE transaction_id IS NOT NULL) AS r
      FULL JOIN (
        SELECT * FROM ledger_transactions WHERE reference ~ '^referral-(welcome|newcomer|tier):'
      ) AS t ON t.id = r.transaction_id
      LEFT JOIN wallet_lots AS l ON l.transaction_id = t.id
      WHERE (r.member_id, r.tokens, 'referral-' || r.kind || ':' || r.newcomer_id, CASE r.kind WHEN 'welcome' THEN 'bonus' ELSE 'referral' END)
        IS DISTINCT FROM (t.member_id, l.granted, t.reference, l.kind)
      UNION ALL
      SELECT 'referral reward ' || r.id, format('for %s went to %s, who did not bring %s', r.kind, r.member_id, r.newcomer_id)
      FROM referral_rewards AS r JOIN members AS m ON m.id = r.newcomer_id
      WHERE r.transaction_id IS NOT NULL AND m.referred_by IS NOT NULL
        AND r.member_id <> (CASE r.kind WHEN 'welcome' THEN m.id ELSE m.referred_by END)
    `,
  },
  {
    rule: 'I4: referrers are rewarded for newcomers with a verified email, and for plans that these bought',
    query: sql`
      SELECT 'referral reward ' || r.id AS where,
        format('for %s of %s, who has %s', r.kind, r.newcomer_id,
          CASE WHEN m.email_verified_at IS NULL THEN 'no verified email' ELSE 'not paid for a plan by order '
            || coalesce(r.order_id, 'none') END) AS problem
      FROM referral_rewards AS r JOIN members AS m ON m.id = r.newcomer_id
      LEFT JOIN payment_orders AS o ON o.id = r.order_id
      -- Rewards from before this table was there have no mailbox, nor have those for members who have left.
      WHERE r.kind <> 'welcome' AND r.transaction_id IS NOT NULL AND r.mailbox IS NOT NULL AND m.deleted_at IS NULL
        AND (m.email_verified_at IS NULL OR (r.kind = 'tier'
          AND (o.member_id, o.tier IS NOT NULL, o.paid_at IS NOT NULL) IS DISTINCT FROM (r.newcomer_id, true, true)))
    `,
  },
  {
    rule: 'I6: a referral reward for a plan stands only as long as the purchase',
    query: sql`
      SELECT 'referral reward ' || r.id AS where,
        format('is %s; order %s of %s is %s', r.state, o.id, o.member_id, o.status) AS problem
      FROM referral_rewards AS r JOIN payment_orders AS o ON o.id = r.order_id
      -- Refunds from before this table took no reward back; those rewards have no mailbox.
      WHERE r.state IN ('waiting', 'granted') AND o.status = 'refunded' AND r.mailbox IS NOT NULL
      UNION ALL
      SELECT 'referral reward ' || r.id, format('is %s with %s taken back; the ledger took %s', r.state, r.tokens_taken,
        coalesce(taken.tokens, 0))
      FROM referral_rewards AS r
      LEFT JOIN LATERAL (
        SELECT -sum(e.amount) AS tokens
        FROM ledger_transactions AS t JOIN ledger_entries AS e ON e.transaction_id = t.id AND e.account = 'member'
        WHERE t.reference = 'referral-tier-refund:' || r.newcomer_id
      ) AS taken ON true
      WHERE r.kind = 'tier' AND r.tokens_taken <> coalesce(taken.tokens, 0)
    `,
  },
  {
    rule: 'I2: the totals of referral rewards are what the ledger adds up to',
    query: sql`
      SELECT 'referral total of ' || member_id AS where,
        format('is %s tokens; the ledger says %s', total.tokens, given.tokens) AS problem
      FROM referral_totals AS total
      FULL JOIN (
        SELECT l.member_id, sum(l.granted) - coalesce(sum(r.tokens_taken), 0) AS tokens
        FROM wallet_lots AS l LEFT JOIN referral_rewards AS r ON r.transaction_id = l.transaction_id
        WHERE l.kind = 'referral' GROUP BY l.member_id
      ) AS given USING (member_id)
      WHERE total.tokens IS DISTINCT FROM given.tokens
    `,
  },
];
