import { inTransaction, type Tx } from '../../../database/database.ts';
import type { GatewayPayment } from '../../../gateways/card-payments.ts';
import { type Payments, purchaseOf } from '../context.ts';
import { holdForDisputes } from '../disputes/holds.ts';
import { sellerOf, taxOf } from '../receipts/store.ts';
import { applyEarlierRefunds } from '../refunds/refunds.ts';
import type { SettledBy } from '../tables.ts';
import { creditOrder, hasMovedMoney, type Payment, recordPayment, setDisposition } from './payment-store.ts';
import { markFailed, type OrderRow } from './store.ts';
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
      order: Pick<OrderRow, 'id' | 'amount' | 'currency'>;
      /** Whether this outcome is reported for the first time. */
      isFirstReport: boolean;
    };

/**
 * Credits an order with everything that follows from the purchase. The caller holds the order's lock.
 *
 * @returns whether it was credited; not where the member has left or another payment paid for the same intent
 */
async function credit(
  { site, ...context }: Payments,
  tx: Tx,
  { order, payment, via }: { order: OrderRow; payment: Payment; via: SettledBy },
): Promise<boolean> {
  const credited = await creditOrder(tx, {
    orderId: order.id,
    paymentId: payment.id,
    via,
    seller: sellerOf(site),
    tax: taxOf(site, order.amount),
  });
  if (credited === undefined) return false;
  if (order.tier !== null) await applyTiers(tx, order.member_id);
  await context.onPurchased?.(tx, purchaseOf(order));
  const purchase = { ...order, ledger_transaction_id: credited.transactionId };
  // A part may have been refunded, or the payment disputed, before it was reported to us.
  if (payment.refunded > 0) await applyEarlierRefunds({ site }, tx, purchase, payment.id);
  if (credited.isDisputed) await holdForDisputes(tx, purchase, payment.id);
  return true;
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
  const recorded = await recordPayment(tx, reported.orderId, reported);
  if (recorded === undefined) return { outcome: 'unknown-order' };
  const { order, payment } = recorded;
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
  if (await credit(context, tx, { order, payment, via }))
    return { outcome: 'credited', order, isFirstReport: true };
  await setDisposition(tx, payment.id, 'surplus');
  await context.jobs.add(tx, 'mail', { kind: 'payment-notice', notice: 'surplus', paymentId: payment.id });
  return { outcome: 'surplus', order, isFirstReport: true };
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

/** Settles a payment that the gateway reported: a plain one together with others, any other in its own transaction. */
export async function settle(
  context: Payments,
  reported: GatewayPayment,
  via: SettledBy,
): Promise<Settlement> {
  const id = await context.batches.creditPlain(reported, via);
  const settlement: Settlement =
    id === undefined
      ? await inTransaction(context.db, (tx) => settlePayment(context, tx, reported, via))
      : { outcome: 'credited', order: { ...reported, id }, isFirstReport: true };
  reportSettlement(context, reported, settlement, via);
  return settlement;
}
