import { sql } from 'kysely';
import { inTransaction } from '../../database.ts';
import {
  type GatewayPayment,
  GatewayRefusalError,
  GatewayUnavailableError,
} from '../../gateways/card-payments.ts';
import { setTier } from '../accounts/service.ts';
import { checkSoon, type OrderRow } from './orders.ts';
import type { Payments } from './payments.ts';
import { applyRefund, type MoneyBack, reportRefund } from './refunds.ts';
import { reportSettlement, settlePayment } from './settle.ts';

const BATCH = 20;
/** How long orders wait that could not be checked because the gateway could not be asked. */
const RETRY_SECONDS = 30;

/** Takes the next orders that are due, and sets when each is due again: ever more rarely, and never after four days. */
async function takeDueOrders({ db }: Payments): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    UPDATE payment_orders SET next_check_at = CASE
      WHEN gateway_order_id IS NULL AND created_at > now() - interval '1 hour' THEN now() + interval '10 minutes'
      WHEN gateway_order_id IS NULL OR created_at < now() - interval '4 days' THEN NULL
      WHEN status IN ('paid', 'refunded') THEN now() + interval '12 hours'
      WHEN created_at > now() - interval '30 minutes' THEN now() + interval '30 seconds'
      WHEN created_at > now() - interval '1 day' THEN now() + interval '10 minutes'
      ELSE now() + interval '1 hour'
    END
    WHERE id IN (
      SELECT id FROM payment_orders WHERE next_check_at <= now()
      ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING *
  `.execute(db);
  return rows;
}

async function noteRefund(parts: Payments, back: MoneyBack): Promise<void> {
  reportRefund(parts, back, await inTransaction(parts.db, (tx) => applyRefund(tx, back)));
}

/** Catches up with refunds whose webhooks have not come. */
async function catchUpRefunds(parts: Payments, payment: GatewayPayment): Promise<void> {
  if (payment.amountRefunded === 0) return;
  const noted = await parts.db
    .selectFrom('payments')
    .select('refunded')
    .where('id', '=', payment.id)
    .executeTakeFirst();
  if (noted === undefined || noted.refunded >= payment.amountRefunded) return;
  for (const refund of await parts.gateway.fetchRefunds(payment.id)) {
    const { status, ...back } = refund;
    if (status === 'processed') await noteRefund(parts, { ...back, kind: 'refund' });
  }
}

/** Asks the gateway what has become of an order. */
async function checkOrder(parts: Payments, order: OrderRow): Promise<void> {
  const seen =
    order.gateway_order_id === null ? [] : await parts.gateway.fetchOrderPayments(order.gateway_order_id);
  for (const payment of seen) {
    const settlement = await inTransaction(parts.db, (tx) => settlePayment(parts, tx, payment));
    reportSettlement(parts, payment, settlement);
    await catchUpRefunds(parts, payment);
  }
  if (seen.length > 0) return;
  // Still credited should it be paid after all; only its owner sees no more of it than that it came to nothing.
  await parts.db
    .updateTable('payment_orders')
    .set({ status: 'failed', failure: 'Payment was cancelled.' })
    .where('id', '=', order.id)
    .where('status', '=', 'created')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}

/** Whether the gateway can be asked for the others, after it failed for one. */
function mayGoOn({ log }: Payments, error: unknown, what: Record<string, string>): boolean {
  if (error instanceof GatewayRefusalError) {
    log.error({ ...what, reason: error.message }, 'the payment gateway refused what the reconciler asked');
    return true;
  }
  if (!(error instanceof GatewayUnavailableError)) throw error;
  log.warn({ reason: error.message }, 'the reconciler could not ask the payment gateway');
  return false;
}

/** Settles orders that were paid without us hearing of it. */
async function checkDueOrders(parts: Payments): Promise<void> {
  for (;;) {
    const orders = await takeDueOrders(parts);
    for (const [index, order] of orders.entries()) {
      try {
        await checkOrder(parts, order);
      } catch (error) {
        if (mayGoOn(parts, error, { order: order.id })) continue;
        const unchecked = orders.slice(index).map(({ id }) => id);
        await inTransaction(parts.db, async (tx) => {
          for (const id of unchecked) await checkSoon(tx, id, RETRY_SECONDS);
        });
        return;
      }
    }
    if (orders.length < BATCH) return;
  }
}

/** Gives second payments of an order back. The key makes it one refund, however often it is asked for. */
async function giveBackSurplus(parts: Payments): Promise<void> {
  const payments = await parts.db
    .selectFrom('payments')
    .select(['id', 'amount'])
    .where('standing', '=', 'surplus')
    .where('refunded', '=', 0)
    .orderBy('created_at')
    .limit(BATCH)
    .execute();
  for (const { id, amount } of payments) {
    try {
      const { status, ...back } = await parts.gateway.refund(id, { amount, key: `surplus-${id}` });
      if (status === 'processed') await noteRefund(parts, { ...back, kind: 'refund' });
    } catch (error) {
      if (!mayGoOn(parts, error, { payment: id })) return;
    }
  }
}

/** Gives members whose tier has ended the lower one that they bought and that still runs. */
async function continueTiers({ db }: Payments): Promise<void> {
  const running = await db
    .selectFrom('payment_orders as o')
    .innerJoin('members as m', 'm.id', 'o.member_id')
    .select(['o.member_id', 'o.tier', 'o.tier_until'])
    .where('o.status', '=', 'paid')
    .where('o.tier_until', '>', sql<Date>`now()`)
    .where('m.tier_until', '<=', sql<Date>`now()`)
    .where('m.deleted_at', 'is', null)
    .limit(500)
    .execute();
  for (const { member_id, tier, tier_until } of running) {
    if (tier === null || tier_until === null) continue;
    await inTransaction(db, (tx) => setTier(tx, member_id, tier, tier_until));
  }
}

/** Looks after what calls and webhooks left open. Several processes may do so at once. */
export async function reconcile(parts: Payments): Promise<void> {
  await checkDueOrders(parts);
  await giveBackSurplus(parts);
  await continueTiers(parts);
}
