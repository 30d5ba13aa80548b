import { inTransaction, type Tx } from '../../../database/database.ts';
import type { GatewayPayment } from '../../../gateways/card-payments.ts';
import { lockMember, type MemberRow } from '../../accounts/service.ts';
import { grantTokens } from '../../wallet/service.ts';
import { type Payments, purchaseOf } from '../context.ts';
import { holdForDisputes } from '../disputes/holds.ts';
import { writeReceipt } from '../receipts/store.ts';
import { applyEarlierRefunds } from '../refunds/refunds.ts';
import type { SettledBy } from '../tables.ts';
import { hasMovedMoney, setDisposition, upsertPayment } from './payment-store.ts';
import {
  intentOf,
  isIntentPaid,
  lockOrder,
  markFailed,
  markPaid,
  type OrderRow,
  type PaymentRow,
} from './store.ts';
import { applyTiers } from './tiers.ts';

/** What a payment turned out to be. `unknown-order`: of an order that is not ours. */
export type Settlement =
  | { outcome: 'unknown-order' }
  | {
      /**
       * `pending`: not captured yet. `surplus`: to be returned, as another payment paid for the same intent or the member has
       * left. `mismatch`: of another amount or currency than ordered. `refunded`: refunded before it could be credited.
       */
      outcome: 'credited' | 'credited-before' | 'pending' | 'failed' | 'surplus' | 'mismatch' | 'refunded';
      order: OrderRow;
      /** Whether this outcome is reported for the first time. */
      isFirstReport: boolean;
    };

/** Credits an order with everything that follows from the purchase. The caller holds the locks of order and member. */
async function credit(
  context: Payments,
  tx: Tx,
  {
    order,
    payment,
    member,
    via,
  }: { order: OrderRow; payment: PaymentRow; member: MemberRow; via: SettledBy },
): Promise<void> {
  const transactionId = await grantTokens(tx, {
    memberId: order.member_id,
    kind: 'topup',
    tokens: order.tokens,
    validityDays: order.validity_days,
    reference: `topup:${order.id}`,
  });
  if (transactionId === undefined)
    throw new Error(`order ${order.id} was credited before, but is not marked as paid`);
  await setDisposition(tx, payment.id, 'credited');
  await markPaid(tx, order, transactionId, via);
  if (order.tier !== null) await applyTiers(tx, order.member_id);
  await context.onPurchased?.(tx, purchaseOf(order));
  await writeReceipt(tx, context.site, { order, paymentId: payment.id, member });
  const credited = { ...order, ledger_transaction_id: transactionId };
  // A part may have been refunded, or the payment disputed, before it was reported to us.
  if (payment.refunded > 0) await applyEarlierRefunds(context, tx, credited, payment.id);
  await holdForDisputes(tx, credited, payment.id);
}

/**
 * Records what the gateway reports of a payment, and credits the order that it pays exactly once. The browser's request, the
 * webhooks and the reconciler all end here. Works on the database alone.
 *
 * @param reported from the gateway's API, or signed by the gateway
 * @param via who reports it. The API reports the present state; a webhook may be late.
 */
export async function settlePayment(
  context: Payments,
  tx: Tx,
  reported: GatewayPayment,
  via: SettledBy,
): Promise<Settlement> {
  if (reported.orderId === null) return { outcome: 'unknown-order' };
  const order = await lockOrder(tx, { gatewayOrderId: reported.orderId });
  if (order === undefined) return { outcome: 'unknown-order' };
  const payment = await upsertPayment(tx, order, reported);
  if (payment.order_id !== order.id) return { outcome: 'mismatch', order, isFirstReport: true };
  if (payment.standing === 'credited') return { outcome: 'credited-before', order, isFirstReport: false };
  if (payment.standing !== 'open') return { outcome: payment.standing, order, isFirstReport: false };
  if (!hasMovedMoney(payment.status)) {
    const failed = payment.status === 'failed';
    if (failed && order.status === 'created') {
      await markFailed(tx, order.id, (reported.failure ?? 'Payment failed.').slice(0, 500));
    }
    return { outcome: failed ? 'failed' : 'pending', order, isFirstReport: false };
  }
  if (payment.amount !== order.amount || payment.currency !== order.currency) {
    await setDisposition(tx, payment.id, 'mismatch', context.mismatchHours);
    await context.jobs.add(tx, 'mail', { kind: 'payment-notice', notice: 'mismatch', paymentId: payment.id });
    return { outcome: 'mismatch', order, isFirstReport: true };
  }
  // The gateway reports a payment as refunded while the refund is pending, and as captured again if the refund fails.
  const refundFailed = via !== 'webhook' && reported.status === 'captured' && reported.amountRefunded === 0;
  if (payment.refunded >= payment.amount || (payment.status === 'refunded' && !refundFailed)) {
    return { outcome: 'refunded', order, isFirstReport: false };
  }
  // Locked, so that a member who is leaving has either left already or is also removed from the receipt.
  const member = order.ledger_transaction_id === null ? await lockMember(tx, order.member_id) : undefined;
  if (member === undefined || (await isIntentPaid(tx, intentOf(order)))) {
    await setDisposition(tx, payment.id, 'surplus');
    await context.jobs.add(tx, 'mail', { kind: 'payment-notice', notice: 'surplus', paymentId: payment.id });
    return { outcome: 'surplus', order, isFirstReport: true };
  }
  await credit(context, tx, { order, payment, member, via });
  return { outcome: 'credited', order, isFirstReport: true };
}

/** Logs a settlement for operators. Called after the commit. */
export function reportSettlement(
  { log }: Pick<Payments, 'log'>,
  reported: GatewayPayment,
  settlement: Settlement,
  via: SettledBy,
): void {
  const details = { payment: reported.id, gatewayOrder: reported.orderId };
  if (settlement.outcome === 'unknown-order') log.warn(details, 'a payment belongs to no order of ours');
  else if (!settlement.isFirstReport) return;
  else if (settlement.outcome === 'mismatch') {
    const { amount, currency, id } = settlement.order;
    log.error(
      {
        alert: true,
        ...details,
        order: id,
        ordered: { amount, currency },
        paid: { amount: reported.amount, currency: reported.currency },
      },
      'a payment differs from its order in amount or currency: not credited, operators have to decide',
    );
  } else if (settlement.outcome === 'surplus') {
    log.warn(
      { ...details, order: settlement.order.id },
      'a second payment of an order, or a payment of a former member: returning it',
    );
  } else if (settlement.outcome === 'credited') {
    log.info({ ...details, order: settlement.order.id, via }, 'credited a purchase');
  }
}

/** Settles a payment that the gateway reported, in its own transaction. */
export async function settle(
  context: Payments,
  reported: GatewayPayment,
  via: SettledBy,
): Promise<Settlement> {
  const settlement = await inTransaction(context.db, (tx) => settlePayment(context, tx, reported, via));
  reportSettlement(context, reported, settlement, via);
  return settlement;
}
