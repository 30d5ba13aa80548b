import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { Payments } from '../context.ts';
import { noteDispute } from '../disputes/disputes.ts';
import { settle } from '../orders/settle.ts';
import { workThrough } from '../reconciliation/batches.ts';
import { recoverOrder } from '../reconciliation/lost-orders.ts';
import { catchUpRefunds } from '../refunds/refunds.ts';
import type { EventDetails } from '../tables.ts';

const BATCH = 20;
const AT_ONCE = 2;
const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 6 * 60 * 60;
/** After this an event is given up and stays for an operator; the daily comparison goes on looking for its payment. */
const GIVE_UP_AFTER = sql`interval '6 days'`;

/** The outcome of an event that an operator was done with: it is not kept again when a list shows it again. */
export const DISMISSED = 'dismissed';

/** Of each entity of a webhook, what is kept: ids, states and amounts. Names, e-mail addresses and phone numbers are not. */
const KEPT = [
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

/** What is kept of a webhook's payload, whatever shape it has. */
export function detailsOf(payload: Record<string, unknown>): EventDetails {
  const details: EventDetails = {};
  for (const name of ENTITIES) {
    const part = payload[name];
    const entity = typeof part === 'object' && part !== null && 'entity' in part ? part.entity : undefined;
    if (typeof entity !== 'object' || entity === null) continue;
    const fields = Object.entries(entity).filter(
      (field): field is [string, string | number] =>
        KEPT.some((kept) => kept === field[0]) &&
        (typeof field[1] === 'number' || (typeof field[1] === 'string' && /^[\w.-]{1,100}$/.test(field[1]))),
    );
    details[name] = Object.fromEntries(fields);
  }
  return details;
}

/** Keeps an event that could not be followed, to be tried again from the gateway's own books. */
export async function keepEvent(
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
 * Asks the gateway for a payment and settles it with its refunds. An order of ours that is missing is written again.
 *
 * @returns whether it is settled or is not ours
 */
export async function refreshPayment(
  parts: Payments,
  paymentId: string,
): Promise<'settled' | 'foreign' | 'lost'> {
  const seen = await parts.background.fetchPayment(paymentId);
  if (seen === undefined) return 'lost';
  if (seen.orderId === null) return 'foreign';
  let settlement = await settle(parts, seen, 'reconciler');
  if (settlement.outcome === 'unknown-order') {
    const recovered = await recoverOrder(parts, seen.orderId);
    if (recovered !== 'restored') return recovered;
    settlement = await settle(parts, seen, 'reconciler');
  }
  if (settlement.outcome === 'unknown-order') return 'lost';
  await catchUpRefunds(parts, seen);
  return 'settled';
}

const textOf = (value: string | number | undefined) => (typeof value === 'string' ? value : undefined);

/** Follows a kept event by asking the gateway for what it was about. @returns whether it is done with */
async function followAgain(parts: Payments, details: EventDetails): Promise<boolean> {
  const { payment, refund, dispute } = details;
  const paymentId = [payment?.id, refund?.payment_id, dispute?.payment_id].map(textOf).find(Boolean);
  if (paymentId === undefined) return false;
  const result = await refreshPayment(parts, paymentId);
  if (result !== 'settled') return result === 'foreign';
  const disputeId = textOf(dispute?.id);
  if (disputeId === undefined) return true;
  const seen = await parts.background.fetchDispute(disputeId);
  if (seen === undefined) return false;
  return (await noteDispute(parts, seen)).outcome !== 'unknown-payment';
}

interface Waiting {
  id: string;
  event: string;
  outcome: string;
  details: EventDetails | null;
  is_over: boolean;
}

/** Tries again what webhooks told and nobody understood or knew the payment of. Safe to run in several processes at once. */
export async function retryEvents(parts: Payments): Promise<void> {
  const { db, log } = parts;
  const { rows } = await sql<Waiting>`
    UPDATE payment_events SET attempts = attempts + 1,
      next_at = now() + least(${FIRST_PAUSE_SECONDS} * power(2, least(attempts, 20)), ${LONGEST_PAUSE_SECONDS}) * interval '1 second'
    WHERE id IN (
      SELECT id FROM payment_events WHERE state = 'waiting' AND next_at <= now()
      ORDER BY next_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, event, outcome, details, received_at < now() - ${GIVE_UP_AFTER} AS is_over
  `.execute(db);
  const describe = ({ id, event }: Waiting) => ({ eventId: id, event });
  await workThrough(
    parts,
    rows,
    async (waiting) => {
      const isDone = await followAgain(parts, waiting.details ?? {});
      if (!isDone && !waiting.is_over) return;
      if (!isDone) {
        log.error(
          { alert: true, ...describe(waiting), outcome: waiting.outcome, details: waiting.details },
          'a webhook could not be followed for days: please look at it',
        );
      }
      await db
        .updateTable('payment_events')
        .set(isDone ? { state: 'done', details: null, next_at: null } : { state: 'dead', next_at: null })
        .where('id', '=', waiting.id)
        .where('state', '=', 'waiting')
        .execute();
    },
    { atOnce: AT_ONCE, describe },
  );
}
