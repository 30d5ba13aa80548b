import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database.ts';
import type { PlanRow } from './plans.ts';
import type { PaymentTables } from './tables.ts';

export type OrderRow = Selectable<PaymentTables['payment_orders']>;

/** For how long an order that never reached the member is taken up by their next try. */
const TAKEN_UP_FOR = sql`interval '1 hour'`;

const orderId = (): string => `or_${randomBytes(16).toString('base64url')}`;

const inMs = (milliseconds: number) => sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`;

/** An order as it is before the gateway knows it, with the plan as it is now. It is claimed for so long. */
export async function insertOrder(
  db: Db,
  memberId: string,
  plan: PlanRow,
  claimMs: number,
): Promise<OrderRow> {
  return db
    .insertInto('payment_orders')
    .values({
      id: orderId(),
      member_id: memberId,
      plan_id: plan.id,
      plan_name: plan.name,
      tokens: plan.tokens,
      validity_days: plan.validity_days,
      tier: plan.tier,
      amount: plan.amount,
      currency: plan.currency,
      claimed_until: inMs(claimMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Claims the member's order of this plan, on its present terms, whose create call broke off before they heard of it: the
 * gateway may know it already. Orders that somebody is still asking for are left to them.
 */
export async function takeUpBrokenOffOrder(
  db: Db,
  memberId: string,
  plan: PlanRow,
  claimMs: number,
): Promise<OrderRow | undefined> {
  return db
    .updateTable('payment_orders')
    .set({ claimed_until: inMs(claimMs) })
    .where('id', '=', (query) =>
      query
        .selectFrom('payment_orders')
        .select('id')
        .where('member_id', '=', memberId)
        .where('gateway_order_id', 'is', null)
        .where('claimed_until', '<=', sql<Date>`now()`)
        .where('status', '=', 'created')
        .where('created_at', '>', sql<Date>`now() - ${TAKEN_UP_FOR}`)
        .where('plan_id', '=', plan.id)
        .where('plan_name', '=', plan.name)
        .where('tokens', '=', plan.tokens)
        .where('validity_days', '=', plan.validity_days)
        .where(sql<boolean>`tier IS NOT DISTINCT FROM ${plan.tier}`)
        .where('amount', '=', plan.amount)
        .where('currency', '=', plan.currency)
        .orderBy('created_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Keeps an order claimed for so long from now on; 0 leaves it to the next try. */
export async function claimOrder(db: Db, id: string, claimMs: number): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ claimed_until: inMs(claimMs) })
    .where('id', '=', id)
    .execute();
}

/** Notes the gateway's id of an order. Where another call was faster, its id stands. @returns the id that stands */
export async function noteGatewayOrder(db: Db, id: string, gatewayOrderId: string): Promise<string> {
  const { gateway_order_id } = await db
    .updateTable('payment_orders')
    .set({ gateway_order_id: sql<string>`coalesce(gateway_order_id, ${gatewayOrderId})` })
    .where('id', '=', id)
    .returning('gateway_order_id')
    .executeTakeFirstOrThrow();
  return gateway_order_id ?? gatewayOrderId;
}

/** A member's order by the gateway's id; of others it knows nothing. */
export async function findOwnOrder(
  db: Db,
  memberId: string,
  gatewayOrderId: string,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('gateway_order_id', '=', gatewayOrderId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

/** Until the end of the transaction nobody else settles or refunds this order. */
export async function lockOrder(
  tx: Tx,
  order: { gatewayOrderId: string } | { id: string },
): Promise<OrderRow | undefined> {
  const query = tx.selectFrom('payment_orders').selectAll().forUpdate();
  return (
    'id' in order
      ? query.where('id', '=', order.id)
      : query.where('gateway_order_id', '=', order.gatewayOrderId)
  ).executeTakeFirst();
}

/** Has the reconciler look at an order soon. */
export async function checkSoon(db: Db | Tx, id: string, seconds: number): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ next_check_at: sql<Date>`least(next_check_at, now() + ${seconds} * interval '1 second')` })
    .where('id', '=', id)
    .where('status', 'in', ['created', 'failed'])
    .execute();
}

/** Notes that a payment did not happen, as the browser tells. Says nothing about orders that are paid. */
export async function noteFailure(
  db: Db,
  memberId: string,
  gatewayOrderId: string,
  reason: string,
): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ status: 'failed', failure: reason })
    .where('gateway_order_id', '=', gatewayOrderId)
    .where('member_id', '=', memberId)
    .where('status', '=', 'created')
    .execute();
}
