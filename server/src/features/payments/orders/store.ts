import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { PaymentTables } from '../tables.ts';
import type { PlanRow } from './plan-store.ts';

export type OrderRow = Selectable<PaymentTables['payment_orders']>;
export type PaymentRow = Selectable<PaymentTables['payments']>;

const orderId = (): string => `or_${randomBytes(16).toString('base64url')}`;

const inMs = (milliseconds: number) => sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`;

/** Inserts an order of a plan on its present terms, before the gateway knows it, claimed for `claimMs`. */
export async function insertOrder(
  db: Db | Tx,
  memberId: string,
  plan: PlanRow,
  claimMs: number,
  intentId: string | null = null,
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
      intent_id: intentId,
      claimed_until: inMs(claimMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An unpaid order of a member; age and claim by the database's clock. */
export type UnpaidOrder = OrderRow & { age_seconds: number; is_claimed: boolean };

/** A member's unpaid orders of the last `seconds`, the newest first. */
export function findUnpaidOrders(tx: Tx, memberId: string, seconds: number): Promise<UnpaidOrder[]> {
  return tx
    .selectFrom('payment_orders')
    .selectAll()
    .select([
      sql<number>`extract(epoch FROM now() - created_at)::float8`.as('age_seconds'),
      sql<boolean>`claimed_until > now()`.as('is_claimed'),
    ])
    .where('member_id', '=', memberId)
    .where('ledger_transaction_id', 'is', null)
    .where(sql<boolean>`created_at > now() - ${seconds} * interval '1 second'`)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute();
}

/** The intent of an order: the first order by which the member meant to buy the same. */
export const intentOf = ({ id, intent_id }: OrderRow): string => intent_id ?? id;

/** Whether an order of an intent is paid. The caller holds the member's lock. */
export async function isIntentPaid(tx: Tx, intentId: string): Promise<boolean> {
  const paid = await tx
    .selectFrom('payment_orders')
    .select('id')
    .where(sql<string>`coalesce(intent_id, id)`, '=', intentId)
    .where('ledger_transaction_id', 'is not', null)
    .executeTakeFirst();
  return paid !== undefined;
}

/** Claims an order for `claimMs` from now on; 0 releases it. */
export async function extendClaim(db: Db | Tx, id: string, claimMs: number): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ claimed_until: inMs(claimMs) })
    .where('id', '=', id)
    .execute();
}

/** Sets the gateway's id of an order, once. @returns the id that it has */
export async function setGatewayOrderId(db: Db, id: string, gatewayOrderId: string): Promise<string> {
  const { gateway_order_id } = await db
    .updateTable('payment_orders')
    .set({ gateway_order_id: sql<string>`coalesce(gateway_order_id, ${gatewayOrderId})` })
    .where('id', '=', id)
    .returning('gateway_order_id')
    .executeTakeFirstOrThrow();
  return gateway_order_id ?? gatewayOrderId;
}

/** A member's own order by the gateway's id. */
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

/** Locks an order until the end of the transaction. Every settlement, refund and dispute does this first. */
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

/** Locks the order that a payment is of, and reads both; undefined for a payment that is not ours. */
export async function lockOrderOfPayment(
  tx: Tx,
  paymentId: string,
): Promise<{ order: OrderRow; payment: PaymentRow } | undefined> {
  const read = () => tx.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst();
  const unlocked = await read();
  const order = unlocked && (await lockOrder(tx, { id: unlocked.order_id }));
  const payment = order && (await read());
  return payment && { order, payment };
}

/** Marks an order as failed; it can still be paid. */
export async function markFailed(tx: Tx, id: string, failure: string): Promise<void> {
  await tx.updateTable('payment_orders').set({ status: 'failed', failure }).where('id', '=', id).execute();
}

/** Schedules the reconciler's check of an order, no later than in `seconds`. */
export async function scheduleCheck(db: Db | Tx, id: string, seconds: number): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ next_check_at: sql<Date>`least(next_check_at, now() + ${seconds} * interval '1 second')` })
    .where('id', '=', id)
    .where('status', 'in', ['created', 'failed'])
    .execute();
}

/**
 * Purchases that may still be paid: a payment is under way, or one of the last day failed, which banks sometimes let through
 * later. The newest of each plan.
 */
export async function listOpenPayments(
  db: Db,
  memberId: string,
): Promise<{ planId: string; plan: string; date: string }[]> {
  const { rows } = await sql<{ plan_id: string; plan_name: string; created_at: Date }>`
    SELECT DISTINCT ON (o.plan_id) o.plan_id, o.plan_name, o.created_at FROM payment_orders AS o
    WHERE o.member_id = ${memberId} AND o.ledger_transaction_id IS NULL AND o.created_at > now() - interval '6 days'
      AND EXISTS (
        SELECT FROM payments AS p WHERE p.order_id = o.id AND p.standing = 'open'
          AND (p.status IN ('created', 'authorized') OR (p.status = 'failed' AND p.created_at > now() - interval '1 day')))
    ORDER BY o.plan_id, o.created_at DESC
  `.execute(db);
  return rows.map(({ plan_id, plan_name, created_at }) => ({
    planId: plan_id,
    plan: plan_name,
    date: created_at.toISOString(),
  }));
}

/** Records that a payment failed, as the browser reports it; paid orders do not change. */
export async function recordFailure(
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

/**
 * Another purchase of a tier by a member, paid and not refunded, ordered within `days` of signing up.
 *
 * @param days how long after signing up an order counts
 */
export async function findOtherTierOrder(
  tx: Tx,
  memberId: string,
  orderId: string,
  days: number,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment_orders as placed')
    .innerJoin('members as buyer', 'buyer.id', 'placed.member_id')
    .select('placed.id')
    .where('placed.member_id', '=', memberId)
    .where('placed.id', '<>', orderId)
    .where('placed.status', '=', 'paid')
    .where('placed.tier', 'is not', null)
    .where(sql<boolean>`placed.created_at <= buyer.created_at + ${days} * interval '24 hours'`)
    .orderBy('placed.created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
