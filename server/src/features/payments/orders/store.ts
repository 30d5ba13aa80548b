import { randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { HitWindow, RateLimitUsage } from '../../../rate-limit/store.ts';
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

/** A payment that a member wants to have verified. */
export interface AskedOrder {
  memberId: string;
  /** The gateway's ids. */
  orderId: string;
  paymentId: string;
  /** The rate limit that a request to the gateway consumes a point of; undefined if there will be none. */
  limit: HitWindow | undefined;
}

/** A member's own order, as it is shown to them after a payment. */
export type OwnOrder = Pick<OrderRow, 'id' | 'plan_name' | 'tokens' | 'amount' | 'currency'> & {
  /** Whether this payment was credited. */
  isCredited: boolean;
  /** Of the limit, if there is one; a payment that was credited consumes nothing. */
  usage: RateLimitUsage | undefined;
};

/**
 * The orders of payments, and the points of their rate limits, in one statement.
 *
 * @param asked with distinct limits
 * @returns in the order of `asked`; undefined where the member has no such order
 */
export async function findOwnOrders(db: Db, asked: readonly AskedOrder[]): Promise<(OwnOrder | undefined)[]> {
  const column = <T>(read: (order: AskedOrder) => T) => asked.map(read);
  const { rows } = await sql<
    OwnOrder & { place: number; is_credited: boolean; current: number | null; ttl: number | null }
  >`
    WITH found AS MATERIALIZED (
      SELECT asked.place::integer, o.id, o.plan_name, o.tokens, o.amount, o.currency, asked.key, asked.milliseconds,
        o.ledger_transaction_id IS NOT NULL AND EXISTS (
          SELECT FROM payments AS p WHERE p.id = asked.payment AND p.order_id = o.id AND p.standing = 'credited'
        ) AS is_credited
      FROM unnest(${column(({ memberId }) => memberId)}::text[], ${column(({ orderId }) => orderId)}::text[],
        ${column(({ paymentId }) => paymentId)}::text[], ${column(({ limit }) => limit?.key ?? null)}::text[],
        ${column(({ limit }) => limit?.windowMs ?? null)}::float8[]
      ) WITH ORDINALITY AS asked (member_id, gateway_order_id, payment, key, milliseconds, place)
      JOIN payment_orders AS o ON o.gateway_order_id = asked.gateway_order_id AND o.member_id = asked.member_id
    ), counted AS MATERIALIZED (
      SELECT hit.* FROM (
        SELECT array_agg(key) AS keys, array_agg(milliseconds) AS windows FROM found WHERE NOT is_credited AND key IS NOT NULL
      ) AS new CROSS JOIN LATERAL count_hits(new.keys, new.windows) AS hit
    )
    SELECT found.place, found.id, plan_name, tokens, amount, currency, is_credited, current, ttl
    FROM found LEFT JOIN counted USING (key)
  `.execute(db);
  const found = new Map(rows.map((row) => [row.place, row]));
  return asked.map((_, index) => {
    const row = found.get(index + 1);
    if (row === undefined) return undefined;
    const { is_credited: isCredited, current, ttl, ...order } = row;
    return { ...order, isCredited, usage: current === null ? undefined : { current, ttl: ttl ?? 0 } };
  });
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

/** Marks an order whose whole price was refunded. */
export async function markRefunded(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('payment_orders').set({ status: 'refunded' }).where('id', '=', id).execute();
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
