import type { verifyTopup } from '@oriel/contract';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { GatewayPayment } from '../../gateways/card-payments.ts';
import { consume } from '../../rate-limit/rate-limit.ts';
import type { Payments } from './context.ts';
import { majorUnits } from './money.ts';
import { settle } from './orders/settle.ts';
import { findOwnOrder, type OrderRow, scheduleCheck } from './orders/store.ts';
import { findDisposition } from './store.ts';

// What other features use.
export { findOtherTierOrder } from './orders/store.ts';
export { hasOpenDebt } from './refunds/store.ts';

export type Verified = z.output<typeof verifyTopup.response>;

/** After how many seconds the reconciler checks a payment that is not captured yet. */
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

const verificationFailed = (code: string, status = 400) =>
  new AppError(status, code, 'Payment verification failed.');

/** Requests to the gateway for one member. */
const FETCH_LIMIT = { max: 30, windowSeconds: 60 };

/** Requests to the gateway that are in flight. */
const pendingFetches = new Map<string, Promise<GatewayPayment | undefined>>();

/**
 * Fetches a payment from the gateway; undefined where that fails or the gateway has no such payment. Concurrent calls for
 * the same payment share one request.
 *
 * @throws {AppError} 429 `too_many_requests`
 */
function fetchPaymentOnce(
  context: Payments,
  memberId: string,
  paymentId: string,
): Promise<GatewayPayment | undefined> {
  const { db, gateway, log } = context;
  const key = `${memberId} ${paymentId}`;
  const pending = pendingFetches.get(key);
  if (pending !== undefined) return pending;
  const fetched = (async () => {
    await consume(db, `verify:${memberId}`, FETCH_LIMIT.max, FETCH_LIMIT.windowSeconds);
    try {
      return await gateway.fetchPayment(paymentId);
    } catch (error) {
      log.warn({ payment: paymentId, reason: String(error) }, 'failed to reach the payment gateway');
      return undefined;
    }
  })();
  pendingFetches.set(key, fetched);
  const forget = () => pendingFetches.delete(key);
  fetched.then(forget, forget);
  return fetched;
}

/**
 * Credits a member's paid order, once; a repeated call returns the same. What the order says counts, whatever plan the browser
 * names.
 *
 * @returns 'pending' where the payment is not captured yet or the gateway is unavailable: the reconciler continues
 * @throws {AppError} 404 `order_not_found`, 400 `wrong_signature`, 400 `payment_mismatch`, 402 `payment_failed`,
 *   409 `paid_before` for a second payment of the order, 409 `payment_refunded`, 429 `too_many_requests`
 */
export async function verifyPayment(
  context: Payments,
  memberId: string,
  { orderId, paymentId, signature }: { orderId: string; paymentId: string; signature: string },
): Promise<Verified> {
  const { db, gateway } = context;
  const order = await findOwnOrder(db, memberId, orderId);
  if (order === undefined) throw verificationFailed('order_not_found', 404);
  if (!gateway.isPaymentSigned(orderId, paymentId, signature)) throw verificationFailed('wrong_signature');
  if (order.ledger_transaction_id !== null) {
    const disposition = await findDisposition(db, paymentId, order.id);
    if (disposition === 'credited') return verified(order, paymentId, 'success');
  }

  const reported = await fetchPaymentOnce(context, memberId, paymentId);
  // The gateway has signed that there is such a payment, whatever it reports now.
  if (reported === undefined || reported.id !== paymentId || reported.orderId !== orderId) {
    await scheduleCheck(db, order.id, PENDING_CHECK_SECONDS);
    return verified(order, paymentId, 'pending');
  }
  const settlement = await settle(context, reported, 'browser');
  switch (settlement.outcome) {
    case 'credited':
    case 'credited-before':
      return verified(order, paymentId, 'success');
    case 'pending':
      await scheduleCheck(db, order.id, PENDING_CHECK_SECONDS);
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
      throw verificationFailed('payment_mismatch');
  }
}
