import { type RawBuilder, sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../database/database.ts';
import { RULES, violationsOf } from './invariants.ts';
import type { Violation } from './rules.ts';

/** What of the journal is looked at: transactions of the database, both ends included. */
interface Window {
  from: string;
  to: string;
  restoredUntil: number;
}

/** Ledger transactions that one statement looks at, at most about. */
const BATCH = 1000;

/**
 * The tables as the rules name them, with the rows of those members alone whose tokens moved. Rules that speak of one member
 * at a time find in them what they would find in the whole. They are not materialized, so that rules still use the indexes.
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

const OF_ONE_MEMBER = RULES.filter(({ isWhole }) => !isWhole);

interface Progress {
  from: string | null;
  restoredUntil: number;
  /** Whether the numbers of transactions have begun again since, because the database was restored elsewhere. */
  isElsewhere: boolean | null;
  /** The last transaction before the oldest that is not over. */
  over: string;
}

async function takeProgress(tx: Tx): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    SELECT checked_before AS from, restored_until AS "restoredUntil",
      checked_before > pg_snapshot_xmax(pg_current_snapshot()) AS "isElsewhere",
      (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text AS over
    FROM ledger_check_progress FOR UPDATE SKIP LOCKED
  `.execute(tx);
  return rows[0];
}

/** Where a batch ends that begins with a transaction: with the last of its transactions, and `isLast`. */
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

async function remember(tx: Tx, { from, to, restoredUntil }: Window): Promise<void> {
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

/** Forgets how far the journal was looked at. The next whole check begins again. */
async function startOver(tx: Tx): Promise<void> {
  await sql`
    UPDATE ledger_check_progress SET checked_before = NULL, restored_until = coalesce(
      (SELECT max(id) FROM ledger_transactions WHERE xact_id >= pg_snapshot_xmax(pg_current_snapshot())), 0)
  `.execute(tx);
  await sql`DELETE FROM ledger_check_totals`.execute(tx);
}

/**
 * Looks at the members whose tokens moved since the last time, in batches that are each remembered as done.
 *
 * @returns what breaks a rule; undefined where the whole ledger has to be looked at first, or another process is at it
 */
export async function checkRecent(
  db: Db,
  isStopping: () => boolean = () => false,
): Promise<Violation[] | undefined> {
  const violations: Violation[] = [];
  for (let isOver = false; !isOver && !isStopping(); ) {
    const found = await inTransaction(db, async (tx) => {
      const progress = await takeProgress(tx);
      if (progress === undefined) return undefined;
      if (progress.isElsewhere) await startOver(tx);
      const { from, restoredUntil, over } = progress;
      if (from === null || progress.isElsewhere) return undefined;
      if (BigInt(over) < BigInt(from)) return { violations: [], isLast: true };
      const { to, isLast } = await endOfBatch(tx, { from, restoredUntil }, over, BATCH);
      const window = { from, to, restoredUntil };
      const batch = await violationsOf(tx, OF_ONE_MEMBER, membersOf(window));
      await remember(tx, window);
      return { violations: batch, isLast };
    });
    if (found === undefined) return undefined;
    violations.push(...found.violations);
    isOver = found.isLast;
  }
  return violations;
}
