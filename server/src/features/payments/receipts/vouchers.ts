import type { Site } from '@oriel/contract';
import type { Tx } from '../../../database/database.ts';
import { taxWithin } from '../money.ts';
import type { OrderRow } from '../orders/store.ts';
import { sellerOf } from './store.ts';
import { findVoucherReceipt, insertRefundVoucher } from './voucher-store.ts';

/**
 * Writes the voucher for a refund of a purchase, to the buyer on its receipt. It gets its number after the commit, see
 * `numberReceipts`. The caller holds the member's lock.
 *
 * @param refundedBefore the part of the price that was refunded before this refund
 */
export async function writeRefundVoucher(
  tx: Tx,
  site: Site,
  {
    order,
    refund,
    refundedBefore,
  }: { order: OrderRow; refund: { id: string; amount: number }; refundedBefore: number },
): Promise<void> {
  const receipt = await findVoucherReceipt(tx, order.id);
  const taxUpTo = (refunded: number) =>
    receipt.tax === null ? 0 : taxWithin(Math.min(refunded, order.amount), receipt.tax.rate);
  await insertRefundVoucher(tx, {
    refund_id: refund.id,
    order_id: order.id,
    member_id: order.member_id,
    seller: JSON.stringify(sellerOf(site)),
    buyer: JSON.stringify(receipt.buyer),
    // So that the parts of a whole refund add up to the tax on the receipt.
    tax_amount: taxUpTo(refundedBefore + refund.amount) - taxUpTo(refundedBefore),
  });
}
