import { sql } from 'kysely';
import type { Payments } from '../context.ts';
import { settle } from '../orders/settle.ts';
import { checkSoon, type OrderRow } from '../orders/store.ts';
import { catchUpRefunds } from '../refunds/refunds.ts';
import { workThrough } from './batches.ts';

const BATCH = 40;
/** How many orders the gateway is asked about at the same time. */
const AT_ONCE = 8;
/** How long an order waits that the gateway could not be asked about. */
const RETRY_SECONDS = 30;
/** How long those wait that were not asked for because of it: it may be that one alone which it has no answer for. */
const TURN_SECONDS = 5;

/** Longer than a payment can take to be captured, which is five days. */
const HORIZON = sql`interval '6 days'`;

/**
 * Claims the next orders that are due, and sets when each is due again. Payments that are made are found in the gateway's
 * list, whatever their order, so an order that nobody has tried to pay is asked for only a few times more. One whose
 * payment is under way is asked for often, one whose payment failed now and then: banks let some through days later.
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

/** Asks the gateway what has become of an order. */
async function checkOrder(parts: Payments, order: OrderRow): Promise<void> {
  const seen =
    order.gateway_order_id === null ? [] : await parts.background.fetchOrderPayments(order.gateway_order_id);
  for (const payment of seen) {
    await settle(parts, payment, 'reconciler');
    await catchUpRefunds(parts, payment);
  }
  const mayBePaid = seen.some(({ status }) => status === 'authorized' || status === 'captured');
  const isOver = sql<boolean>`created_at < now() - ${mayBePaid ? '6 days' : '1 hour'}::interval`;
  // Still credited should it be paid after all; only its owner sees no more of it than that it came to nothing.
  await parts.db
    .updateTable('payment_orders')
    .set({ status: 'failed', failure: 'Payment was cancelled.' })
    .where('id', '=', order.id)
    .where('status', '=', 'created')
    .where(isOver)
    .execute();
}

/** Settles orders that were paid without us hearing of it. Safe to run in several processes at once. */
export async function checkDueOrders(parts: Payments): Promise<void> {
  for (;;) {
    const orders = await claimDueOrders(parts);
    const { unavailable, skipped } = await workThrough(parts, orders, (order) => checkOrder(parts, order), {
      atOnce: AT_ONCE,
      describe: ({ id }) => ({ order: id }),
    });
    for (const { id } of unavailable) await checkSoon(parts.db, id, RETRY_SECONDS);
    for (const { id } of skipped) await checkSoon(parts.db, id, TURN_SECONDS);
    if (orders.length < BATCH || unavailable.length > 0 || parts.isStopping()) return;
  }
}
