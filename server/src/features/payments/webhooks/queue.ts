import type { Payments } from '../context.ts';
import { recordDispute } from '../disputes/disputes.ts';
import { settle } from '../orders/settle.ts';
import { processConcurrently } from '../reconciliation/batches.ts';
import { recoverOrder } from '../reconciliation/lost-orders.ts';
import { importMissingRefunds } from '../refunds/refunds.ts';
import type { EventDetails } from '../tables.ts';
import { claimDueEvents, endRetries, type QueuedEvent } from './store.ts';

const BATCH = 20;
const AT_ONCE = 2;

/** The fields that are stored of a webhook's entities: ids, states and amounts; no names, emails or phone numbers. */
const RETAINED_FIELDS = [
  'id',
  'payment_id',
  'order_id',
  'amount',
  'currency',
  'status',
  'phase',
  'amount_refunded',
  'amount_deducted',
] as const;
const ENTITIES = ['payment', 'refund', 'dispute', 'order'] as const;

/** The stored details of a webhook's payload, whatever shape it has. */
export function detailsOf(payload: Record<string, unknown>): EventDetails {
  const details: EventDetails = {};
  for (const name of ENTITIES) {
    const part = payload[name];
    const entity = typeof part === 'object' && part !== null && 'entity' in part ? part.entity : undefined;
    if (typeof entity !== 'object' || entity === null) continue;
    const fields = Object.entries(entity).filter(
      (field): field is [string, string | number] =>
        RETAINED_FIELDS.some((retained) => retained === field[0]) &&
        (typeof field[1] === 'number' || (typeof field[1] === 'string' && /^[\w.-]{1,100}$/.test(field[1]))),
    );
    details[name] = Object.fromEntries(fields);
  }
  return details;
}

/**
 * Fetches a payment from the gateway and settles it with its refunds. A missing order of ours is restored.
 *
 * @returns whether it is settled or is not ours
 */
export async function refreshPayment(
  context: Payments,
  paymentId: string,
): Promise<'settled' | 'foreign' | 'lost'> {
  const reported = await context.background.fetchPayment(paymentId);
  if (reported === undefined) return 'lost';
  if (reported.orderId === null) return 'foreign';
  let settlement = await settle(context, reported, 'reconciler');
  if (settlement.outcome === 'unknown-order') {
    const recovered = await recoverOrder(context, reported.orderId);
    if (recovered !== 'restored') return recovered;
    settlement = await settle(context, reported, 'reconciler');
  }
  if (settlement.outcome === 'unknown-order') return 'lost';
  await importMissingRefunds(context, reported);
  return 'settled';
}

const textOf = (value: string | number | undefined) => (typeof value === 'string' ? value : undefined);

/** Retries a queued event with what the gateway's API reports. @returns whether it is done */
async function retryEvent(context: Payments, details: EventDetails): Promise<boolean> {
  const { payment, refund, dispute } = details;
  const paymentId = [payment?.id, refund?.payment_id, dispute?.payment_id].map(textOf).find(Boolean);
  if (paymentId === undefined) return false;
  const result = await refreshPayment(context, paymentId);
  if (result !== 'settled') return result === 'foreign';
  const disputeId = textOf(dispute?.id);
  if (disputeId === undefined) return true;
  const reported = await context.background.fetchDispute(disputeId);
  if (reported === undefined) return false;
  return (await recordDispute(context, reported)).outcome !== 'unknown-payment';
}

/** Retries the queued events that are due. Safe to run concurrently. */
export async function retryEvents(context: Payments): Promise<void> {
  const { db, log } = context;
  const events = await claimDueEvents(db, BATCH);
  const describe = ({ id, event }: QueuedEvent) => ({ eventId: id, event });
  await processConcurrently(context, events, { atOnce: AT_ONCE, describe }, async (waiting) => {
    const isDone = await retryEvent(context, waiting.details ?? {});
    if (!isDone && !waiting.is_expired) return;
    if (!isDone) {
      log.error(
        { alert: true, ...describe(waiting), outcome: waiting.outcome, details: waiting.details },
        'a webhook could not be applied for days: operators have to look at it',
      );
    }
    await endRetries(db, waiting.id, isDone ? 'done' : 'dead');
  });
}
