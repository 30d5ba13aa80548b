import type { Site } from '@oriel/contract';
import type { Selectable } from 'kysely';
import type { Db } from '../../../database/database.ts';
import { taxWithin } from '../money.ts';
import type { OrderRow } from '../orders/store.ts';
import type { PaymentTables, ReceiptTax, Seller } from '../tables.ts';

/** A numbered receipt with its purchase and the refunded part of its price. */
export type Receipt = {
  kind: 'receipt';
  number: string;
  /** The payment method, such as `card` or `upi`; null if unknown. */
  method: string | null;
  /** In the smallest unit of the currency. */
  refunded: number;
  /** In their order; one that has no number yet is left out. */
  vouchers: string[];
} & Pick<
  Selectable<PaymentTables['receipts']>,
  'payment_id' | 'issued_at' | 'seller' | 'buyer' | 'tax' | 'member_id'
> &
  Pick<OrderRow, 'plan_name' | 'tokens' | 'validity_days' | 'tier' | 'amount' | 'currency'>;

/** The path of a receipt's page. */
export const receiptPath = (number: string): string => `/api/tokens/receipts/${number}`;

/** The site's company as of today. */
export function sellerOf({ name, legal, receipts, tax }: Site): Seller {
  return {
    name,
    ...legal,
    timeZone: receipts.timeZone,
    ...(tax === undefined ? {} : { taxNumber: tax.number }),
  };
}

/** The tax in a price; null where the site charges none. */
export function taxOf({ tax }: Site, amount: number): ReceiptTax | null {
  return tax === undefined ? null : { name: tax.name, rate: tax.rate, amount: taxWithin(amount, tax.rate) };
}

/** @param memberId the owner, where the receipt must be theirs */
export async function findReceipt(db: Db, number: string, memberId?: string): Promise<Receipt | undefined> {
  const receipt = await db
    .selectFrom('receipts as r')
    .innerJoin('payment_orders as o', 'o.id', 'r.order_id')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.order_id', 'p.refunded', 'p.method'])
    .select(['r.number', 'r.payment_id', 'r.issued_at', 'r.seller', 'r.buyer', 'r.tax', 'r.member_id'])
    .select(['o.plan_name', 'o.tokens', 'o.validity_days', 'o.tier', 'o.amount', 'o.currency'])
    .where('r.number', '=', number)
    .$if(memberId !== undefined, (query) => query.where('r.member_id', '=', memberId ?? ''))
    .$narrowType<{ number: string }>()
    .executeTakeFirst();
  if (receipt === undefined) return undefined;
  const { order_id, ...rest } = receipt;
  const vouchers = await db
    .selectFrom('refund_vouchers')
    .select('number')
    .where('order_id', '=', order_id)
    .where('number', 'is not', null)
    .orderBy('issued_at')
    .$narrowType<{ number: string }>()
    .execute();
  return { ...rest, kind: 'receipt', vouchers: vouchers.map(({ number }) => number) };
}
