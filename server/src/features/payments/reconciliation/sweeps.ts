import { sql } from 'kysely';
import type { GatewayDispute, GatewayPayment, GatewayRefund } from '../../../gateways/card-payments.ts';
import type { Payments } from '../context.ts';
import { recordDispute } from '../disputes/disputes.ts';
import { settle } from '../orders/settle.ts';
import { scheduleCheck } from '../orders/store.ts';
import { importMissingRefunds, recordRefund } from '../refunds/refunds.ts';
import { queueEvent, refreshPayment } from '../webhooks/queue.ts';
import { processConcurrently } from './batches.ts';

const AT_ONCE = 4;
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** How often the newest payments are listed: an unreported payment is credited about that late. */
const PAYMENTS_EVERY = 15;
/** The gateway's clock and lists may lag a little. */
const PAYMENTS_OVERLAP = 5 * MINUTE;
const REFUNDS_EVERY = 10 * MINUTE;
const REFUNDS_OVERLAP = DAY;
const MONTH = 30 * DAY;
const MONTH_LEASE = 60 * MINUTE;
/** When a failed sweep of the month is retried. */
const MONTH_RETRY = 10 * MINUTE;

type SweepName = 'recent-payments' | 'recent-refunds' | 'month' | 'webhook-silence';

interface Claim {
  now: Date;
  coveredUntil: Date | null;
  /** When the next sweep is due, unless it is rescheduled in the meantime. */
  nextAt: Date;
}

