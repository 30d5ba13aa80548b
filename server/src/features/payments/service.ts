import type { verifyTopup } from '@oriel/contract';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { GatewayPayment } from '../../gateways/card-payments.ts';
import { spend } from '../../rate-limit/rate-limit.ts';
import type { Payments } from './context.ts';
import { majorUnits } from './money.ts';
import { settle } from './orders/settle.ts';
import { checkSoon, findOwnOrder, type OrderRow } from './orders/store.ts';

// What other features ask about purchases.
export { hasOpenDebt } from './refunds/debts.ts';

export type Verified = z.output<typeof verifyTopup.response>;

/** After how many seconds the reconciler looks after a payment that is not captured yet. */
const PENDING_CHECK_SECONDS = 5;

function verified(order: OrderRow, paymentId: string, status: Verified['status']): Verified {
  return {
    message:
      status === 'success'
        ? 'Payment verified. Your tokens are in your wallet.'
        : 'Payment received, tokens arriving. You can leave this page.',
    status,
    plan: { name: order.plan_name, price: majorUnits(order.amount), currency: order.currency },
    tokensAdded: status === 'success' ? order.tokens : 0,
    orderId: order.gateway_order_id ?? '',
    paymentId,
  };
}

const wrong = (code: string, status = 400) => new AppError(status, code, 'Payment verification failed.');

/** How often one member may have the gateway asked in a minute. */
const ASKS = { max: 30, windowSeconds: 60 };

/** Questions to the gateway that are not answered yet. */
const asking = new Map<string, Promise<GatewayPayment | undefined>>();

/**
 * Asks the gateway; undefined where it cannot be asked now, or knows nothing of the payment. Calls that come meanwhile for
 * the same payment share the answer.
 *
 * @throws {AppError} 429 `too_many_requests`
 */
function ask(parts: Payments, memberId: string, paymentId: string): Promise<GatewayPayment | undefined> {
  const { db, gateway, log } = parts;
  const key = `${memberId} ${paymentId}`;
  const asked = asking.get(key);
  if (asked !== undefined) return asked;
  const answer = (async () => {
    await spend(db, `verify:${memberId}`, ASKS.max, ASKS.windowSeconds);
    try {
      return await gateway.fetchPayment(paymentId);
    } catch (error) {
      log.warn({ payment: paymentId, reason: String(error) }, 'could not ask the payment gateway');
      return undefined;
    }
  })();
  asking.set(key, answer);
  const forget = () => asking.delete(key);
  answer.then(forget, forget);
  return answer;
}

/**
 * Credits a member's paid order, once; every later call answers the same. The order's own plan counts, whatever the
 * browser says it was.
 *
 * @returns 'pending' where the payment is not captured yet or the gateway has no answer: the reconciler goes on
 * @throws {AppError} 404 `order_not_found`, 400 `wrong_signature`, 400 `payment_mismatch`, 402 `payment_failed`,
 *   409 `paid_before` for a second payment of the order, 409 `payment_refunded`, 429 `too_many_requests`
 */
export async function verifyPayment(
  parts: Payments,
  memberId: string,
  { orderId, paymentId, signature }: { orderId: string; paymentId: string; signature: string },
): Promise<Verified> {
  const { db, gateway } = parts;
  const order = await findOwnOrder(db, memberId, orderId);
  if (order === undefined) throw wrong('order_not_found', 404);
  if (!gateway.isPaymentSigned(orderId, paymentId, signature)) throw wrong('wrong_signature');
  if (order.ledger_transaction_id !== null) {
    const known = await db
      .selectFrom('payments')
      .select('standing')
      .where('id', '=', paymentId)
      .where('order_id', '=', order.id)
      .executeTakeFirst();
    if (known?.standing === 'credited') return verified(order, paymentId, 'success');
  }

  const seen = await ask(parts, memberId, paymentId);
  // The gateway has signed that there is such a payment, whatever it says now.
  if (seen === undefined || seen.id !== paymentId || seen.orderId !== orderId) {
    await checkSoon(db, order.id, PENDING_CHECK_SECONDS);
    return verified(order, paymentId, 'pending');
  }
  const settlement = await settle(parts, seen, 'browser');
  switch (settlement.outcome) {
    case 'credited':
    case 'credited-before':
      return verified(order, paymentId, 'success');
    case 'pending':
      await checkSoon(db, order.id, PENDING_CHECK_SECONDS);
      return verified(order, paymentId, 'pending');
    case 'failed':
      throw new AppError(402, 'payment_failed', 'Payment failed.');
    case 'surplus':
      throw new AppError(
        409,
        'paid_before',
        'You have already paid for this. Your second payment will be refunded in full.',
      );
    case 'refunded':
      throw new AppError(409, 'payment_refunded', 'This payment was refunded.');
    default:
      throw wrong('payment_mismatch');
  }
}
