import type { createTopupOrder, verifyTopup } from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction } from '../../database.ts';
import type { GatewayPayment } from '../../gateways/card-payments.ts';
import { AppError } from '../../http/problem.ts';
import { majorUnits } from './money.ts';
import {
  checkSoon,
  claimOrder,
  findOwnOrder,
  insertOrder,
  noteGatewayOrder,
  type OrderRow,
  takeUpBrokenOffOrder,
} from './orders.ts';
import type { Payments } from './payments.ts';
import { findPlan } from './plans.ts';
import { reportSettlement, settlePayment } from './settle.ts';

export type OpenedOrder = z.output<typeof createTopupOrder.response>;
export type Verified = z.output<typeof verifyTopup.response>;

/** After how many seconds the reconciler looks after a payment that is not captured yet. */
const PENDING_CHECK_SECONDS = 5;

/**
 * Orders a plan at the gateway, at the price that it has now.
 *
 * The order is written first and the gateway asked afterwards. A try that broke off in between is taken up by the next one
 * under the same receipt, so that the gateway never holds two orders for it that anybody could pay.
 *
 * @throws {AppError} 404 `unknown_plan`, 503 `gateway_unavailable`
 */
export async function openOrder(parts: Payments, memberId: string, planId: string): Promise<OpenedOrder> {
  const { db, gateway, checkoutScript, log } = parts;
  const plan = await findPlan(db, planId);
  if (plan === undefined) throw new AppError(404, 'unknown_plan', 'Could not create payment order.');
  const brokenOff = await takeUpBrokenOffOrder(db, memberId, plan, gateway.tryMs);
  const order = brokenOff ?? (await insertOrder(db, memberId, plan, gateway.tryMs));
  const { amount, currency } = order;
  let created: { id: string };
  try {
    created = await gateway.createOrder({
      receipt: order.id,
      amount,
      currency,
      triedBefore: brokenOff !== undefined,
      beforeRetry: () => claimOrder(db, order.id, gateway.tryMs),
    });
  } catch (error) {
    log.warn({ order: order.id, reason: String(error) }, 'could not create an order at the payment gateway');
    await claimOrder(db, order.id, 0);
    throw new AppError(503, 'gateway_unavailable', 'Could not create payment order.', { 'retry-after': '5' });
  }
  const orderId = await noteGatewayOrder(db, order.id, created.id);
  return { orderId, amount, currency, key: gateway.keyId, checkoutScript };
}

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

/** Asks the gateway; undefined where it cannot be asked now, or knows nothing of the payment. */
async function ask({ gateway, log }: Payments, paymentId: string): Promise<GatewayPayment | undefined> {
  try {
    return await gateway.fetchPayment(paymentId);
  } catch (error) {
    log.warn({ payment: paymentId, reason: String(error) }, 'could not ask the payment gateway');
    return undefined;
  }
}

/**
 * Credits a member's paid order, once; every later call answers the same. The order's own plan counts, whatever the
 * browser says it was.
 *
 * @returns 'pending' where the payment is not captured yet or the gateway has no answer: the reconciler goes on
 * @throws {AppError} 404 `order_not_found`, 400 `wrong_signature`, 400 `payment_mismatch`, 402 `payment_failed`,
 *   409 `paid_before` for a second payment of the order, 409 `payment_refunded`
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

  const seen = await ask(parts, paymentId);
  // The gateway has signed that there is such a payment, whatever it says now.
  if (seen === undefined || seen.id !== paymentId || seen.orderId !== orderId) {
    await checkSoon(db, order.id, PENDING_CHECK_SECONDS);
    return verified(order, paymentId, 'pending');
  }
  const settlement = await inTransaction(db, (tx) => settlePayment(parts, tx, seen));
  reportSettlement(parts, seen, settlement);
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
        'This order was paid before. Your second payment is given back in full.',
      );
    case 'refunded':
      throw new AppError(409, 'payment_refunded', 'This payment was given back.');
    default:
      throw wrong('payment_mismatch');
  }
}
