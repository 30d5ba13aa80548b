import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { OrderRow } from '../orders/store.ts';

/** Longer than a payment can take to be captured, which is five days. */
const HORIZON = sql`interval '6 days'`;

/**
 * Claims the orders that are due for a check, and schedules their next one. New payments appear in the gateway's list,
 * whatever their order, so an order without a payment attempt is checked only a few more times. An order with a pending
 * payment is checked often, one with a failed payment sometimes: banks let some through days later.
 */
export async function claimDueOrders(db: Db, limit: number): Promise<OrderRow[]> {
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
      ORDER BY next_check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING *
  `.execute(db);
  return rows;
}

/**
 * Marks an order as cancelled whose time to be paid is over. It is still credited if it is paid later; its owner sees it as
 * cancelled until then.
 *
 * @param mayBePaid whether a payment of it may still be captured
 */
export async function cancelIfOver(db: Db, orderId: string, mayBePaid: boolean): Promise<void> {
  const isOver = sql<boolean>`created_at < now() - ${mayBePaid ? '6 days' : '1 hour'}::interval`;
  await db
    .updateTable('payment_orders')
    .set({ status: 'failed', failure: 'Payment was cancelled.' })
    .where('id', '=', orderId)
    .where('status', '=', 'created')
    .where(isOver)
    .execute();
}

/** Inserts an order that was lost, and sets the gateway's id of one that has none. */
export async function insertLostOrder(
  tx: Tx,
  order: Pick<
    OrderRow,
    | 'id'
    | 'member_id'
    | 'plan_id'
    | 'plan_name'
    | 'tokens'
    | 'validity_days'
    | 'tier'
    | 'amount'
    | 'currency'
    | 'intent_id'
  >,
  gatewayOrderId: string,
): Promise<void> {
  await tx
    .insertInto('payment_orders')
    .values(order)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await tx
    .updateTable('payment_orders')
    .set({ gateway_order_id: gatewayOrderId })
    .where('id', '=', order.id)
    .where('gateway_order_id', 'is', null)
    .execute();
}
