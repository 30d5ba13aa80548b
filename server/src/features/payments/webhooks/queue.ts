import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { Payments } from '../context.ts';
import { recordDispute } from '../disputes/disputes.ts';
import { settle } from '../orders/settle.ts';
import { processConcurrently } from '../reconciliation/batches.ts';
import { recoverOrder } from '../reconciliation/lost-orders.ts';
import { importMissingRefunds } from '../refunds/refunds.ts';
import type { EventDetails } from '../tables.ts';

const BATCH = 20;
const AT_ONCE = 2;
const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 6 * 60 * 60;
/** After this an event is marked dead for an operator; the daily sweep still looks for its payment. */
const GIVE_UP_AFTER = sql`interval '6 days'`;

/** The outcome of an event that an operator dismissed: it is not queued again when a list contains it. */
export const DISMISSED = 'dismissed';

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

/** Queues an event that could not be applied, to be retried with what the gateway's API reports. */
export async function queueEvent(
  db: Db | Tx,
  { id, event, outcome, details }: { id: string; event: string; outcome: string; details: EventDetails },
): Promise<void> {
  const waiting = {
    outcome,
    state: 'waiting' as const,
    details: JSON.stringify(details),
    next_at: sql<Date>`now() + ${FIRST_PAUSE_SECONDS} * interval '1 second'`,
  };
  await db
    .insertInto('payment_events')
    .values({ id, event, ...waiting })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(waiting)
        .where('payment_events.state', '=', 'done')
        .where('payment_events.outcome', '<>', DISMISSED),
    )
    .execute();
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

interface QueuedEvent {
  id: string;
  event: string;
  outcome: string;
  details: EventDetails | null;
  is_expired: boolean;
}

/** Retries the queued events that are due. Safe to run concurrently. */
export async function retryEvents(context: Payments): Promise<void> {
  const { db, log } = context;
  const { rows } = await sql<QueuedEvent>`
    UPDATE payment_events SET attempts = attempts + 1,
      next_at = now() + least(${FIRST_PAUSE_SECONDS} * power(2, least(attempts, 20)), ${LONGEST_PAUSE_SECONDS}) * interval '1 second'
    WHERE id IN (
      SELECT id FROM payment_events WHERE state = 'waiting' AND next_at <= now()
      ORDER BY next_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, event, outcome, details, received_at < now() - ${GIVE_UP_AFTER} AS is_expired
  `.execute(db);
  const describe = ({ id, event }: QueuedEvent) => ({ eventId: id, event });
  await processConcurrently(context, rows, { atOnce: AT_ONCE, describe }, async (waiting) => {
    const isDone = await retryEvent(context, waiting.details ?? {});
    if (!isDone && !waiting.is_expired) return;
    if (!isDone) {
      log.error(
        { alert: true, ...describe(waiting), outcome: waiting.outcome, details: waiting.details },
        'a webhook could not be applied for days: operators have to look at it',
      );
    }
    await db
      .updateTable('payment_events')
      .set(isDone ? { state: 'done', details: null, next_at: null } : { state: 'dead', next_at: null })
      .where('id', '=', waiting.id)
      .where('state', '=', 'waiting')
      .execute();
  });
}
