import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { PaymentTables } from '../tables.ts';
import type { PlanRow } from './plans.ts';

export type OrderRow = Selectable<PaymentTables['payment_orders']>;

const orderId = (): string => `or_${randomBytes(16).toString('base64url')}`;

const inMs = (milliseconds: number) => sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`;

/** An order as it is before the gateway knows it, with the plan as it is now. It is claimed for so long. */
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

/** An unpaid order of a member, by the database's clock. */
type UnpaidOrder = OrderRow & { age_seconds: number; is_claimed: boolean };

const MINUTE = 60;
/** For how long an open order is handed out again: as long as its payment window may be open. */
const REUSED_FOR = 30 * MINUTE;
/** For how long an order that never reached the member is taken up by their next try. */
const TAKEN_UP_FOR = 60 * MINUTE;
/** For how long a payment of an earlier order may still arrive, so that both were meant to buy the same. */
const SAME_INTENT_FOR = 6 * 24 * 60 * MINUTE;
/** Unpaid orders that a member may have made in a day. */
export const MOST_UNPAID = 10;
const DAY = 24 * 60 * MINUTE;

function hasTermsOf(order: OrderRow, plan: PlanRow): boolean {
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

async function isIntentPaid(tx: Tx, intentId: string): Promise<boolean> {
  const paid = await tx
    .selectFrom('payment_orders')
    .select('id')
    .where(sql<string>`coalesce(intent_id, id)`, '=', intentId)
    .where('ledger_transaction_id', 'is not', null)
    .executeTakeFirst();
  return paid !== undefined;
}

/** What a member's call to buy a plan gets. */
export type OrderTurn =
  /** An order that the gateway knows and that can be paid. */
  | { turn: 'open'; order: OrderRow }
  /** One to create at the gateway. `triedBefore`: an earlier call may have reached it. */
  | { turn: 'create'; order: OrderRow; triedBefore: boolean }
  /** Another call of this member is creating it at this moment. */
  | { turn: 'wait' }
  | { turn: 'too-many' };

/**
 * The order by which a member buys a plan on its present terms: the open one of their last try, one whose create call
 * broke off, or a new one. The caller holds the member's lock, so that calls at the same moment get the same order.
 */
export async function takeOrder(
  tx: Tx,
  memberId: string,
  plan: PlanRow,
  claimMs: number,
): Promise<OrderTurn> {
  const unpaid = await tx
    .selectFrom('payment_orders')
    .selectAll()
    .select([
      sql<number>`extract(epoch FROM now() - created_at)::float8`.as('age_seconds'),
      sql<boolean>`claimed_until > now()`.as('is_claimed'),
    ])
    .where('member_id', '=', memberId)
    .where('ledger_transaction_id', 'is', null)
    .where(sql<boolean>`created_at > now() - ${SAME_INTENT_FOR} * interval '1 second'`)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute();
  const same: UnpaidOrder[] = unpaid.filter((order) => hasTermsOf(order, plan));
  const today = unpaid.filter(({ age_seconds }) => age_seconds < DAY).length;
  const reusedFor = today < MOST_UNPAID ? REUSED_FOR : DAY;
  for (const order of same) {
    const { gateway_order_id, age_seconds, is_claimed } = order;
    if (
      gateway_order_id !== null &&
      age_seconds < reusedFor &&
      !(await isIntentPaid(tx, order.intent_id ?? order.id))
    )
      return { turn: 'open', order };
    if (gateway_order_id !== null || age_seconds > TAKEN_UP_FOR) continue;
    if (is_claimed) return { turn: 'wait' };
    await tx
      .updateTable('payment_orders')
      .set({ claimed_until: inMs(claimMs) })
      .where('id', '=', order.id)
      .execute();
    return { turn: 'create', order, triedBefore: true };
  }
  if (today >= MOST_UNPAID) return { turn: 'too-many' };
  const intents = new Set(same.map(({ id, intent_id }) => intent_id ?? id));
  let intentId: string | null = null;
  for (const intent of intents) {
    if (intentId === null && !(await isIntentPaid(tx, intent))) intentId = intent;
  }
  const order = await insertOrder(tx, memberId, plan, claimMs, intentId);
  return { turn: 'create', order, triedBefore: false };
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

/**
 * What a member has tried to buy and may still pay for: a payment is under way, or one of the last day failed, which banks
 * let through now and then. The newest first, one for each plan.
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
