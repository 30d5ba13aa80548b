import type { Db, Tx } from '../../database/database.ts';

/** A member's purchases. Kept for accounting, anonymised, when the member leaves. */
export const paymentsAsPersonalData = {
  async export(db: Db, memberId: string) {
    const orders = await db
      .selectFrom('payment_orders as o')
      .leftJoin('receipts as r', 'r.order_id', 'o.id')
      .select(['o.id', 'o.gateway_order_id', 'o.plan_name', 'o.tokens', 'o.tier', 'o.amount', 'o.currency'])
      .select(['o.status', 'o.created_at', 'o.paid_at', 'r.number', 'r.payment_id', 'r.buyer'])
      .where('o.member_id', '=', memberId)
      .orderBy('o.created_at')
      .execute();
    const vouchers = await db
      .selectFrom('refund_vouchers as v')
      .innerJoin('refunds as f', 'f.id', 'v.refund_id')
      .select(['v.number', 'v.order_id', 'v.issued_at', 'v.buyer', 'f.amount', 'f.currency', 'f.kind'])
      .where('v.member_id', '=', memberId)
      .orderBy('v.issued_at')
      .execute();
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
    // Why a payment failed is the gateway's text, and may name the payer.
    await tx
      .updateTable('payment_orders')
      .set({ failure: null })
      .where('member_id', '=', memberId)
      .where('failure', 'is not', null)
      .execute();
    for (const table of ['receipts', 'refund_vouchers'] as const) {
      await tx.updateTable(table).set({ buyer: '{}' }).where('member_id', '=', memberId).execute();
    }
  },
};
