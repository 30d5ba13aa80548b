import { sql } from 'kysely';
import type { Rule } from './rules.ts';

/** Rules that compare the journal with earlier checks. */
export const PROGRESS_RULES: readonly Rule[] = [
  {
    rule: 'I1: what was looked at before is as it was',
    isWhole: true,
    query: sql`
      SELECT 'account ' || account AS where,
        format('held %s in %s entries when they were looked at; the same entries are %s with %s now',
          coalesce(kept.tokens, 0), coalesce(kept.entries, 0), coalesce(now.entries, 0), coalesce(now.tokens, 0)) AS problem
      FROM ledger_check_totals AS kept
      FULL JOIN (
        SELECT e.account, sum(e.amount) AS tokens, count(*) AS entries
        FROM ledger_entries AS e JOIN ledger_transactions AS t ON t.id = e.transaction_id
        CROSS JOIN ledger_check_progress AS p
        WHERE p.checked_before IS NOT NULL AND p.checked_before <= pg_snapshot_xmax(pg_current_snapshot())
          AND (t.xact_id IS NULL OR t.id <= p.restored_until OR t.xact_id < p.checked_before)
        GROUP BY e.account
      ) AS now USING (account)
      WHERE EXISTS (SELECT FROM ledger_check_progress AS p WHERE p.checked_before <= pg_snapshot_xmax(pg_current_snapshot()))
        AND (kept.tokens, kept.entries) IS DISTINCT FROM (now.tokens, now.entries)
    `,
  },
];
