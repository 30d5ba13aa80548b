import type { Db, Tx } from '../../database/database.ts';
import { eraseBuyer, eraseFailures, findOrders, findVouchers } from './store.ts';

/** A member's purchases. Kept for accounting, anonymised, when the member leaves. */
export const paymentsAsPersonalData = {
  async export(db: Db, memberId: string) {
    const orders = await findOrders(db, memberId);
    const vouchers = await findVouchers(db, memberId);
    return {
      refunds: vouchers.map((voucher) => ({
        purchase: voucher.order_id,
        kind: voucher.kind,
        amount: voucher.amount,
        currency: voucher.currency,
        refundedAt: voucher.issued_at,
        voucher: voucher.number,
        refundedTo: voucher.buyer,
      })),
      purchases: orders.map((order) => ({
        id: order.id,
        gatewayOrder: order.gateway_order_id,
        payment: order.payment_id,
        plan: order.plan_name,
        tokens: order.tokens,
        tier: order.tier,
        amount: order.amount,
        currency: order.currency,
        status: order.status,
        createdAt: order.created_at,
        paidAt: order.paid_at,
        receipt: order.number,
        billedTo: order.buyer,
      })),
    };
  },

  async erase(tx: Tx, memberId: string): Promise<void> {
    await eraseFailures(tx, memberId);
    await eraseBuyer(tx, memberId);
  },
};
