import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { GatewayPayment } from '../../../gateways/card-payments.ts';
import type { PaymentDisposition, PaymentStatus, ReceiptTax, Seller, SettledBy } from '../tables.ts';
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

/** A captured payment, with the tax in its price. */
export interface CapturedPayment {
  payment: GatewayPayment;
  via: SettledBy;
  tax: ReceiptTax | null;
}

/**
 * Credits the plain ones of these payments in one statement, which commits all of them or none; see
 * `credit_plain_payments` in `sql/payments.sql`.
 *
 * @param captured each of another order
 * @returns our id of the order, by the payment's id
 */
export async function creditPlainPayments(
  db: Db,
  captured: readonly CapturedPayment[],
  seller: Seller,
): Promise<Map<string, string>> {
  const reported = captured.map(({ payment, via, tax }) => ({
    gateway_order: payment.orderId,
    payment: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    method: payment.method,
    via,
    tax,
  }));
  const { rows } = await sql<{ payment: string; ordered: string }>`
    SELECT payment, ordered FROM credit_plain_payments(${JSON.stringify(reported)}, ${JSON.stringify(seller)})
  `.execute(db);
  return new Map(rows.map(({ payment, ordered }) => [payment, ordered]));
}

/**
 * Credits an order, whose lock the caller holds.
 *
 * @returns the ledger's transaction, and whether the payment is disputed; undefined where the member has left or the order's
 * intent is paid
 */
export async function creditOrder(
  tx: Tx,
  credit: { orderId: string; paymentId: string; via: SettledBy; seller: Seller; tax: ReceiptTax | null },
): Promise<{ transactionId: number; isDisputed: boolean } | undefined> {
  const { orderId, paymentId, via, seller, tax } = credit;
  const { rows } = await sql<{ transactionId: number; isDisputed: boolean }>`
    SELECT ledger_transaction AS "transactionId", is_disputed AS "isDisputed"
    FROM credit_order(${orderId}, ${paymentId}, ${via}, ${JSON.stringify(seller)}, ${JSON.stringify(tax)})
  `.execute(tx);
  return rows[0];
}
