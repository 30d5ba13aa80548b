import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/database.ts';
import type { EventDetails } from '../tables.ts';

const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 6 * 60 * 60;
/** After this an event is marked dead for an operator; the daily sweep still looks for its payment. */
const GIVE_UP_AFTER = sql`interval '6 days'`;

/** The outcome of an event that an operator dismissed: it is not queued again when a list contains it. */
const DISMISSED = 'dismissed';

/** A queued event that is due. */
export interface QueuedEvent {
  id: string;
  event: string;
  outcome: string;
  details: EventDetails | null;
  is_expired: boolean;
}

/**
 * Records that an event has arrived. A queued event is handled again when the gateway repeats it.
 *
 * @returns false for an event that is done
 */
export async function recordEvent(tx: Tx, { id, event }: { id: string; event: string }): Promise<boolean> {
  const isNew = await tx
    .insertInto('payment_events')
    .values({ id, event, outcome: '' })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ received_at: sql<Date>`now()` })
        .where('payment_events.state', '<>', 'done'),
    )
    .returning('id')
    .executeTakeFirst();
  return isNew !== undefined;
}

/** Records the outcome of an event. */
export async function setOutcome(tx: Tx, id: string, outcome: string): Promise<void> {
  await tx
    .updateTable('payment_events')
    .set({ outcome, state: 'done', details: null, next_at: null })
    .where('id', '=', id)
    .execute();
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

/** Claims queued events that are due, and schedules their next retry. */
export async function claimDueEvents(db: Db, limit: number): Promise<QueuedEvent[]> {
  const { rows } = await sql<QueuedEvent>`
    UPDATE payment_events SET attempts = attempts + 1,
      next_at = now() + least(${FIRST_PAUSE_SECONDS} * power(2, least(attempts, 20)), ${LONGEST_PAUSE_SECONDS}) * interval '1 second'
    WHERE id IN (
      SELECT id FROM payment_events WHERE state = 'waiting' AND next_at <= now()
      ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, event, outcome, details, received_at < now() - ${GIVE_UP_AFTER} AS is_expired
  `.execute(db);
  return rows;
}

/** Ends the retries of a queued event: it is done, or dead until an operator dismisses it. */
export async function endRetries(db: Db, id: string, state: 'done' | 'dead'): Promise<void> {
  await db
    .updateTable('payment_events')
    .set(state === 'done' ? { state, details: null, next_at: null } : { state, next_at: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Dismisses a webhook that could not be applied, for an operator. @returns whether there was one */
export async function dismissWebhook(db: Db, id: string): Promise<boolean> {
  const dismissed = await db
    .updateTable('payment_events')
    .set({ state: 'done', outcome: DISMISSED, details: null, next_at: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'dead'])
    .returning('id')
    .executeTakeFirst();
  return dismissed !== undefined;
}
