import type { Site } from '@oriel/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database.ts';
import type { MemberRow } from '../accounts/service.ts';
import { taxWithin } from './money.ts';
import type { OrderRow } from './orders.ts';
import type { Buyer, PaymentTables, ReceiptTax, Seller } from './tables.ts';

/** A receipt with what was bought. */
export type Receipt = Pick<
  Selectable<PaymentTables['receipts']>,
  'number' | 'payment_id' | 'issued_at' | 'seller' | 'buyer' | 'tax' | 'member_id'
> &
  Pick<OrderRow, 'plan_name' | 'tokens' | 'validity_days' | 'tier' | 'amount' | 'currency' | 'status'>;

/** Where its page is. */
export const receiptPath = (number: string): string => `/api/tokens/receipts/${number}`;

function sellerOf({ name, legal, tax }: Site): Seller {
  return { name, ...legal, ...(tax === undefined ? {} : { taxNumber: tax.number }) };
}

function taxOf({ tax }: Site, amount: number): ReceiptTax | null {
  return tax === undefined ? null : { name: tax.name, rate: tax.rate, amount: taxWithin(amount, tax.rate) };
}

function buyerOf(member: MemberRow): Buyer {
  if (!member.email) return {};
  return { name: `${member.first_name} ${member.last_name}`.trim(), email: member.email };
}

/**
 * Writes the receipt of a purchase under the next number of this year.
 *
 * @param member who bought, locked by the caller
 * @returns its number
 */
export async function issueReceipt(
  tx: Tx,
  site: Site,
  { order, paymentId, member }: { order: OrderRow; paymentId: string; member: MemberRow },
): Promise<string> {
  const { rows } = await sql<{ series: string; last: number }>`
    INSERT INTO receipt_series AS s (series, last) VALUES (to_char(now() AT TIME ZONE 'UTC', 'YYYY'), 1)
    ON CONFLICT (series) DO UPDATE SET last = s.last + 1
    RETURNING series, last
  `.execute(tx);
  const [next] = rows;
  if (next === undefined) throw new Error('the series of receipts has no next number');
  const number = `R-${next.series}-${String(next.last).padStart(6, '0')}`;
  await tx
    .insertInto('receipts')
    .values({
      number,
      series: next.series,
      serial: next.last,
      order_id: order.id,
      payment_id: paymentId,
      member_id: order.member_id,
      seller: JSON.stringify(sellerOf(site)),
      buyer: JSON.stringify(buyerOf(member)),
      tax: JSON.stringify(taxOf(site, order.amount)),
    })
    .execute();
  return number;
}

/** @param memberId whose receipt it has to be, where that matters */
export async function findReceipt(db: Db, number: string, memberId?: string): Promise<Receipt | undefined> {
  return db
    .selectFrom('receipts as r')
    .innerJoin('payment_orders as o', 'o.id', 'r.order_id')
    .select(['r.number', 'r.payment_id', 'r.issued_at', 'r.seller', 'r.buyer', 'r.tax', 'r.member_id'])
    .select(['o.plan_name', 'o.tokens', 'o.validity_days', 'o.tier', 'o.amount', 'o.currency', 'o.status'])
    .where('r.number', '=', number)
    .$if(memberId !== undefined, (query) => query.where('r.member_id', '=', memberId ?? ''))
    .executeTakeFirst();
}
