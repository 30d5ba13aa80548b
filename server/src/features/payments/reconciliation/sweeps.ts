import type { GatewayDispute, GatewayPayment, TimeWindow } from '../../../gateways/card-payments.ts';
import type { Payments } from '../context.ts';
import { recordDispute } from '../disputes/disputes.ts';
import { listOpenDisputeIds } from '../disputes/store.ts';
import { settle } from '../orders/settle.ts';
import { scheduleCheck } from '../orders/store.ts';
import { importMissingRefunds, recordRefund } from '../refunds/refunds.ts';
import { refreshPayment } from '../webhooks/queue.ts';
import { queueEvent } from '../webhooks/store.ts';
import { processConcurrently } from './batches.ts';
import {
  claimSweep,
  countReports,
  findRecordedPayments,
  rescheduleSweep,
  type SweepName,
  setCoveredUntil,
} from './sweep-store.ts';

const AT_ONCE = 4;
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** An unreported payment is credited about that late. The gateway's clock and lists may lag a little. */
const RECENT_PAYMENTS = { everySeconds: 15, overlapSeconds: 5 * MINUTE };
const RECENT_REFUNDS = { everySeconds: 10 * MINUTE, overlapSeconds: DAY };
const MONTH = 30 * DAY;
const MONTH_LEASE = 60 * MINUTE;
/** When a failed sweep of the month is retried. */
const MONTH_RETRY = 10 * MINUTE;

const before = (moment: Date, seconds: number) => new Date(moment.getTime() - seconds * 1000);

/** The payments of a page whose state here differs from the gateway's. */
async function findDifferences({ db }: Payments, page: readonly GatewayPayment[]): Promise<GatewayPayment[]> {
  const rows = await findRecordedPayments(
    db,
    page.map(({ id }) => id),
  );
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

/** Processes the items of the gateway's lists, page by page. @returns whether it completed */
async function processPages<Item extends { id: string }>(
  context: Payments,
  kind: string,
  pages: AsyncIterable<Item[]> | Iterable<Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<boolean> {
  const options = { atOnce: AT_ONCE, describe: ({ id }: Item) => ({ [kind]: id }) };
  for await (const page of pages) {
    const { unavailable } = await processConcurrently(context, page, options, work);
    if (unavailable.length > 0 || context.isStopping()) return false;
  }
  return true;
}

async function* listDifferences(context: Payments, window: TimeWindow): AsyncGenerator<GatewayPayment[]> {
  for await (const page of context.background.listPayments(window)) yield findDifferences(context, page);
}

const settlePayments = (context: Payments, window: TimeWindow) =>
  processPages(context, 'payment', listDifferences(context, window), (payment) =>
    settleListed(context, payment),
  );

const recordRefunds = (context: Payments, window: TimeWindow) =>
  processPages(context, 'refund', context.background.listRefunds(window), async (refund) => {
    const result = await recordRefund(context, refund);
    if (result?.outcome !== 'unknown-payment') return;
    if ((await refreshPayment(context, refund.paymentId)) === 'settled') await recordRefund(context, refund);
  });

/** Records recent disputes, and older ones that are open here. @returns whether it completed */
async function recordDisputes(context: Payments, window: TimeWindow): Promise<boolean> {
  const listedIds = new Set<string>();
  const record = async (dispute: GatewayDispute) => {
    listedIds.add(dispute.id);
    const { outcome } = await recordDispute(context, dispute);
    if (outcome !== 'unknown-payment') return;
    if ((await refreshPayment(context, dispute.paymentId)) === 'settled')
      await recordDispute(context, dispute);
  };
  if (!(await processPages(context, 'dispute', context.background.listDisputes(window), record)))
    return false;
  const open = await listOpenDisputeIds(context.db);
  const older = open.filter((id) => !listedIds.has(id)).map((id) => ({ id }));
  return processPages(context, 'dispute', [older], async ({ id }) => {
    const dispute = await context.background.fetchDispute(id);
    if (dispute !== undefined) await recordDispute(context, dispute);
  });
}

/** Sweeps what happened since the last sweep; after an interruption it continues where that one ended. */
async function sweepRecent(
  context: Payments,
  name: SweepName,
  { everySeconds, overlapSeconds }: { everySeconds: number; overlapSeconds: number },
  sweep: (context: Payments, window: TimeWindow) => Promise<boolean>,
): Promise<void> {
  const claim = await claimSweep(context.db, name, everySeconds);
  if (claim === undefined) return;
  const from = before(claim.coveredUntil ?? claim.now, overlapSeconds);
  if (await sweep(context, { from, to: claim.now })) await setCoveredUntil(context.db, name, claim.now);
}

/** Settles recent payments from the gateway's list: a hundred with one request, whatever the number of open orders. */
export const sweepRecentPayments = (context: Payments): Promise<void> =>
  sweepRecent(context, 'recent-payments', RECENT_PAYMENTS, settlePayments);

/** Records refunds whose webhooks did not arrive. */
export const sweepRecentRefunds = (context: Payments): Promise<void> =>
  sweepRecent(context, 'recent-refunds', RECENT_REFUNDS, recordRefunds);

/**
 * Compares the gateway's payments, refunds and disputes of thirty days with ours, once a day. Differences are applied like
 * webhooks.
 */
export async function sweepMonth(context: Payments): Promise<void> {
  // If this process dies, another one starts again after the lease.
  const claim = await claimSweep(context.db, 'month', MONTH_LEASE);
  if (claim === undefined) return;
  const window = { from: before(claim.now, MONTH), to: claim.now };
  let isComplete = false;
  try {
    isComplete =
      (await settlePayments(context, window)) &&
      (await recordRefunds(context, window)) &&
      (await recordDisputes(context, window));
    if (isComplete) await setCoveredUntil(context.db, 'month', claim.now);
  } finally {
    await rescheduleSweep(context.db, 'month', claim, isComplete ? DAY : MONTH_RETRY);
  }
}

/** How many orders per hour must be credited without a webhook before that raises an alert. */
const SILENCE_AFTER = 3;

/** Alerts when orders are credited without webhooks: the gateway disables webhooks that fail for a day. */
export async function watchWebhooks(context: Payments): Promise<void> {
  if ((await claimSweep(context.db, 'webhook-silence', 10 * MINUTE)) === undefined) return;
  const { others, events } = await countReports(context.db);
  if (events > 0 || others < SILENCE_AFTER) return;
  context.log.error(
    { alert: true, creditedWithoutWebhook: others },
    'no webhook of the payment gateway has arrived for an hour: check whether it is disabled',
  );
}
