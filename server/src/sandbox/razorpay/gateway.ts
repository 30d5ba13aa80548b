import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import {
  newId,
  orderEntity,
  paymentEntity,
  type SandboxOrder,
  type SandboxPayment,
  SandboxRefusal,
} from './entities.ts';
import type { Switches } from './switches.ts';
import { addEvents } from './webhooks.ts';

/** The outcome of a payment. `authorized` leaves it to be captured later. */
export type Outcome = 'paid' | 'failed' | 'authorized';

/** What a browser brings to show that a payment belongs to an order. */
export function signPayment(keySecret: string, orderId: string, paymentId: string): string {
  return createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex');
}

export async function createOrder(
  db: Db,
  order: { amount: number; currency: string; receipt: string | undefined; notes: Record<string, unknown> },
): Promise<SandboxOrder> {
  return db
    .insertInto('razorpay_sandbox.orders')
    .values({
      id: newId('order'),
      amount: order.amount,
      currency: order.currency,
      receipt: order.receipt ?? null,
      notes: JSON.stringify(order.notes),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Newest first, as Razorpay lists. */
export async function listOrders(db: Db, receipt: string | undefined): Promise<SandboxOrder[]> {
  return db
    .selectFrom('razorpay_sandbox.orders')
    .selectAll()
    .$if(receipt !== undefined, (query) => query.where('receipt', '=', receipt ?? ''))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
}

export async function listOrderPayments(db: Db, orderId: string): Promise<SandboxPayment[]> {
  return db
    .selectFrom('razorpay_sandbox.payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .execute();
}

async function announceCapture(tx: Tx, switches: Switches, payment: SandboxPayment, authorized: boolean) {
  const order = await tx
    .updateTable('razorpay_sandbox.orders')
    .set({ status: 'paid' })
    .where('id', '=', payment.order_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const entity = paymentEntity(payment);
  await addEvents(tx, switches, [
    ...(authorized
      ? [
          {
            event: 'payment.authorized',
            payload: { payment: { entity: { ...entity, status: 'authorized', captured: false } } },
          },
        ]
      : []),
    { event: 'payment.captured', payload: { payment: { entity } } },
    { event: 'order.paid', payload: { payment: { entity }, order: { entity: orderEntity(order) } } },
  ]);
}

/** Somebody pays, or fails to. An order that is paid may be paid again, as with Razorpay when two windows are open. */
export async function pay(
  db: Db,
  switches: Switches,
  given: { orderId: string; outcome: Outcome },
): Promise<SandboxPayment> {
  return inTransaction(db, async (tx) => {
    const order = await tx
      .updateTable('razorpay_sandbox.orders')
      .set({
        attempts: sql<number>`attempts + 1`,
        status: sql`CASE status WHEN 'created' THEN 'attempted' ELSE status END`,
      })
      .where('id', '=', given.orderId)
      .returningAll()
      .executeTakeFirst();
    if (order === undefined) throw new SandboxRefusal('The id provided does not exist');
    const payment = await tx
      .insertInto('razorpay_sandbox.payments')
      .values({
        id: newId('pay'),
        order_id: order.id,
        amount: switches.paidAmount ?? order.amount,
        currency: switches.paidCurrency ?? order.currency,
        status: given.outcome === 'paid' ? 'captured' : given.outcome,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (given.outcome === 'paid') await announceCapture(tx, switches, payment, true);
    else {
      await addEvents(tx, switches, [
        { event: `payment.${given.outcome}`, payload: { payment: { entity: paymentEntity(payment) } } },
      ]);
    }
    return payment;
  });
}

/** Captures what was only authorised. */
export async function capture(db: Db, switches: Switches, paymentId: string): Promise<SandboxPayment> {
  return inTransaction(db, async (tx) => {
    const payment = await tx
      .updateTable('razorpay_sandbox.payments')
      .set({ status: 'captured' })
      .where('id', '=', paymentId)
      .where('status', 'in', ['authorized', 'failed'])
      .returningAll()
      .executeTakeFirst();
    if (payment === undefined) throw new SandboxRefusal('This payment has already been captured');
    await announceCapture(tx, switches, payment, false);
    return payment;
  });
}