/** Claims a sweep for one process. @returns undefined where it is not due */
export async function claimSweep(
  { db }: Payments,
  name: SweepName,
  everySeconds: number,
): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    UPDATE payment_sweeps SET next_at = now() + ${everySeconds} * interval '1 second'
    WHERE name = ${name} AND next_at <= now()
    RETURNING now() AS now, covered_until AS "coveredUntil", next_at AS "nextAt"
  `.execute(db);
  return rows[0];
}

async function setCoveredUntil({ db }: Payments, name: SweepName, until: Date): Promise<void> {
  await db.updateTable('payment_sweeps').set({ covered_until: until }).where('name', '=', name).execute();
}

const before = (moment: Date, seconds: number) => new Date(moment.getTime() - seconds * 1000);

/** The payments of a page whose state here differs from the gateway's. */
async function findDifferences({ db }: Payments, page: readonly GatewayPayment[]): Promise<GatewayPayment[]> {
  const ids = page.map(({ id }) => id);
  const { rows } = await sql<{ id: string; status: string; standing: string; refunded: number }>`
    SELECT p.id, p.status, p.standing,
      (SELECT coalesce(sum(r.amount), 0)::bigint FROM refunds AS r WHERE r.payment_id = p.id AND r.kind = 'refund') AS refunded
    FROM payments AS p WHERE p.id = ANY (${ids})
  `.execute(db);
  const recorded = new Map(rows.map((row) => [row.id, row]));
  return page.filter(({ id, orderId, status, amountRefunded }) => {
    const row = recorded.get(id);
    if (orderId === null) return false;
    if (row === undefined) return true;
    return row.refunded < amountRefunded || (row.standing === 'open' && row.status !== status);
  });
}

/** Settles a listed payment. One whose order is lost is queued until it can be settled. */
async function settleListed(context: Payments, payment: GatewayPayment): Promise<void> {
  const settlement = await settle(context, payment, 'reconciler');
  if (settlement.outcome === 'unknown-order') {
    if (payment.status === 'failed' || payment.status === 'created') return;
    if ((await refreshPayment(context, payment.id)) !== 'lost') return;
    const { id, amount, currency, status } = payment;
    await queueEvent(context.db, {
      id: `sweep:${id}`,
      event: 'payment.listed',
      outcome: 'unknown-order',
      details: { payment: { id, amount, currency, status } },
    });
    return;
  }
  if (settlement.outcome === 'pending') await scheduleCheck(context.db, settlement.order.id, 30);
  await importMissingRefunds(context, payment);
}

async function settlePayments(context: Payments, from: Date, to: Date): Promise<boolean> {
  for await (const page of context.background.listPayments({ from, to })) {
    const news = await findDifferences(context, page);
    const { unavailable } = await processConcurrently(
      context,
      news,
      (payment) => settleListed(context, payment),
      {
        atOnce: AT_ONCE,
        describe: ({ id }) => ({ payment: id }),
      },
    );
    if (unavailable.length > 0 || context.isStopping()) return false;
  }
  return true;
}

async function recordListedRefund(context: Payments, refund: GatewayRefund): Promise<void> {
  const result = await recordRefund(context, refund);
  if (result?.outcome !== 'unknown-payment') return;
  if ((await refreshPayment(context, refund.paymentId)) === 'settled') await recordRefund(context, refund);
}

async function recordRefunds(context: Payments, from: Date, to: Date): Promise<boolean> {
  for await (const page of context.background.listRefunds({ from, to })) {
    const { unavailable } = await processConcurrently(
      context,
      page,
      (refund) => recordListedRefund(context, refund),
      {
        atOnce: AT_ONCE,
        describe: ({ id }) => ({ refund: id }),
      },
    );
    if (unavailable.length > 0 || context.isStopping()) return false;
  }
  return true;
}

async function recordListedDispute(context: Payments, dispute: GatewayDispute): Promise<void> {
  const { outcome } = await recordDispute(context, dispute);
  if (outcome !== 'unknown-payment') return;
  if ((await refreshPayment(context, dispute.paymentId)) === 'settled') await recordDispute(context, dispute);
}

/** Records recent disputes, and older ones that are open here. @returns whether it completed */
async function recordDisputes(context: Payments, from: Date, to: Date): Promise<boolean> {
  const listedIds = new Set<string>();
  const describe = ({ id }: { id: string }) => ({ dispute: id });
  for await (const page of context.background.listDisputes({ from, to })) {
    for (const { id } of page) listedIds.add(id);
    const { unavailable } = await processConcurrently(
      context,
      page,
      (dispute) => recordListedDispute(context, dispute),
      {
        atOnce: AT_ONCE,
        describe,
      },
    );
    if (unavailable.length > 0 || context.isStopping()) return false;
  }
  const open = await context.db
    .selectFrom('disputes')
    .select('id')
    .where('status', 'in', ['open', 'under_review'])
    .execute();
  const older = open.filter(({ id }) => !listedIds.has(id));
  const follow = async ({ id }: { id: string }) => {
    const dispute = await context.background.fetchDispute(id);
    if (dispute !== undefined) await recordDispute(context, dispute);
  };
  const { unavailable } = await processConcurrently(context, older, follow, { atOnce: AT_ONCE, describe });
  return unavailable.length === 0 && !context.isStopping();
}

/**
 * Settles recent payments from the gateway's list: a hundred with one request, whatever the number of open orders. After an
 * interruption it continues where the last sweep ended.
 */
export async function sweepRecentPayments(context: Payments): Promise<void> {
  const claim = await claimSweep(context, 'recent-payments', PAYMENTS_EVERY);
  if (claim === undefined) return;
  const from = before(claim.coveredUntil ?? claim.now, PAYMENTS_OVERLAP);
  if (await settlePayments(context, from, claim.now))
    await setCoveredUntil(context, 'recent-payments', claim.now);
}

/** Records refunds whose webhooks did not arrive. */
export async function sweepRecentRefunds(context: Payments): Promise<void> {
  const claim = await claimSweep(context, 'recent-refunds', REFUNDS_EVERY);
  if (claim === undefined) return;
  const from = before(claim.coveredUntil ?? claim.now, REFUNDS_OVERLAP);
  if (await recordRefunds(context, from, claim.now))
    await setCoveredUntil(context, 'recent-refunds', claim.now);
}

/**
 * Compares the gateway's payments, refunds and disputes of thirty days with ours, once a day. Differences are applied like
 * webhooks.
 */
export async function sweepMonth(context: Payments): Promise<void> {
  // If this process dies, another one starts again after the lease.
  const claim = await claimSweep(context, 'month', MONTH_LEASE);
  if (claim === undefined) return;
  const from = before(claim.now, MONTH);
  let isComplete = false;
  try {
    isComplete =
      (await settlePayments(context, from, claim.now)) &&
      (await recordRefunds(context, from, claim.now)) &&
      (await recordDisputes(context, from, claim.now));
    if (isComplete) await setCoveredUntil(context, 'month', claim.now);
  } finally {
    await context.db
      .updateTable('payment_sweeps')
      .set({ next_at: sql<Date>`now() + ${isComplete ? DAY : MONTH_RETRY} * interval '1 second'` })
      .where('name', '=', 'month')
      .where('next_at', '=', claim.nextAt)
      .execute();
  }
}

/** How many orders per hour must be credited without a webhook before that raises an alert. */
const SILENCE_AFTER = 3;

/** Alerts when orders are credited without webhooks: the gateway disables webhooks that fail for a day. */
export async function watchWebhooks(context: Payments): Promise<void> {
  if ((await claimSweep(context, 'webhook-silence', 10 * MINUTE)) === undefined) return;
  const { rows } = await sql<{ others: number; events: number }>`
    SELECT (SELECT count(*) FROM payment_orders WHERE paid_at > now() - interval '1 hour' AND settled_by <> 'webhook') AS others,
      (SELECT count(*) FROM payment_events WHERE received_at > now() - interval '1 hour' AND event <> 'payment.listed') AS events
  `.execute(context.db);
  const { others = 0, events = 0 } = rows[0] ?? {};
  if (events > 0 || others < SILENCE_AFTER) return;
  context.log.error(
    { alert: true, creditedWithoutWebhook: others },
    'no webhook of the payment gateway has arrived for an hour: check whether it is disabled',
  );
}
