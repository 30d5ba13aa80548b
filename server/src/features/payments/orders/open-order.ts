import { setTimeout as sleep } from 'node:timers/promises';
import type { createTopupOrder } from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/database.ts';
import { recordDone } from '../../../deadline.ts';
import { AppError } from '../../../errors.ts';
import { lockMember } from '../../accounts/service.ts';
import type { Payments } from '../context.ts';
import { notesOf } from '../reconciliation/lost-orders.ts';
import { findPlan, type PlanRow } from './plan-store.ts';
import {
  extendClaim,
  findUnpaidOrders,
  insertOrder,
  intentOf,
  isIntentPaid,
  type OrderRow,
  scheduleCheck,
  setGatewayOrderId,
} from './store.ts';

export type OpenedOrder = z.output<typeof createTopupOrder.response>;

const POLL_MS = 100;

function unavailable(): AppError {
  return new AppError(503, 'gateway_unavailable', 'Could not create payment order.', { 'retry-after': '5' });
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** How many seconds an open order is reused: as long as its payment window may be open. */
const REUSE_WINDOW = 30 * MINUTE;
/** How many seconds an order that never reached the member can be resumed by their next attempt. */
const RESUME_WINDOW = 60 * MINUTE;
/** How many seconds a payment of an earlier order may still arrive, so that both orders count as one intent. */
const INTENT_WINDOW = 6 * DAY;
/** Unpaid orders that a member may make in a day. */
const MAX_UNPAID = 10;

/** The order that a request to buy a plan gets. */
type OrderClaim =
  /** The gateway knows the order, and it can be paid. */
  | { state: 'open'; order: OrderRow }
  /** To be created at the gateway. `triedBefore`: an earlier request may have reached it. */
  | { state: 'new'; order: OrderRow; triedBefore: boolean }
  /** Another request of this member is creating it at this moment. */
  | { state: 'busy' }
  | { state: 'too-many' };

function hasTerms(order: OrderRow, plan: PlanRow): boolean {
  return (
    order.plan_id === plan.id &&
    order.plan_name === plan.name &&
    order.tokens === plan.tokens &&
    order.validity_days === plan.validity_days &&
    order.tier === plan.tier &&
    order.amount === plan.amount &&
    order.currency === plan.currency
  );
}

/**
 * The order by which a member buys a plan on its present terms: the open one of their last attempt, one whose creation was
 * interrupted, or a new one. The caller holds the member's lock, so that concurrent requests get the same order.
 */
async function findOrCreateOrder(
  tx: Tx,
  memberId: string,
  plan: PlanRow,
  claimMs: number,
): Promise<OrderClaim> {
  const unpaid = await findUnpaidOrders(tx, memberId, INTENT_WINDOW);
  const same = unpaid.filter((order) => hasTerms(order, plan));
  const today = unpaid.filter(({ age_seconds }) => age_seconds < DAY).length;
  const reuseWindow = today < MAX_UNPAID ? REUSE_WINDOW : DAY;
  for (const order of same) {
    const isKnownToGateway = order.gateway_order_id !== null;
    if (isKnownToGateway && order.age_seconds < reuseWindow && !(await isIntentPaid(tx, intentOf(order))))
      return { state: 'open', order };
    if (isKnownToGateway || order.age_seconds > RESUME_WINDOW) continue;
    return order.is_claimed ? { state: 'busy' } : resumePendingOrder(tx, order, claimMs);
  }
  if (today >= MAX_UNPAID) return { state: 'too-many' };
  const order = await insertOrder(tx, memberId, plan, claimMs, await findUnpaidIntent(tx, same));
  return { state: 'new', order, triedBefore: false };
}

async function resumePendingOrder(tx: Tx, order: OrderRow, claimMs: number): Promise<OrderClaim> {
  await extendClaim(tx, order.id, claimMs);
  return { state: 'new', order, triedBefore: true };
}

/** The newest intent of these orders that is not paid; a new order continues it. */
async function findUnpaidIntent(tx: Tx, orders: readonly OrderRow[]): Promise<string | null> {
  for (const intent of new Set(orders.map(intentOf))) {
    if (!(await isIntentPaid(tx, intent))) return intent;
  }
  return null;
}

/** The member's order of a plan; waits while another of their requests is creating it. */
async function waitForOrder(context: Payments, memberId: string, plan: PlanRow) {
  const { db, gateway } = context;
  const deadline = performance.now() + gateway.tryMs;
  for (;;) {
    const claim = await inTransaction(db, async (tx) => {
      if ((await lockMember(tx, memberId)) === undefined)
        throw new AppError(401, 'not_signed_in', 'Please sign in to continue.');
      return findOrCreateOrder(tx, memberId, plan, gateway.tryMs);
    });
    if (claim.state === 'too-many') {
      throw new AppError(
        429,
        'too_many_requests',
        'You have started many payments today. Please finish one of them, or try again tomorrow.',
        { 'retry-after': '3600' },
      );
    }
    if (claim.state !== 'busy') return claim;
    if (performance.now() > deadline) throw unavailable();
    await sleep(POLL_MS);
  }
}

/**
 * Orders a plan at the gateway, at its present price. A member who tries again gets their open order again, so that the
 * gateway takes one payment for it.
 *
 * The order is inserted first and created at the gateway afterwards. An attempt that was interrupted in between is resumed
 * by the next one under the same receipt, so that the gateway never holds two payable orders for it.
 *
 * @throws {AppError} 404 `unknown_plan`, 429 `too_many_requests`, 503 `gateway_unavailable`
 */
export async function openOrder(context: Payments, memberId: string, planId: string): Promise<OpenedOrder> {
  const { db, gateway, checkoutScript } = context;
  const plan = await findPlan(db, planId);
  if (plan === undefined) throw new AppError(404, 'unknown_plan', 'Could not create payment order.');
  const claim = await waitForOrder(context, memberId, plan);
  const { order } = claim;
  let orderId: string;
  if (claim.state === 'open' && order.gateway_order_id !== null) {
    // Its first payment may have succeeded without a report to us.
    await scheduleCheck(db, order.id, 0);
    orderId = order.gateway_order_id;
  } else {
    orderId = await createAtGateway(context, order, claim.state === 'new' && claim.triedBefore);
  }
  return { orderId, amount: order.amount, currency: order.currency, key: gateway.keyId, checkoutScript };
}

async function createAtGateway(
  { db, gateway, log }: Payments,
  order: OrderRow,
  triedBefore: boolean,
): Promise<string> {
  const { id, amount, currency } = order;
  let created: { id: string };
  try {
    created = await gateway.createOrder({
      receipt: id,
      amount,
      currency,
      notes: notesOf(order),
      triedBefore,
      beforeRetry: () => extendClaim(db, id, gateway.tryMs),
    });
  } catch (error) {
    log.warn({ order: id, reason: String(error) }, 'failed to create an order at the payment gateway');
    await recordDone(() => extendClaim(db, id, 0)).catch(() => undefined);
    throw unavailable();
  }
  // Even if the member has been told to try again: that attempt then finds it without asking the gateway.
  return recordDone(() => setGatewayOrderId(db, id, created.id));
}
