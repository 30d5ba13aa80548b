import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import type { Brand } from '../../mail/layout.ts';
import { paymentNotice, receipt as receiptMail, refundVoucher } from '../../mail/texts.ts';
import { findMember } from '../accounts/service.ts';
import { formatAmount } from './money.ts';
import { findReceipt } from './receipts/store.ts';
import { describe } from './receipts/text.ts';
import { findRefundVoucher } from './receipts/vouchers.ts';

/** The mail with a receipt, to its buyer; undefined when they have left. */
export async function writeReceiptMail(
  db: Db,
  brand: Brand,
  { number }: { number: string },
): Promise<Mail | undefined> {
  const receipt = await findReceipt(db, number);
  const to = receipt?.buyer.email;
  if (receipt === undefined || to === undefined) return undefined;
  return {
    to,
    ...receiptMail(brand, { plan: receipt.plan_name, tokens: receipt.tokens, ...describe(receipt) }),
  };
}

/** The mail with a refund voucher, to its buyer; undefined when they have left. */
export async function writeVoucherMail(
  db: Db,
  brand: Brand,
  { number }: { number: string },
): Promise<Mail | undefined> {
  const voucher = await findRefundVoucher(db, number);
  const to = voucher?.buyer.email;
  if (voucher === undefined || to === undefined) return undefined;
  return {
    to,
    ...refundVoucher(brand, {
      plan: voucher.plan_name,
      refundKind: voucher.refund_kind,
      ...describe(voucher),
    }),
  };
}

/** The mail about a payment that was not credited; undefined when its payer has left. */
export async function writePaymentNotice(
  db: Db,
  brand: Brand,
  { paymentId, notice }: { paymentId: string; notice: 'surplus' | 'mismatch' | 'returned' },
): Promise<Mail | undefined> {
  const payment = await db
    .selectFrom('payments as p')
    .innerJoin('payment_orders as o', 'o.id', 'p.order_id')
    .select(['p.amount', 'p.currency', 'p.refunded', 'o.plan_name', 'o.member_id'])
    .where('p.id', '=', paymentId)
    .executeTakeFirst();
  const to = payment && (await findMember(db, payment.member_id))?.email;
  if (!payment || !to) return undefined;
  const amount = notice === 'returned' ? payment.refunded : payment.amount;
  return {
    to,
    ...paymentNotice(brand, {
      notice,
      plan: payment.plan_name,
      amount: formatAmount(amount, payment.currency),
      payment: paymentId,
    }),
  };
}
