import { sql } from 'kysely';
import { inTransaction } from '../../database.ts';
import {
  type GatewayPayment,
  GatewayRefusalError,
  GatewayUnavailableError,
} from '../../gateways/card-payments.ts';
import { setTier } from '../accounts/service.ts';
import { checkSoon, type OrderRow } from './orders.ts';
import type { Payments } from './payments.ts';
import { applyRefund, type MoneyBack, reportRefund } from './refunds.ts';
import { reportSettlement, settlePayment } from './settle.ts';

const BATCH = 20;
/** How long an order or a payment waits for which the gateway could not be asked. */
const RETRY_SECONDS = 30;
/** How long those wait that were to be asked for after it: it may be that one alone which it has no answer for. */
const TURN_SECONDS = 5;
/** After how many seconds it is asked again to give a payment back that it has not given back yet, or that a crash cut short. */
const GIVE_BACK_SECONDS = 60;

/** Takes the next orders that are due, and sets when each is due again: ever more rarely, and never after four days. */
async function takeDueOrders({ db }: Payments): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    UPDATE payment_orders SET next_check_at = CASE
      WHEN gateway_order_id IS NULL AND created_at > now() - interval '1 hour' THEN now() + interval '10 minutes'
      WHEN gateway_order_id IS NULL OR created_at < now() - interval '4 days' THEN NULL
      WHEN status IN ('paid', 'refunded') THEN now() + interval '12 hours'
      WHEN created_at > now() - interval '30 minutes' THEN now() + interval '30 seconds'
      WHEN created_at > now() - interval '1 day' THEN now() + interval '10 minutes'
      ELSE now() + interval '1 hour'
    END
    WHERE id IN (
      SELECT id FROM payment_orders WHERE next_check_at <= now()
      ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING *
  `.execute(db);
  return rows;
}

async function noteRefund(parts: Payments, back: MoneyBack): Promise<void> {
  reportRefund(parts, back, await inTransaction(parts.db, (tx) => applyRefund(parts, tx, back)));
}

/** Catches up with refunds whose webhooks have not come. */
async function catchUpRefunds(parts: Payments, payment: GatewayPayment): Promise<void> {
  if (payment.amountRefunded === 0) return;
  // Not the payment's own sum, in which disputes are too.
  const { noted } = await parts.db
    .selectFrom('refunds')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount'), sql<number>`0`).as('noted'))
    .where('payment_id', '=', payment.id)
    .where('kind', '=', 'refund')
    .executeTakeFirstOrThrow();
  if (Number(noted) >= payment.amountRefunded) return;
  for (const refund of await parts.gateway.fetchRefunds(payment.id)) {
    const { status, ...back } = refund;
    if (status === 'processed') await noteRefund(parts, { ...back, kind: 'refund' });
  }
}

/** Asks the gateway what has become of an order. */
async function checkOrder(parts: Payments, order: OrderRow): Promise<void> {
  const seen =
    order.gateway_order_id === null ? [] : await parts.gateway.fetchOrderPayments(order.gateway_order_id);
  for (const payment of seen) {
    const settlement = await inTransaction(parts.db, (tx) => settlePayment(parts, tx, payment));
    reportSettlement(parts, payment, settlement);
    await catchUpRefunds(parts, payment);
  }
  const mayBePaid = seen.some(({ status }) => status === 'authorized' || status === 'captured');
  const isOver = sql<boolean>`created_at < now() - ${mayBePaid ? '4 days' : '1 hour'}::interval`;
  // Still credited should it be paid after all; only its owner sees no more of it than that it came to nothing.
  await parts.db
    .updateTable('payment_orders')
    .set({ status: 'failed', failure: 'Payment was cancelled.' })
    .where('id', '=', order.id)
    .where('status', '=', 'created')
    .where(isOver)
    .execute();
}

/** Whether to go on with the others at once after it failed for one: not where the gateway may be in trouble. */
function mayGoOn({ log }: Payments, error: unknown, what: Record<string, string>): boolean {
  if (error instanceof GatewayRefusalError) {
    log.error({ ...what, reason: error.message }, 'the payment gateway refused what the reconciler asked');
    return true;
  }
  if (!(error instanceof GatewayUnavailableError)) {
    log.error({ err: error, ...what }, 'the reconciler failed');
    return true;
  }
  log.warn({ ...what, reason: error.message }, 'the reconciler could not ask the payment gateway');
  return false;
}

/** Settles orders that were paid without us hearing of it. */
async function checkDueOrders(parts: Payments): Promise<void> {
  for (;;) {
    const orders = await takeDueOrders(parts);
    for (const [index, order] of orders.entries()) {
      try {
        await checkOrder(parts, order);
      } catch (error) {
        if (mayGoOn(parts, error, { order: order.id })) continue;
        await inTransaction(parts.db, async (tx) => {
          await checkSoon(tx, order.id, RETRY_SECONDS);
          for (const { id } of orders.slice(index + 1)) await checkSoon(tx, id, TURN_SECONDS);
        });
        return;
      }
    }
    if (orders.length < BATCH) return;
  }
}

/** Takes the next payments that have to be given back, and sets when each is asked for again. */
async function takeSurplus({ db }: Payments): Promise<{ id: string; left: number; refunded: number }[]> {
  const { rows } = await sql<{ id: string; left: number; refunded: number }>`
    UPDATE payments SET give_back_at = now() + ${GIVE_BACK_SECONDS} * interval '1 second'
    WHERE id IN (
      SELECT id FROM payments WHERE standing = 'surplus' AND refunded < amount AND give_back_at <= now()
      ORDER BY give_back_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, amount - refunded AS left, refunded
  `.execute(db);
  return rows;
}

/** Has those payments asked for again after so many seconds. */
async function giveBackLater({ db }: Payments, ids: string[], seconds: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('payments')
    .set({ give_back_at: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .where('id', 'in', ids)
    .execute();
}

/** Gives surplus payments back, what is left of them. The key makes it one refund, however often it is asked for. */
async function giveBackSurplus(parts: Payments): Promise<void> {
  const payments = await takeSurplus(parts);
  for (const [index, { id, left, refunded }] of payments.entries()) {
    try {
      const key = refunded === 0 ? `surplus-${id}` : `surplus-${id}-${refunded}`;
      const { status, ...back } = await parts.gateway.refund(id, { amount: left, key });
      if (status === 'processed') await noteRefund(parts, { ...back, kind: 'refund' });
    } catch (error) {
      if (mayGoOn(parts, error, { payment: id })) continue;
      await giveBackLater(parts, [id], RETRY_SECONDS);
      await giveBackLater(
        parts,
        payments.slice(index + 1).map((payment) => payment.id),
        TURN_SECONDS,
      );
      return;
    }
  }
}

/** Gives members whose tier has ended the lower one that they bought and that still runs. */
async function continueTiers({ db }: Payments): Promise<void> {
  const running = await db
    .selectFrom('payment_orders as o')
    .innerJoin('members as m', 'm.id', 'o.member_id')
    .select(['o.member_id', 'o.tier', 'o.tier_until'])
    .where('o.status', '=', 'paid')
    .where('o.tier_until', '>', sql<Date>`now()`)
    .where('m.tier_until', '<=', sql<Date>`now()`)
    .where('m.deleted_at', 'is', null)
    .limit(500)
    .execute();
  for (const { member_id, tier, tier_until } of running) {
    if (tier === null || tier_until === null) continue;
    await inTransaction(db, (tx) => setTier(tx, member_id, tier, tier_until));
  }
}

/** Looks after what calls and webhooks left open. Several processes may do so at once. */
export async function reconcile(parts: Payments): Promise<void> {
  await checkDueOrders(parts);
  await giveBackSurplus(parts);
  await continueTiers(parts);
}
