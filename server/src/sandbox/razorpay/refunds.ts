import { type Db, inTransaction, type Tx } from '../../database/database.ts';
import {
  paymentEntity,
  refundEntity,
  type SandboxPayment,
  type SandboxRefund,
  SandboxRefusal,
} from './entities.ts';
import { endPending, find, findRefundByKey, insertRefund, lockPayment, setRefunded } from './store.ts';
import type { Switches } from './switches.ts';
import { addEvents } from './webhooks.ts';

/** Adds to the refunded amount of a payment; a negative amount takes a failed refund back. */
async function moveRefunded(tx: Tx, payment: SandboxPayment, amount: number): Promise<SandboxPayment> {
  const refunded = payment.amount_refunded + amount;
  return setRefunded(tx, payment.id, {
    refunded,
    status: refunded === payment.amount ? 'refunded' : 'captured',
  });
}

async function announce(
  tx: Tx,
  switches: Switches,
  events: readonly string[],
  refund: SandboxRefund,
  payment: SandboxPayment,
): Promise<void> {
  const payload = { refund: { entity: refundEntity(refund) }, payment: { entity: paymentEntity(payment) } };
  await addEvents(
    tx,
    switches,
    events.map((event) => ({ event, payload })),
  );
}

/**
 * Gives money back, all that is left of it unless an amount is given. The same key never refunds twice. A pending refund
 * already counts in its payment, as with Razorpay.
 */
export async function refund(
  db: Db,
  switches: Switches,
  given: { paymentId: string; amount: number | undefined; key: string | undefined },
): Promise<SandboxRefund> {
  return inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, given.paymentId);
    if (given.key !== undefined) {
      if (!/^[\w-]{10,}$/.test(given.key)) throw new SandboxRefusal('The idempotency key is not valid');
      const before = await findRefundByKey(tx, given.key);
      if (before !== undefined) {
        const isSame = before.payment_id === payment.id && before.amount === (given.amount ?? before.amount);
        if (!isSame) throw new SandboxRefusal('Different request body for the same idempotency key');
        return before;
      }
    }
    const left = payment.amount - payment.amount_refunded;
    const amount = given.amount ?? left;
    if (payment.status !== 'captured' || left === 0) {
      throw new SandboxRefusal('The payment has been fully refunded already, or was not captured');
    }
    if (amount > left) throw new SandboxRefusal('The refund amount is greater than the amount left');
    const { refunds: status } = switches;
    const made = await insertRefund(tx, {
      payment_id: payment.id,
      amount,
      currency: payment.currency,
      idempotency_key: given.key ?? null,
      status,
    });
    const after = status === 'failed' ? payment : await moveRefunded(tx, payment, amount);
    const ended = status === 'pending' ? [] : [`refund.${status}`];
    await announce(tx, switches, ['refund.created', ...ended], made, after);
    return made;
  });
}

/** The bank ends a pending refund. One that fails leaves the money with us. */
export async function endRefund(
  db: Db,
  switches: Switches,
  { id, status }: { id: string; status: 'processed' | 'failed' },
): Promise<SandboxRefund> {
  return inTransaction(db, async (tx) => {
    const before = await find(tx, 'refunds', id);
    const payment = await lockPayment(tx, before.payment_id);
    const ended = await endPending(tx, id, status);
    if (ended === undefined) throw new SandboxRefusal('This refund is not pending');
    const after = status === 'failed' ? await moveRefunded(tx, payment, -ended.amount) : payment;
    await announce(tx, switches, [`refund.${status}`], ended, after);
    return ended;
  });
}
