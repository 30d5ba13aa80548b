import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import type { GatewayPayment } from '../../../gateways/card-payments.ts';
import type { PaymentDisposition, PaymentStatus } from '../tables.ts';
import type { OrderRow, PaymentRow } from './store.ts';

/** A payment without its dates. */
export type Payment = Omit<PaymentRow, 'created_at' | 'give_back_at'>;

/** The order in which a payment moves on; a late report never moves it back. */
const STEPS: readonly PaymentStatus[] = ['created', 'failed', 'authorized', 'captured', 'refunded'];

const MOVED_MONEY = new Set<PaymentStatus>(['captured', 'refunded']);

/** Whether money has moved in this state. */
export const hasMovedMoney = (status: PaymentStatus): boolean => MOVED_MONEY.has(status);

function furthest(a: PaymentStatus, b: PaymentStatus): PaymentStatus {
  return STEPS.indexOf(a) > STEPS.indexOf(b) ? a : b;
}

/** Updates a payment as the gateway reports it, without moving it back. The caller holds the order's lock. */
async function updatePayment(tx: Tx, reported: GatewayPayment): Promise<Payment> {
  const before = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', reported.id)
    .executeTakeFirstOrThrow();
  const status = furthest(before.status, reported.status);
  if (status === before.status) return before;
  return (
    tx
      .updateTable('payments')
      // Until the money has moved, the latest reported amount counts.
      .set({
        status,
        method: reported.method ?? before.method,
        ...(hasMovedMoney(before.status) ? {} : { amount: reported.amount, currency: reported.currency }),
      })
      .where('id', '=', reported.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/**
 * Locks the order of a payment and inserts or updates the payment as the gateway reports it.
 *
 * @returns undefined for an order that is not ours
 */
export async function recordPayment(
  tx: Tx,
  gatewayOrderId: string,
  reported: GatewayPayment,
): Promise<{ order: OrderRow; payment: Payment } | undefined> {
  const { id, amount, currency, status, method } = reported;
  const { rows } = await sql<OrderRow & { payment: Payment | null }>`
    WITH locked AS (SELECT * FROM payment_orders WHERE gateway_order_id = ${gatewayOrderId} FOR UPDATE),
    added AS (
      INSERT INTO payments (id, order_id, amount, currency, status, method)
      SELECT ${id}, locked.id, ${amount}::bigint, ${currency}, ${status}, ${method} FROM locked
      ON CONFLICT (id) DO NOTHING RETURNING *
    )
    SELECT locked.*, (SELECT to_jsonb(added) FROM added) AS payment FROM locked
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { payment, ...order } = row;
  return { order, payment: payment ?? (await updatePayment(tx, reported)) };
}

/**
 * Decides what a payment is to its order.
 *
 * @param returnAfterHours when the payment is returned, where that is not at once
 */
export async function setDisposition(
  tx: Tx,
  id: string,
  standing: PaymentDisposition,
  returnAfterHours?: number,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      standing,
      ...(returnAfterHours !== undefined && {
        give_back_at: sql<Date>`now() + ${returnAfterHours} * interval '1 hour'`,
      }),
    })
    .where('id', '=', id)
    .execute();
}
