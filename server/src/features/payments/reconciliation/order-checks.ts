import { sql } from 'kysely';
import type { Payments } from '../context.ts';
import { settle } from '../orders/settle.ts';
import { type OrderRow, scheduleCheck } from '../orders/store.ts';
import { importMissingRefunds } from '../refunds/refunds.ts';
import { processConcurrently } from './batches.ts';

const BATCH = 40;
/** Concurrent requests to the gateway. */
const AT_ONCE = 8;
/** How long an order waits whose request to the gateway failed. */
const RETRY_SECONDS = 30;
/** How long the orders wait that were skipped because of that failure: it may concern that one order alone. */
const BACKOFF_SECONDS = 5;

/** Longer than a payment can take to be captured, which is five days. */
const HORIZON = sql`interval '6 days'`;

/**
 * Claims the orders that are due for a check, and schedules their next one. New payments appear in the gateway's list,
 * whatever their order, so an order without a payment attempt is checked only a few more times. An order with a pending
 * payment is checked often, one with a failed payment sometimes: banks let some through days later.
 */
async function claimDueOrders({ db }: Payments): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    UPDATE payment_orders AS o SET next_check_at = CASE
      WHEN o.ledger_transaction_id IS NOT NULL THEN NULL
      WHEN o.gateway_order_id IS NULL AND o.created_at > now() - interval '1 hour' THEN now() + interval '10 minutes'
      WHEN o.gateway_order_id IS NULL OR o.created_at < now() - ${HORIZON} THEN NULL
      WHEN EXISTS (SELECT FROM payments AS p WHERE p.order_id = o.id AND p.standing = 'open' AND p.status <> 'failed') THEN
        now() + CASE WHEN o.created_at > now() - interval '30 minutes' THEN interval '30 seconds'
          WHEN o.created_at > now() - interval '1 day' THEN interval '10 minutes' ELSE interval '1 hour' END
      WHEN EXISTS (SELECT FROM payments AS p WHERE p.order_id = o.id) THEN
        now() + CASE WHEN o.created_at > now() - interval '1 hour' THEN interval '10 minutes'
          WHEN o.created_at > now() - interval '1 day' THEN interval '1 hour' ELSE interval '12 hours' END
      WHEN o.created_at > now() - interval '1 hour' THEN now() + interval '10 minutes'
      WHEN o.created_at > now() - interval '6 hours' THEN o.created_at + interval '6 hours'
      WHEN o.created_at > now() - interval '1 day' THEN o.created_at + interval '1 day'
      ELSE o.created_at + ${HORIZON}
    END
    WHERE id IN (
      SELECT id FROM payment_orders WHERE next_check_at <= now()
      ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING *
  `.execute(db);
  return rows;
}

/** Settles the payments that the gateway has of an order. */
async function checkOrder(context: Payments, order: OrderRow): Promise<void> {
  const reported =
    order.gateway_order_id === null
      ? []
      : await context.background.fetchOrderPayments(order.gateway_order_id);
  for (const payment of reported) {
    await settle(context, payment, 'reconciler');
    await importMissingRefunds(context, payment);
  }
  const mayBePaid = reported.some(({ status }) => status === 'authorized' || status === 'captured');
  const isOver = sql<boolean>`created_at < now() - ${mayBePaid ? '6 days' : '1 hour'}::interval`;
  // It is still credited if it is paid later; its owner sees it as cancelled until then.
  await context.db
    .updateTable('payment_orders')
    .set({ status: 'failed', failure: 'Payment was cancelled.' })
    .where('id', '=', order.id)
    .where('status', '=', 'created')
    .where(isOver)
    .execute();
}

/** Settles orders whose payment was not reported to us. Safe to run concurrently. */
export async function checkDueOrders(context: Payments): Promise<void> {
  for (;;) {
    const orders = await claimDueOrders(context);
    const options = { atOnce: AT_ONCE, describe: ({ id }: OrderRow) => ({ order: id }) };
    const { unavailable, skipped } = await processConcurrently(context, orders, options, (order) =>
      checkOrder(context, order),
    );
    for (const { id } of unavailable) await scheduleCheck(context.db, id, RETRY_SECONDS);
    for (const { id } of skipped) await scheduleCheck(context.db, id, BACKOFF_SECONDS);
    if (orders.length < BATCH || unavailable.length > 0 || context.isStopping()) return;
  }
}
