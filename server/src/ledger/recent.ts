import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../database/database.ts';
import { RULES, violationsOf } from './invariants.ts';
import type { Violation } from './rules.ts';

/** The part of the journal to check: a range of database transaction ids, both ends included. */
interface Window {
  from: string;
  to: string;
  restoredUntil: number;
}

/** Roughly how many ledger transactions one statement checks. */
const BATCH = 1000;

/**
 * The tables that the rules name, restricted to members whose tokens moved. Rules that concern one member at a time find the
 * same violations in them. They are not materialized, so that rules still use the indexes.
 */
function membersOf({ from, to, restoredUntil }: Window): RawBuilder<unknown> {
  const ofTouched = (table: string, condition: RawBuilder<unknown>) =>
    sql`${sql.table(table)} AS NOT MATERIALIZED (SELECT * FROM ${sql.table(table)} WHERE ${condition})`;
  const byMember = sql`member_id IN (SELECT member_id FROM touched)`;
  return sql`
    moved AS MATERIALIZED (
      SELECT id, member_id FROM ledger_transactions
      WHERE xact_id BETWEEN ${from}::xid8 AND ${to}::xid8 AND id > ${restoredUntil}
    ),
    touched AS MATERIALIZED (
      SELECT member_id FROM moved
      UNION SELECT l.member_id FROM ledger_entries AS e JOIN wallet_lots AS l ON l.id = e.lot_id
        WHERE e.transaction_id IN (SELECT id FROM moved)
      UNION SELECT newcomer_id FROM referral_rewards WHERE transaction_id IN (SELECT id FROM moved)
    ),
    ${sql.join([
      ofTouched('members', sql`id IN (SELECT member_id FROM touched)`),
      ofTouched('ledger_transactions', byMember),
      ofTouched('ledger_entries', sql`transaction_id IN (SELECT id FROM ledger_transactions)`),
      ofTouched('wallet_lots', byMember),
      ofTouched('wallets', byMember),
      ofTouched('unlocks', byMember),
      ofTouched('referral_rewards', byMember),
      ofTouched('referral_totals', byMember),
      ofTouched('payment_orders', byMember),
      ofTouched('payments', sql`order_id IN (SELECT id FROM payment_orders)`),
      ofTouched('refunds', sql`payment_id IN (SELECT id FROM payments)`),
      ofTouched('refund_attempts', sql`payment_id IN (SELECT id FROM payments)`),
      ofTouched('disputes', sql`payment_id IN (SELECT id FROM payments)`),
      ofTouched('receipts', byMember),
    ])}
  `;
}

const MEMBER_RULES = RULES.filter(({ isWhole }) => !isWhole);

interface Progress {
  from: string | null;
  restoredUntil: number;
  /** Whether transaction ids have restarted, because the database was restored elsewhere. */
  isElsewhere: boolean | null;
  /** The last transaction id before the oldest open transaction. */
  over: string;
}

async function claimProgress(tx: Tx): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    SELECT checked_before AS from, restored_until AS "restoredUntil",
      checked_before > pg_snapshot_xmax(pg_current_snapshot()) AS "isElsewhere",
      (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text AS over
    FROM ledger_check_progress FOR UPDATE SKIP LOCKED
  `.execute(tx);
  return rows[0];
}

/** The last transaction of the batch that starts at `from`. */
async function endOfBatch(
  tx: Tx,
  { from, restoredUntil }: Omit<Window, 'to'>,
  over: string,
  size: number,
): Promise<{ to: string; isLast: boolean }> {
  const { rows } = await sql<{ to: string }>`
    SELECT xact_id AS to FROM ledger_transactions
    WHERE xact_id BETWEEN ${from}::xid8 AND ${over}::xid8 AND id > ${restoredUntil}
    ORDER BY xact_id OFFSET ${size - 1} LIMIT 1
  `.execute(tx);
  return { to: rows[0]?.to ?? over, isLast: rows[0] === undefined };
}

async function recordProgress(tx: Tx, { from, to, restoredUntil }: Window): Promise<void> {
  await sql`
    INSERT INTO ledger_check_totals AS total (account, tokens, entries)
    SELECT e.account, sum(e.amount), count(*)
    FROM ledger_entries AS e JOIN ledger_transactions AS t ON t.id = e.transaction_id
    WHERE t.xact_id BETWEEN ${from}::xid8 AND ${to}::xid8 AND t.id > ${restoredUntil}
    GROUP BY e.account
    ON CONFLICT (account) DO UPDATE
      SET tokens = total.tokens + EXCLUDED.tokens, entries = total.entries + EXCLUDED.entries
  `.execute(tx);
  await sql`
    UPDATE ledger_check_progress SET checked_before = (${to}::numeric + 1)::text::xid8
  `.execute(tx);
}

/** Resets the progress. The next whole check starts again. */
async function startOver(tx: Tx): Promise<void> {
  await sql`
    UPDATE ledger_check_progress SET checked_before = NULL, restored_until = coalesce(
      (SELECT max(id) FROM ledger_transactions WHERE xact_id >= pg_snapshot_xmax(pg_current_snapshot())), 0)
  `.execute(tx);
  await sql`DELETE FROM ledger_check_totals`.execute(tx);
}

/**
 * Checks the members whose tokens moved since the last check, in batches whose progress is recorded.
 *
 * @returns the violations; undefined where the whole ledger has to be checked first, or another process is checking
 */
export async function checkRecent(
  db: Db,
  isStopping: () => boolean = () => false,
): Promise<Violation[] | undefined> {
  const violations: Violation[] = [];
  for (let isOver = false; !isOver && !isStopping(); ) {
    const result = await inTransaction(db, async (tx) => {
      const progress = await claimProgress(tx);
      if (progress === undefined) return undefined;
      if (progress.isElsewhere) await startOver(tx);
      const { from, restoredUntil, over } = progress;
      if (from === null || progress.isElsewhere) return undefined;
      if (BigInt(over) < BigInt(from)) return { violations: [], isLast: true };
      const { to, isLast } = await endOfBatch(tx, { from, restoredUntil }, over, BATCH);
      const window = { from, to, restoredUntil };
      const batch = await violationsOf(tx, MEMBER_RULES, membersOf(window));
      await recordProgress(tx, window);
      return { violations: batch, isLast };
    });
    if (result === undefined) return undefined;
    violations.push(...result.violations);
    isOver = result.isLast;
  }
  return violations;
}
