import { sql } from 'kysely';
import type { Tx } from '../../../database/database.ts';
import type { GatewayPayment } from '../../../gateways/card-payments.ts';
import type { PaymentDisposition, PaymentStatus } from '../tables.ts';
import type { OrderRow, PaymentRow } from './store.ts';

/** The order in which a payment moves on; a late report never moves it back. */
const STEPS: readonly PaymentStatus[] = ['created', 'failed', 'authorized', 'captured', 'refunded'];

const MOVED_MONEY = new Set<PaymentStatus>(['captured', 'refunded']);

/** Whether money has moved in this state. */
export const hasMovedMoney = (status: PaymentStatus): boolean => MOVED_MONEY.has(status);

function furthest(a: PaymentStatus, b: PaymentStatus): PaymentStatus {
  return STEPS.indexOf(a) > STEPS.indexOf(b) ? a : b;
}

/** Inserts or updates a payment as the gateway reports it, without moving it back. The caller holds the order's lock. */
export async function upsertPayment(tx: Tx, order: OrderRow, reported: GatewayPayment): Promise<PaymentRow> {
  const added = await tx
    .insertInto('payments')
    .values({
      id: reported.id,
      order_id: order.id,
      amount: reported.amount,
      currency: reported.currency,
      status: reported.status,
      method: reported.method,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (added !== undefined) return added;
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
