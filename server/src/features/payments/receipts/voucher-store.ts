import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { Buyer, PaymentTables, ReceiptTax, Seller } from '../tables.ts';
import type { Receipt } from './store.ts';

/** A numbered voucher for a refund or a lost dispute of a purchase. */
export interface RefundVoucher {
  kind: 'refund-voucher';
  number: string;
  issued_at: Date;
  seller: Seller;
  buyer: Buyer;
  member_id: string;
  /** The gateway's ids. */
  refund_id: string;
  payment_id: string;
  /** What returned the money. */
  refund_kind: 'refund' | 'dispute';
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  /** What of the amount is tax; null where the receipt has none. */
  tax: ReceiptTax | null;
  plan_name: string;
  tokens: number;
  receipt: Pick<Receipt, 'number' | 'issued_at' | 'seller'>;
}

/** What a voucher takes from the receipt of its order. */
export async function findVoucherReceipt(
  tx: Tx,
  orderId: string,
): Promise<Pick<Selectable<PaymentTables['receipts']>, 'buyer' | 'tax'>> {
  return tx
    .selectFrom('receipts')
    .select(['buyer', 'tax'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
}

export async function insertRefundVoucher(
  tx: Tx,
  voucher: Insertable<PaymentTables['refund_vouchers']>,
): Promise<void> {
  await tx.insertInto('refund_vouchers').values(voucher).execute();
}

/** @param memberId the owner, where the voucher must be theirs */
export async function findRefundVoucher(
  db: Db,
  number: string,
  memberId?: string,
): Promise<RefundVoucher | undefined> {
  const row = await db
    .selectFrom('refund_vouchers as v')
    .innerJoin('refunds as f', 'f.id', 'v.refund_id')
    .innerJoin('receipts as r', 'r.order_id', 'v.order_id')
    .innerJoin('payment_orders as o', 'o.id', 'v.order_id')
    .select(['v.refund_id', 'v.issued_at', 'v.seller', 'v.buyer', 'v.member_id', 'v.tax_amount'])
    .select(['f.payment_id', 'f.kind', 'f.amount', 'f.currency', 'o.plan_name', 'o.tokens', 'r.tax'])
    .select(['r.number as receipt_number', 'r.issued_at as receipt_issued_at', 'r.seller as receipt_seller'])
    .where('v.number', '=', number)
    .$if(memberId !== undefined, (query) => query.where('v.member_id', '=', memberId ?? ''))
    .$narrowType<{ receipt_number: string }>()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { kind, tax, tax_amount, receipt_number, receipt_issued_at, receipt_seller, ...rest } = row;
  return {
    ...rest,
    kind: 'refund-voucher',
    number,
    refund_kind: kind,
    tax: tax === null ? null : { ...tax, amount: tax_amount },
    receipt: { number: receipt_number, issued_at: receipt_issued_at, seller: receipt_seller },
  };
}
