import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import type { Payments } from '../context.ts';
import { seriesAt } from './dates.ts';

type Numbering = Pick<Payments, 'db' | 'jobs' | 'site' | 'isStopping'>;

/** How many are numbered in one transaction. */
const BATCH = 100;
/** An open transaction may have been paid earlier than the receipts that are reported, and is waited for at most so long. */
const WAIT_FOR_OLDER_SECONDS = 30;
/** A transaction is visible to others at most this long after it begins. */
const MARGIN_MS = 500;

const padded = (serial: number): string => String(serial).padStart(6, '0');

/** Whether this transaction may number; only one does at a time. */
async function tryLockNumbering(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext('receipt numbers')) AS held
  `.execute(tx);
  return rows[0]?.held === true;
}

/**
 * The time up to which all purchases are visible. A receipt has the time at which its transaction began, so an open
 * transaction may commit an earlier receipt than those that are visible.
 */
async function visibleUntil(tx: Tx): Promise<Date> {
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

/** Takes the next serial numbers of a series. @returns the first of them */
async function takeSerials(tx: Tx, series: string, count: number): Promise<number> {
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

/** What gets numbers: vouchers have series of their own. */
const RECEIPTS = { kind: 'receipt', table: 'receipts', key: 'order_id', prefix: 'R-' } as const;
const VOUCHERS = { kind: 'refund-voucher', table: 'refund_vouchers', key: 'refund_id', prefix: '' } as const;

/** Numbers documents in their order, and mails them. @returns how many got a number */
async function giveNumbers(
  { jobs, site }: Numbering,
  tx: Tx,
  { kind, table, key, prefix }: typeof RECEIPTS | typeof VOUCHERS,
  documents: readonly { id: string; issued_at: Date }[],
): Promise<number> {
  const seriesOf = ({ issued_at }: { issued_at: Date }) =>
    `${kind === 'receipt' ? '' : 'RV-'}${seriesAt(issued_at, site.receipts)}`;
  const numbered: { id: string; series: string; serial: number; number: string }[] = [];
  for (const [series, group] of Map.groupBy(documents, seriesOf)) {
    const first = await takeSerials(tx, series, group.length);
    for (const [index, { id }] of group.entries()) {
      const serial = first + index;
      numbered.push({ id, series, serial, number: `${prefix}${series}-${padded(serial)}` });
    }
  }
  if (numbered.length === 0) return 0;
  await sql`
    UPDATE ${sql.table(table)} AS document SET number = given.number, series = given.series, serial = given.serial
    FROM jsonb_to_recordset(${JSON.stringify(numbered)}) AS given (id text, number text, series text, serial integer)
    WHERE document.${sql.ref(key)} = given.id
  `.execute(tx);
  await jobs.add(tx, 'mail', ...numbered.map(({ number }) => ({ kind, number })));
  return numbered.length;
}

async function numberNewReceipts(context: Numbering, tx: Tx, until: Date): Promise<number> {
  const receipts = await tx
    .selectFrom('receipts')
    .select(['order_id as id', 'issued_at'])
    .where('number', 'is', null)
    .where('issued_at', '<', until)
    .orderBy('issued_at')
    .orderBy('order_id')
    .limit(BATCH)
    .forUpdate()
    .execute();
  return giveNumbers(context, tx, RECEIPTS, receipts);
}

/** Numbers vouchers of receipts that have their numbers. */
async function numberNewVouchers(context: Numbering, tx: Tx, until: Date): Promise<number> {
  const vouchers = await tx
    .selectFrom('refund_vouchers as v')
    .innerJoin('receipts as r', 'r.order_id', 'v.order_id')
    .select(['v.refund_id as id', 'v.issued_at'])
    .where('v.number', 'is', null)
    .where('v.issued_at', '<', until)
    .where('r.number', 'is not', null)
    .orderBy('v.issued_at')
    .orderBy('v.refund_id')
    .limit(BATCH)
    .forUpdate('v')
    .execute();
  return giveNumbers(context, tx, VOUCHERS, vouchers);
}

/** @returns whether there may be more */
async function numberBatch(context: Numbering, tx: Tx): Promise<boolean> {
  if (!(await tryLockNumbering(tx))) return false;
  const until = await visibleUntil(tx);
  // Vouchers after all receipts: a voucher cannot be numbered before its receipt.
  if ((await numberNewReceipts(context, tx, until)) === BATCH) return true;
  return (await numberNewVouchers(context, tx, until)) === BATCH;
}

/**
 * Numbers the receipts and vouchers of committed purchases and refunds, in order of payment and without gaps, and mails
 * them. Safe to run concurrently: one process works at a time, and another redoes what it has not committed.
 */
export async function numberReceipts(context: Numbering): Promise<void> {
  const { db } = context;
  // Usually nothing waits: two empty partial indexes.
  const { rows } = await sql<{ waits: boolean }>`
    SELECT EXISTS (SELECT FROM receipts WHERE number IS NULL)
      OR EXISTS (SELECT FROM refund_vouchers WHERE number IS NULL) AS waits
  `.execute(db);
  if (!rows[0]?.waits) return;
  while ((await inTransaction(db, (tx) => numberBatch(context, tx))) && !context.isStopping());
}

/** The series of receipts and the last number of each. */
export function listSeries(db: Db): Promise<{ series: string; last: number }[]> {
  return db.selectFrom('receipt_series').select(['series', 'last']).orderBy('series').execute();
}

/** Parses the number of a receipt or voucher; undefined where it is not one. */
export function parseReceiptNumber(number: string): { series: string; serial: number } | undefined {
  const [, receipts, vouchers, serial] =
    /^(?:R-(\d{4}(?:-\d{2})?)|(RV-\d{4}(?:-\d{2})?))-(\d{6,9})$/.exec(number) ?? [];
  const series = receipts ?? vouchers;
  return series === undefined || Number(serial) === 0 ? undefined : { series, serial: Number(serial) };
}

/**
 * Skips numbers that were used before the database was restored to an earlier time: the next receipt gets the one after
 * `serial`.
 *
 * @returns the first skipped number; undefined where the series has reached `serial` already
 */
export function advanceSeries(db: Db, { series, serial }: { series: string; serial: number }) {
  return inTransaction(db, async (tx) => {
    const current = await tx
      .selectFrom('receipt_series')
      .select('last')
      .where('series', '=', series)
      .forUpdate()
      .executeTakeFirst();
    const last = current?.last ?? 0;
    if (serial <= last) return undefined;
    await tx
      .insertInto('receipt_series')
      .values({ series, last: serial })
      .onConflict((conflict) => conflict.column('series').doUpdateSet({ last: serial }))
      .execute();
    await tx
      .insertInto('receipt_gaps')
      .values({ series, first: last + 1, last: serial })
      .execute();
    return last + 1;
  });
}
