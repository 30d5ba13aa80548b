import { createHmac } from 'node:crypto';
import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import { orderEntity, paymentEntity, type SandboxPayment, SandboxRefusal } from './entities.ts';
import { countAttempt, insertPayment, markCaptured, markPaid } from './store.ts';
import type { Switches } from './switches.ts';
import { addEvents } from './webhooks.ts';

/** The outcome of a payment. `authorized` leaves it to be captured later. */
export type Outcome = 'paid' | 'failed' | 'authorized';

/** What a browser brings to show that a payment belongs to an order. */
export function signPayment(keySecret: string, orderId: string, paymentId: string): string {
  return createHmac('sha256', keySecret).update(`${orderId}|${paymentId}`).digest('hex');
}

async function announceCapture(tx: Tx, switches: Switches, payment: SandboxPayment, authorized: boolean) {
  const order = await markPaid(tx, payment.order_id);
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
    const order = await countAttempt(tx, given.orderId);
    if (order === undefined) throw new SandboxRefusal('The id provided does not exist');
    const payment = await insertPayment(tx, {
      order_id: order.id,
      amount: switches.paidAmount ?? order.amount,
      currency: switches.paidCurrency ?? order.currency,
      status: given.outcome === 'paid' ? 'captured' : given.outcome,
    });
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
    const payment = await markCaptured(tx, paymentId);
    if (payment === undefined) throw new SandboxRefusal('This payment has already been captured');
    await announceCapture(tx, switches, payment, false);
    return payment;
  });
}
