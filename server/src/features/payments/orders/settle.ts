import { type Selectable, sql } from 'kysely';
import { inTransaction, type Tx } from '../../../database/database.ts';
import type { GatewayPayment } from '../../../gateways/card-payments.ts';
import { lockMember, type MemberRow } from '../../accounts/service.ts';
import { grantTokens } from '../../wallet/service.ts';
import { type Payments, purchaseOf } from '../context.ts';
import { holdForDisputes } from '../disputes/holds.ts';
import { writeReceipt } from '../receipts/store.ts';
import { applyEarlierRefunds } from '../refunds/refunds.ts';
import type { PaymentStatus, PaymentTables, SettledBy, Standing } from '../tables.ts';
import { lockOrder, type OrderRow } from './store.ts';
import { applyTiers } from './tiers.ts';

export type PaymentRow = Selectable<PaymentTables['payments']>;

/** What a payment turned out to be. */
export type Settlement =
  | { outcome: 'unknown-order' }
  | {
      /**
       * `pending`: not captured yet. `surplus`: given back, since another payment had paid for the same, or its member has left.
       * `mismatch`: of another amount or currency than ordered. `refunded`: given back before it could be credited.
       */
      outcome: 'credited' | 'credited-before' | 'pending' | 'failed' | 'surplus' | 'mismatch' | 'refunded';
      order: OrderRow;
      /** Whether this is the first time that it turned out so. */
      isNews: boolean;
    };

/** In this order a payment's status goes; what is told late never takes it back. */
const STEPS: readonly PaymentStatus[] = ['created', 'failed', 'authorized', 'captured', 'refunded'];

const MOVED_MONEY = new Set<PaymentStatus>(['captured', 'refunded']);

function later(a: PaymentStatus, b: PaymentStatus): PaymentStatus {
  return STEPS.indexOf(a) > STEPS.indexOf(b) ? a : b;
}

