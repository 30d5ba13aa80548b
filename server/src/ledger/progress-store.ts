import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

/** The part of the journal to check: a range of database transaction ids, both ends included. */
export interface Window {
  from: string;
  to: string;
  restoredUntil: number;
}

export interface Progress {
  from: string | null;
  restoredUntil: number;
  /** Whether transaction ids have restarted, because the database was restored elsewhere. */
  isElsewhere: boolean | null;
  /** The last transaction id before the oldest open transaction. */
  over: string;
}

/** Locks the progress of `checkRecent`. @returns undefined while another process checks */
export async function claimProgress(tx: Tx): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    SELECT checked_before AS from, restored_until AS "restoredUntil",
      checked_before > pg_snapshot_xmax(pg_current_snapshot()) AS "isElsewhere",
      (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text AS over
    FROM ledger_check_progress FOR UPDATE SKIP LOCKED
  `.execute(tx);
  return rows[0];
}

/** The last transaction of the batch that starts at `from`. */
export async function endOfBatch(
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

/** Records that a part of the journal was checked. */
export async function recordProgress(tx: Tx, { from, to, restoredUntil }: Window): Promise<void> {
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
export async function startOver(tx: Tx): Promise<void> {
  await sql`
    UPDATE ledger_check_progress SET checked_before = NULL, restored_until = coalesce(
      (SELECT max(id) FROM ledger_transactions WHERE xact_id >= pg_snapshot_xmax(pg_current_snapshot())), 0)
  `.execute(tx);
  await sql`DELETE FROM ledger_check_totals`.execute(tx);
}

/** The end of the journal in a snapshot. */
export interface Position {
  before: string;
  totals: { account: string; tokens: number; entries: number }[];
}

/** The end of the journal in this snapshot; undefined where `checkRecent` has a place to continue. */
export async function readPosition(tx: Tx): Promise<Position | undefined> {
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

/** Sets where `checkRecent` continues, unless another process has. */
export async function startProgress(tx: Tx, { before, totals }: Position): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE ledger_check_progress SET checked_before = ${before}::xid8 WHERE checked_before IS NULL
  `.execute(tx);
  if (numAffectedRows === 0n) return;
  for (const { account, tokens, entries } of totals) {
    await sql`
      INSERT INTO ledger_check_totals (account, tokens, entries) VALUES (${account}, ${tokens}, ${entries})
    `.execute(tx);
  }
}
