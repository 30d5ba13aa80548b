import { sql } from 'kysely';
import { type Db, inTransaction, sqlState, type Tx } from '../database/database.ts';
import { RULES, violationsOf } from './invariants.ts';
import type { Rule, Violation } from './rules.ts';

const QUERY_CANCELED = '57014';

/** The end of the journal in a snapshot. */
interface Position {
  before: string;
  totals: { account: string; tokens: number; entries: number }[];
}

/** Options of a whole check. */
export interface WholeOptions {
  /** Whether the first whole check sets where `checkRecent` continues; false for a read-only replica. */
  recordsProgress?: boolean;
  isStopping?: () => boolean;
}

/** Finds the violations of one rule. A query that exceeds the statement timeout counts as a violation. */
async function checkRule(tx: Tx, rule: Rule): Promise<Violation[]> {
  await sql`SAVEPOINT rule`.execute(tx);
  try {
    const violations = await violationsOf(tx, [rule]);
    await sql`RELEASE SAVEPOINT rule`.execute(tx);
    return violations;
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    await sql`ROLLBACK TO SAVEPOINT rule`.execute(tx);
    return [{ rule: rule.rule, where: 'the whole database', problem: 'was not looked at: it took too long' }];
  }
}

async function readPosition(tx: Tx): Promise<Position | undefined> {
  const { rows } = await sql<{ before: string; isFirst: boolean }>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS before, checked_before IS NULL AS "isFirst"
    FROM ledger_check_progress
  `.execute(tx);
  if (!rows[0]?.isFirst) return undefined;
  const { rows: totals } = await sql<Position['totals'][number]>`
    SELECT e.account, sum(e.amount)::bigint AS tokens, count(*) AS entries
    FROM ledger_entries AS e JOIN ledger_transactions AS t ON t.id = e.transaction_id
    CROSS JOIN ledger_check_progress AS p
    WHERE t.xact_id IS NULL OR t.id <= p.restored_until OR t.xact_id < pg_snapshot_xmin(pg_current_snapshot())
    GROUP BY e.account
  `.execute(tx);
  return { before: rows[0].before, totals };
}

/** Sets where `checkRecent` continues. */
async function startProgress(db: Db, { before, totals }: Position): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      UPDATE ledger_check_progress SET checked_before = ${before}::xid8 WHERE checked_before IS NULL
    `.execute(tx);
    if (numAffectedRows === 0n) return;
    for (const { account, tokens, entries } of totals) {
      await sql`
        INSERT INTO ledger_check_totals (account, tokens, entries) VALUES (${account}, ${tokens}, ${entries})
      `.execute(tx);
    }
  });
}

/**
 * Checks the whole database, one rule after the other, in one snapshot.
 *
 * @returns the violations; undefined if stopped early
 */
export async function checkWhole(
  db: Db,
  { recordsProgress = false, isStopping = () => false }: WholeOptions = {},
): Promise<Violation[] | undefined> {
  const result = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const violations: Violation[] = [];
      for (const rule of RULES) {
        if (isStopping()) return undefined;
        violations.push(...(await checkRule(tx, rule)));
      }
      return { violations, position: recordsProgress ? await readPosition(tx) : undefined };
    });
  if (result?.position) await startProgress(db, result.position);
  return result?.violations;
}