/** Notes what the gateway says of a payment, without going back. The caller holds the order's lock. */
async function notePayment(tx: Tx, order: OrderRow, seen: GatewayPayment): Promise<PaymentRow> {
  const added = await tx
    .insertInto('payments')
    .values({
      id: seen.id,
      order_id: order.id,
      amount: seen.amount,
      currency: seen.currency,
      status: seen.status,
      method: seen.method,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (added !== undefined) return added;
  const before = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', seen.id)
    .executeTakeFirstOrThrow();
  const status = later(before.status, seen.status);
  if (status === before.status) return before;
  return (
    tx
      .updateTable('payments')
      // Until the money has moved, only the last word on how much it is counts.
      .set({
        status,
        method: seen.method ?? before.method,
        ...(MOVED_MONEY.has(before.status) ? {} : { amount: seen.amount, currency: seen.currency }),
      })
      .where('id', '=', seen.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** Whether another order is paid by which the member meant to buy the same. The caller holds the member's lock. */
async function isIntentPaid(tx: Tx, order: OrderRow): Promise<boolean> {
  const other = await tx
    .selectFrom('payment_orders')
    .select('id')
    .where(sql<string>`coalesce(intent_id, id)`, '=', order.intent_id ?? order.id)
    .where('id', '<>', order.id)
    .where('ledger_transaction_id', 'is not', null)
    .executeTakeFirst();
  return other !== undefined;
}

async function setStanding(tx: Tx, payment: PaymentRow, standing: Standing): Promise<void> {
  await tx.updateTable('payments').set({ standing }).where('id', '=', payment.id).execute();
}

/** Everything that follows from a purchase, at once or not at all. */
async function credit(
  parts: Payments,
  tx: Tx,
  given: { order: OrderRow; payment: PaymentRow; member: MemberRow; via: SettledBy },
): Promise<void> {
  const { order, payment, member, via } = given;
  const transactionId = await grantTokens(tx, {
    memberId: order.member_id,
    kind: 'topup',
    tokens: order.tokens,
    validityDays: order.validity_days,
    reference: `topup:${order.id}`,
  });
  if (transactionId === undefined) throw new Error(`order ${order.id} was credited without knowing it`);
  await setStanding(tx, payment, 'credited');
  await tx
    .updateTable('payment_orders')
    .set({
      status: 'paid',
      failure: null,
      ledger_transaction_id: transactionId,
      paid_at: sql<Date>`now()`,
      settled_by: via,
      tier_until:
        order.tier === null ? null : sql<Date>`now() + ${order.validity_days} * interval '24 hours'`,
      next_check_at: null,
    })
    .where('id', '=', order.id)
    .execute();
  if (order.tier !== null) await applyTiers(tx, order.member_id);
  await parts.onPurchased?.(tx, purchaseOf(order));
  await writeReceipt(tx, parts.site, { order, paymentId: payment.id, member });
  const credited = { ...order, ledger_transaction_id: transactionId };
  // A part may have been refunded before we heard of the payment, or its payer have disputed it.
  if (payment.refunded > 0) await applyEarlierRefunds(parts, tx, credited, payment.id);
  await holdForDisputes(tx, credited, payment.id);
}

/**
 * Where the browser's call, the webhooks and the reconciler all end: notes what the gateway says of a payment, and credits
 * the order that it pays exactly once. Asks nobody outside the database.
 *
 * @param seen as the gateway told us itself, or signed
 * @param via who brings it. What the gateway answers is as it is now; a webhook may be late.
 */
export async function settlePayment(
  parts: Payments,
  tx: Tx,
  seen: GatewayPayment,
  via: SettledBy,
): Promise<Settlement> {
  if (seen.orderId === null) return { outcome: 'unknown-order' };
  const order = await lockOrder(tx, { gatewayOrderId: seen.orderId });
  if (order === undefined) return { outcome: 'unknown-order' };
  const payment = await notePayment(tx, order, seen);
  if (payment.order_id !== order.id) return { outcome: 'mismatch', order, isNews: true };
  if (payment.standing === 'credited') return { outcome: 'credited-before', order, isNews: false };
  if (payment.standing !== 'open') return { outcome: payment.standing, order, isNews: false };
  if (!MOVED_MONEY.has(payment.status)) {
    const failed = payment.status === 'failed';
    if (failed && order.status === 'created') {
      await tx
        .updateTable('payment_orders')
        .set({ status: 'failed', failure: (seen.failure ?? 'Payment failed.').slice(0, 500) })
        .where('id', '=', order.id)
        .execute();
    }
    return { outcome: failed ? 'failed' : 'pending', order, isNews: false };
  }
  if (payment.amount !== order.amount || payment.currency !== order.currency) {
    await tx
      .updateTable('payments')
      .set({
        standing: 'mismatch',
        give_back_at: sql<Date>`now() + ${parts.mismatchHours} * interval '1 hour'`,
      })
      .where('id', '=', payment.id)
      .execute();
    await parts.jobs.add(tx, 'mail', { kind: 'payment-notice', notice: 'mismatch', paymentId: payment.id });
    return { outcome: 'mismatch', order, isNews: true };
  }
  // A payment is called refunded while its refund is under way. Should that fail, the gateway says that it is captured.
  const refundFailed = via !== 'webhook' && seen.status === 'captured' && seen.amountRefunded === 0;
  if (payment.refunded >= payment.amount || (payment.status === 'refunded' && !refundFailed)) {
    return { outcome: 'refunded', order, isNews: false };
  }
  // Locked, so that somebody who is leaving at this moment is either gone or takes their name from the receipt as well.
  const member = order.ledger_transaction_id === null ? await lockMember(tx, order.member_id) : undefined;
  if (member === undefined || (await isIntentPaid(tx, order))) {
    await setStanding(tx, payment, 'surplus');
    await parts.jobs.add(tx, 'mail', { kind: 'payment-notice', notice: 'surplus', paymentId: payment.id });
    return { outcome: 'surplus', order, isNews: true };
  }
  await credit(parts, tx, { order, payment, member, via });
  return { outcome: 'credited', order, isNews: true };
}

/** Tells those who look after the shop what they have to look at. Call it after the transaction. */
export function reportSettlement(
  { log }: Pick<Payments, 'log'>,
  seen: GatewayPayment,
  settlement: Settlement,
  via: SettledBy,
): void {
  const details = { payment: seen.id, gatewayOrder: seen.orderId };
  if (settlement.outcome === 'unknown-order') log.warn(details, 'a payment of an order that is not ours');
  else if (!settlement.isNews) return;
  else if (settlement.outcome === 'mismatch') {
    const { amount, currency, id } = settlement.order;
    log.error(
      {
        alert: true,
        ...details,
        order: id,
        ordered: { amount, currency },
        paid: { amount: seen.amount, currency: seen.currency },
      },
      'a payment of another amount or currency than ordered: not credited, please look at it',
    );
  } else if (settlement.outcome === 'surplus') {
    log.warn(
      { ...details, order: settlement.order.id },
      'a second payment of an order, or one of somebody who has left: it is given back',
    );
  } else if (settlement.outcome === 'credited') {
    log.info({ ...details, order: settlement.order.id, via }, 'credited a purchase');
  }
}

/** Settles what the gateway answered, in a transaction of its own. */
export async function settle(parts: Payments, seen: GatewayPayment, via: SettledBy): Promise<Settlement> {
  const settlement = await inTransaction(parts.db, (tx) => settlePayment(parts, tx, seen, via));
  reportSettlement(parts, seen, settlement, via);
  return settlement;
}
