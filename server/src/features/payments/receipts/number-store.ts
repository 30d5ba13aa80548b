import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';

/** An open transaction may have been paid earlier than the receipts that are reported, and is waited for at most so long. */
const WAIT_FOR_OLDER_SECONDS = 30;
/** A transaction is visible to others at most this long after it begins. */
const MARGIN_MS = 500;

/** The tables of receipts and vouchers, and by what their rows are identified here. */
const IDS = { receipts: 'order_id', refund_vouchers: 'refund_id' } as const;

export interface Unnumbered {
  /** Of the order of a receipt, or of the refund of a voucher. */
  id: string;
  issued_at: Date;
}

/** Whether a receipt or voucher has no number. Usually none has: two empty partial indexes. */
export async function isNumberMissing(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    SELECT EXISTS (SELECT FROM receipts WHERE number IS NULL)
      OR EXISTS (SELECT FROM refund_vouchers WHERE number IS NULL) AS waits
  `.execute(db);
  return rows[0]?.waits === true;
}

/** Whether this transaction may number; only one does at a time. */
export async function tryLockNumbering(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('receipt numbers')) AS held
  `.execute(tx);
  return rows[0]?.held === true;
}

/**
 * The time up to which all purchases are visible. A receipt has the time at which its transaction began, so an open
 * transaction may commit an earlier receipt than those that are visible.
 */
export async function visibleUntil(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    SELECT greatest(
      least(clock_timestamp() - ${MARGIN_MS} * interval '1 millisecond', min(xact_start)),
      clock_timestamp() - ${WAIT_FOR_OLDER_SECONDS} * interval '1 second'
    ) AS until
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not say which transactions are open');
  return row.until;
}

/** Locks receipts without a number that were issued before a time, the oldest first. */
export async function lockUnnumberedReceipts(tx: Tx, until: Date, limit: number): Promise<Unnumbered[]> {
  return tx
    .selectFrom('receipts')
    .select(['order_id as id', 'issued_at'])
    .where('number', 'is', null)
    .where('issued_at', '<', until)
    .orderBy('issued_at')
    .orderBy('order_id')
    .limit(limit)
    .forUpdate()
    .execute();
}

/** Like `lockUnnumberedReceipts`, for vouchers of receipts that have their numbers. */
export async function lockUnnumberedVouchers(tx: Tx, until: Date, limit: number): Promise<Unnumbered[]> {
  return tx
    .selectFrom('refund_vouchers as v')
    .innerJoin('receipts as r', 'r.order_id', 'v.order_id')
    .select(['v.refund_id as id', 'v.issued_at'])
    .where('v.number', 'is', null)
    .where('v.issued_at', '<', until)
    .where('r.number', 'is not', null)
    .orderBy('v.issued_at')
    .orderBy('v.refund_id')
    .limit(limit)
    .forUpdate('v')
    .execute();
}

/** Takes the next serial numbers of a series. @returns the first of them */
export async function takeSerials(tx: Tx, series: string, count: number): Promise<number> {
  const { last } = await tx
    .insertInto('receipt_series')
    .values({ series, last: count })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last: sql<number>`receipt_series.last + ${count}` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** Writes the numbers of receipts or vouchers. */
export async function setNumbers(
  tx: Tx,
  table: keyof typeof IDS,
  numbered: readonly { id: string; series: string; serial: number; number: string }[],
): Promise<void> {
  await sql`
    UPDATE ${sql.table(table)} AS document SET number = given.number, series = given.series, serial = given.serial
    FROM jsonb_to_recordset(${JSON.stringify(numbered)}) AS given (id text, number text, series text, serial integer)
    WHERE document.${sql.ref(IDS[table])} = given.id
  `.execute(tx);
}

/** The series of receipts and the last number of each. */
export function listSeries(db: Db): Promise<{ series: string; last: number }[]> {
  return db.selectFrom('receipt_series').select(['series', 'last']).orderBy('series').execute();
}

/** Locks a series, if it has begun. @returns its last number */
export async function lockSeries(tx: Tx, series: string): Promise<number | undefined> {
  const current = await tx
    .selectFrom('receipt_series')
    .select('last')
    .where('series', '=', series)
    .forUpdate()
    .executeTakeFirst();
  return current?.last;
}

/** Ends a series at `last`, and records that its numbers from `first` on are not used. */
export async function skipNumbers(
  tx: Tx,
  { series, first, last }: { series: string; first: number; last: number },
): Promise<void> {
  await tx
    .insertInto('receipt_series')
    .values({ series, last })
    .onConflict((conflict) => conflict.column('series').doUpdateSet({ last }))
    .execute();
  await tx.insertInto('receipt_gaps').values({ series, first, last }).execute();
}
