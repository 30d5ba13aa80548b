import type { Payments } from '../context.ts';
import { settle } from '../orders/settle.ts';
import { type OrderRow, scheduleCheck } from '../orders/store.ts';
import { importMissingRefunds } from '../refunds/refunds.ts';
import { processConcurrently } from './batches.ts';
import { cancelIfOver, claimDueOrders } from './order-store.ts';

const BATCH = 40;
/** Concurrent requests to the gateway. */
const AT_ONCE = 8;
/** How long an order waits whose request to the gateway failed. */
const RETRY_SECONDS = 30;
/** How long the orders wait that were skipped because of that failure: it may concern that one order alone. */
const BACKOFF_SECONDS = 5;

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
  await cancelIfOver(context.db, order.id, mayBePaid);
}

/** Settles orders whose payment was not reported to us. Safe to run concurrently. */
export async function checkDueOrders(context: Payments): Promise<void> {
  for (;;) {
    const orders = await claimDueOrders(context.db, BATCH);
    const options = { atOnce: AT_ONCE, describe: ({ id }: OrderRow) => ({ order: id }) };
    const { unavailable, skipped } = await processConcurrently(context, orders, options, (order) =>
      checkOrder(context, order),
    );
    for (const { id } of unavailable) await scheduleCheck(context.db, id, RETRY_SECONDS);
    for (const { id } of skipped) await scheduleCheck(context.db, id, BACKOFF_SECONDS);
    if (orders.length < BATCH || unavailable.length > 0 || context.isStopping()) return;
  }
}
