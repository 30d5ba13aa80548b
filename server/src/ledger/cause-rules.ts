import { sql } from 'kysely';
import type { Rule } from './rules.ts';

/**
 * Matches the references of manual grants and reversals by operators, with name and reason:
 * `manual:ada:goodwill-2031-05`.
 */
const MANUAL = '^manual:[a-z][a-z0-9._-]*:.';

/** The accounts that each kind of transaction may move tokens between, with directions; of refunds, by reference prefix. */
const MOVES = sql`(VALUES
  ('topup', '', 'sales', -1), ('topup', '', 'member', 1),
  ('bonus', '', 'gifts', -1), ('bonus', '', 'member', 1),
  ('referral', '', 'gifts', -1), ('referral', '', 'member', 1),
  ('unlock', '', 'tours', 1), ('unlock', '', 'member', -1),
  ('expiry', '', 'expired', 1), ('expiry', '', 'member', -1),
  ('refund', 'refund:', 'sales', 1), ('refund', 'refund:', 'member', -1),
  ('refund', 'refund-held:', 'sales', 1), ('refund', 'refund-held:', 'disputed', -1),
  ('refund', 'hold:', 'disputed', 1), ('refund', 'hold:', 'member', -1),
  ('refund', 'release:', 'disputed', -1), ('refund', 'release:', 'member', 1), ('refund', 'release:', 'expired', 1),
  ('refund', 'referral-tier-refund:', 'gifts', 1), ('refund', 'referral-tier-refund:', 'member', -1),
  ('refund', 'manual:', 'sales', 1), ('refund', 'manual:', 'gifts', 1), ('refund', 'manual:', 'member', -1)
) AS move (kind, prefix, account, direction)`;

/** Rules about the causes of token movements. */
export const CAUSE_RULES: readonly Rule[] = [
  {
    rule: 'I1: each kind of transaction moves tokens between its own accounts',
    query: sql`
      SELECT 'ledger transaction ' || t.id AS where,
        format('of kind %s for %s moves %s on account %s', t.kind, t.reference, e.amount, e.account) AS problem
      FROM ledger_entries AS e JOIN ledger_transactions AS t ON t.id = e.transaction_id
      WHERE NOT EXISTS (
        SELECT FROM ${MOVES}
        WHERE (move.kind, move.account, move.direction) = (t.kind, e.account, sign(e.amount))
          AND starts_with(t.reference, move.prefix)
      )
    `,
  },
  {
    rule: 'I1: accounts hold what the tables beside the journal add up to',
    isWhole: true,
    query: sql`
      SELECT 'account ' || account AS where,
        format('holds %s; it should hold %s', coalesce(journal.tokens, 0), coalesce(expected.tokens, 0)) AS problem
      FROM (
        SELECT account, sum(amount) AS tokens FROM ledger_entries WHERE account <> 'member' GROUP BY account
        UNION ALL SELECT 'all but wallets', sum(amount) FROM ledger_entries WHERE account <> 'member'
      ) AS journal
      FULL JOIN (
        SELECT 'tours' AS account, sum(tokens) AS tokens FROM unlocks
        UNION ALL SELECT 'disputed', sum(tokens_held) FROM disputes
        UNION ALL SELECT 'all but wallets', -sum(topup + referral + bonus) FROM wallets
        UNION ALL
        SELECT issued.account, sum(issued.tokens) FROM (
          SELECT CASE kind WHEN 'topup' THEN 'sales' ELSE 'gifts' END AS account, -granted AS tokens FROM wallet_lots
          UNION ALL SELECT 'sales', tokens_taken FROM refunds
          UNION ALL SELECT 'gifts', tokens_taken FROM referral_rewards
          UNION ALL
          SELECT e.account, e.amount FROM ledger_entries AS e JOIN ledger_transactions AS t ON t.id = e.transaction_id
          WHERE t.kind = 'refund' AND starts_with(t.reference, 'manual:') AND e.account <> 'member'
        ) AS issued GROUP BY issued.account
      ) AS expected USING (account)
      WHERE account <> 'expired' AND coalesce(journal.tokens, 0) <> coalesce(expected.tokens, 0)
    `,
  },
  {
    rule: 'I4: every transaction names what caused it',
    query: sql`
      SELECT 'ledger transaction ' || t.id AS where,
        format('of kind %s for %s gives no known cause: %s', t.kind, t.member_id, t.reference) AS problem
      FROM ledger_transactions AS t
      WHERE NOT CASE t.kind
        WHEN 'topup' THEN t.reference ~ '^topup:.' OR t.reference = 'sample-topup:' || t.member_id OR t.reference ~ ${MANUAL}
        WHEN 'bonus' THEN t.reference = 'referral-welcome:' || t.member_id OR t.reference = 'sample-bonus:' || t.member_id
          OR t.reference ~ ${MANUAL}
        WHEN 'referral' THEN t.reference ~ '^referral-(newcomer|tier):.' OR t.reference ~ ${MANUAL}
        WHEN 'unlock' THEN starts_with(t.reference, 'unlock:' || t.member_id || ':')
        WHEN 'expiry' THEN EXISTS (
          SELECT FROM ledger_entries AS e WHERE e.transaction_id = t.id AND t.reference = 'expiry:' || e.lot_id)
        WHEN 'refund' THEN t.reference ~ '^(refund|referral-tier-refund):.' OR t.reference ~ '^(hold|release):.+:.'
          OR EXISTS (SELECT FROM refunds AS r WHERE t.reference = 'refund-held:' || r.id) OR t.reference ~ ${MANUAL}
        ELSE false
      END
    `,
  },
];
