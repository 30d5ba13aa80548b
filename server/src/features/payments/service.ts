import type { verifyTopup } from '@oriel/contract';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { GatewayPayment } from '../../gateways/card-payments.ts';
import { consume, rejectIfExceeded } from '../../rate-limit/rate-limit.ts';
import type { Payments } from './context.ts';
import { majorUnits } from './money.ts';
import { settle } from './orders/settle.ts';
import { type OwnOrder, scheduleCheck } from './orders/store.ts';

// What other features use.
export { findOtherTierOrder } from './orders/store.ts';
export { hasOpenDebt } from './refunds/store.ts';

export type Verified = z.output<typeof verifyTopup.response>;

/** After how many seconds the reconciler checks a payment that is not captured yet. */
const PENDING_CHECK_SECONDS = 5;

/** What the browser brings from the payment window. */
interface SentPayment {
  orderId: string;
  paymentId: string;
  signature: string;
}

function verified(
  order: OwnOrder,
  { orderId, paymentId }: SentPayment,
  status: Verified['status'],
): Verified {
  return {
    message:
      status === 'success'
        ? 'Payment verified. Your tokens are in your wallet.'
        : 'Payment received, tokens arriving. You can leave this page.',
    status,
    plan: { name: order.plan_name, price: majorUnits(order.amount), currency: order.currency },
    tokensAdded: status === 'success' ? order.tokens : 0,
    orderId,
    paymentId,
  };
}

const verificationFailed = (code: string, status = 400) =>
  new AppError(status, code, 'Payment verification failed.');

/** Requests to the gateway for one member. */
const FETCH_LIMIT = { max: 30, windowSeconds: 60 };

/** A member's order, and its payment as the gateway reports it; undefined where it cannot be reached or has no such payment. */
interface FetchedPayment {
  order: OwnOrder;
  reported: GatewayPayment | undefined;
}

/** Requests to the gateway that are in flight. */
const pendingFetches = new Map<string, Promise<FetchedPayment>>();

/**
 * Finds the order of a payment and fetches the payment from the gateway, unless it was credited. Concurrent calls for the same
 * payment share one request.
 *
 * @throws {AppError} 404 `order_not_found`, 400 `wrong_signature`, 429 `too_many_requests`
 */
function fetchPaymentOnce(context: Payments, memberId: string, sent: SentPayment): Promise<FetchedPayment> {
  const key = `${memberId} ${sent.orderId} ${sent.paymentId} ${sent.signature}`;
  const pending = pendingFetches.get(key);
  if (pending !== undefined) return pending;
  const fetched = fetchPayment(context, memberId, sent);
  pendingFetches.set(key, fetched);
  const forget = () => pendingFetches.delete(key);
  fetched.then(forget, forget);
  return fetched;
}

async function fetchPayment(
  { db, gateway, batches, log }: Payments,
  memberId: string,
  { orderId, paymentId, signature }: SentPayment,
): Promise<FetchedPayment> {
  const { max, windowSeconds } = FETCH_LIMIT;
  const key = `verify:${memberId}`;
  const isSigned = gateway.isPaymentSigned(orderId, paymentId, signature);
  const order = await batches.findOwnOrder({
    memberId,
    orderId,
    paymentId,
    limit: isSigned ? { key, windowMs: windowSeconds * 1000 } : undefined,
  });
  if (order === undefined) throw verificationFailed('order_not_found', 404);
  if (!isSigned) throw verificationFailed('wrong_signature');
  if (order.isCredited) return { order, reported: undefined };
  if (order.usage === undefined) await consume(db, key, max, windowSeconds);
  else rejectIfExceeded([{ key, max, windowSeconds }], [order.usage]);
  try {
    return { order, reported: await gateway.fetchPayment(paymentId) };
  } catch (error) {
    log.warn({ payment: paymentId, reason: String(error) }, 'failed to reach the payment gateway');
    return { order, reported: undefined };
  }
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
  sent: SentPayment,
): Promise<Verified> {
  const { order, reported } = await fetchPaymentOnce(context, memberId, sent);
  if (order.isCredited) return verified(order, sent, 'success');
  // The gateway has signed that there is such a payment, whatever it reports now.
  if (reported === undefined || reported.id !== sent.paymentId || reported.orderId !== sent.orderId) {
    await scheduleCheck(context.db, order.id, PENDING_CHECK_SECONDS);
    return verified(order, sent, 'pending');
  }
  const settlement = await settle(context, reported, 'browser');
  switch (settlement.outcome) {
    case 'credited':
    case 'credited-before':
      return verified(order, sent, 'success');
    case 'pending':
      await scheduleCheck(context.db, order.id, PENDING_CHECK_SECONDS);
      return verified(order, sent, 'pending');
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
