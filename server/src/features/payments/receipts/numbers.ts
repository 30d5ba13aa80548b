import { type Db, inTransaction, type Tx } from '../../../database/database.ts';
import type { Payments } from '../context.ts';
import { seriesAt } from './dates.ts';
import {
  isNumberMissing,
  lockSeries,
  lockUnnumberedReceipts,
  lockUnnumberedVouchers,
  setNumbers,
  skipNumbers,
  takeSerials,
  tryLockNumbering,
  type Unnumbered,
  visibleUntil,
} from './number-store.ts';

type Numbering = Pick<Payments, 'db' | 'jobs' | 'site' | 'isStopping'>;

/** How many are numbered in one transaction. */
const BATCH = 100;

const padded = (serial: number): string => String(serial).padStart(6, '0');

/** What gets numbers: vouchers have series of their own. */
const RECEIPTS = { kind: 'receipt', table: 'receipts', prefix: 'R-' } as const;
const VOUCHERS = { kind: 'refund-voucher', table: 'refund_vouchers', prefix: '' } as const;

/** Numbers documents in their order, and mails them. @returns how many got a number */
async function giveNumbers(
  { jobs, site }: Numbering,
  tx: Tx,
  { kind, table, prefix }: typeof RECEIPTS | typeof VOUCHERS,
  documents: readonly Unnumbered[],
): Promise<number> {
  const seriesOf = ({ issued_at }: Unnumbered) =>
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
  await setNumbers(tx, table, numbered);
  await jobs.add(tx, 'mail', ...numbered.map(({ number }) => ({ kind, number })));
  return numbered.length;
}

/** @returns whether there may be more */
async function numberBatch(context: Numbering, tx: Tx): Promise<boolean> {
  if (!(await tryLockNumbering(tx))) return false;
  const until = await visibleUntil(tx);
  // Vouchers after all receipts: a voucher cannot be numbered before its receipt.
  const receipts = await lockUnnumberedReceipts(tx, until, BATCH);
  if ((await giveNumbers(context, tx, RECEIPTS, receipts)) === BATCH) return true;
  const vouchers = await lockUnnumberedVouchers(tx, until, BATCH);
  return (await giveNumbers(context, tx, VOUCHERS, vouchers)) === BATCH;
}

/**
 * Numbers the receipts and vouchers of committed purchases and refunds, in order of payment and without gaps, and mails
 * them. Safe to run concurrently: one process works at a time, and another redoes what it has not committed.
 */
export async function numberReceipts(context: Numbering): Promise<void> {
  const { db } = context;
  if (!(await isNumberMissing(db))) return;
  while ((await inTransaction(db, (tx) => numberBatch(context, tx))) && !context.isStopping());
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
    const last = (await lockSeries(tx, series)) ?? 0;
    if (serial <= last) return undefined;
    await skipNumbers(tx, { series, first: last + 1, last: serial });
    return last + 1;
  });
}
