import { setTimeout as sleep } from 'node:timers/promises';
import type { createTopupOrder } from '@oriel/contract';
import type { z } from 'zod';
import { inTransaction } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import { lockMember } from '../../accounts/service.ts';
import type { Payments } from '../context.ts';
import { notesOf } from '../reconciliation/lost-orders.ts';
import { findPlan, type PlanRow } from './plans.ts';
import { checkSoon, claimOrder, noteGatewayOrder, type OrderRow, takeOrder } from './store.ts';

export type OpenedOrder = z.output<typeof createTopupOrder.response>;

const LOOK_AGAIN_MS = 100;

function unavailable(): AppError {
  return new AppError(503, 'gateway_unavailable', 'Could not create payment order.', { 'retry-after': '5' });
}

/** The member's order of a plan, waiting for another call of theirs that is creating it. */
async function nextTurn(parts: Payments, memberId: string, plan: PlanRow) {
  const { db, gateway } = parts;
  const deadline = performance.now() + gateway.tryMs;
  for (;;) {
    const turn = await inTransaction(db, async (tx) => {
      if ((await lockMember(tx, memberId)) === undefined)
        throw new AppError(401, 'not_signed_in', 'Please sign in to continue.');
      return takeOrder(tx, memberId, plan, gateway.tryMs);
    });
    if (turn.turn === 'too-many') {
      throw new AppError(
        429,
        'too_many_requests',
        'You have started many payments today. Please finish one of them, or try again tomorrow.',
        { 'retry-after': '3600' },
      );
    }
    if (turn.turn !== 'wait') return turn;
    if (performance.now() > deadline) throw unavailable();
    await sleep(LOOK_AGAIN_MS);
  }
}

/**
 * Orders a plan at the gateway, at the price that it has now. Who tries again gets their open order again, so that the
 * gateway takes one payment for it.
 *
 * The order is written first and the gateway asked afterwards. A try that broke off in between is taken up by the next one
 * under the same receipt, so that the gateway never holds two orders for it that anybody could pay.
 *
 * @throws {AppError} 404 `unknown_plan`, 429 `too_many_requests`, 503 `gateway_unavailable`
 */
export async function openOrder(parts: Payments, memberId: string, planId: string): Promise<OpenedOrder> {
  const { db, gateway, checkoutScript, log } = parts;
  const plan = await findPlan(db, planId);
  if (plan === undefined) throw new AppError(404, 'unknown_plan', 'Could not create payment order.');
  const turn = await nextTurn(parts, memberId, plan);
  const { order } = turn;
  const present = (orderId: string): OpenedOrder => ({
    orderId,
    amount: order.amount,
    currency: order.currency,
    key: gateway.keyId,
    checkoutScript,
  });
  if (turn.turn === 'open' && order.gateway_order_id !== null) {
    // Its first payment may have gone through without us hearing of it.
    await checkSoon(db, order.id, 0);
    return present(order.gateway_order_id);
  }
  return present(await createAtGateway(parts, order, turn.turn === 'create' && turn.triedBefore));

  async function createAtGateway(
    { db, gateway }: Payments,
    { id, amount, currency }: OrderRow,
    triedBefore: boolean,
  ): Promise<string> {
    let created: { id: string };
    try {
      created = await gateway.createOrder({
        receipt: id,
        amount,
        currency,
        notes: notesOf(order),
        triedBefore,
        beforeRetry: () => claimOrder(db, id, gateway.tryMs),
      });
    } catch (error) {
      log.warn({ order: id, reason: String(error) }, 'could not create an order at the payment gateway');
      await claimOrder(db, id, 0);
      throw unavailable();
    }
    return noteGatewayOrder(db, id, created.id);
  }
}
