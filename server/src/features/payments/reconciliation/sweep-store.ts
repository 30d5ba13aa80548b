import { sql } from 'kysely';
import type { Db } from '../../../database/database.ts';
import type { PaymentDisposition, PaymentStatus } from '../tables.ts';

export type SweepName = 'recent-payments' | 'recent-refunds' | 'month' | 'webhook-silence';

export interface Claim {
  now: Date;
  coveredUntil: Date | null;
  /** When the next sweep is due, unless it is rescheduled in the meantime. */
  nextAt: Date;
}

/** Claims a sweep for one process. @returns undefined where it is not due */
export async function claimSweep(db: Db, name: SweepName, everySeconds: number): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    UPDATE payment_sweeps SET next_at = now() + ${everySeconds} * interval '1 second'
    WHERE name = ${name} AND next_at <= now()
    RETURNING now() AS now, covered_until AS "coveredUntil", next_at AS "nextAt"
  `.execute(db);
  return rows[0];
}

/** Reschedules a claimed sweep to `seconds` from now, unless that was done before. */
export async function rescheduleSweep(db: Db, name: SweepName, claim: Claim, seconds: number): Promise<void> {
  await db
    .updateTable('payment_sweeps')
    .set({ next_at: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .where('name', '=', name)
    .where('next_at', '=', claim.nextAt)
    .execute();
}

export async function setCoveredUntil(db: Db, name: SweepName, until: Date): Promise<void> {
  await db.updateTable('payment_sweeps').set({ covered_until: until }).where('name', '=', name).execute();
}

/** What is recorded of a payment; `refunded` without disputes. */
export interface RecordedPayment {
  id: string;
  status: PaymentStatus;
  standing: PaymentDisposition;
  refunded: number;
}

/** The recorded ones of these payments. */
export async function findRecordedPayments(db: Db, ids: readonly string[]): Promise<RecordedPayment[]> {
  const { rows } = await sql<RecordedPayment>`
    SELECT p.id, p.status, p.standing,
      (SELECT coalesce(sum(r.amount), 0)::bigint FROM refunds AS r WHERE r.payment_id = p.id AND r.kind = 'refund') AS refunded
    FROM payments AS p WHERE p.id = ANY (${ids})
  `.execute(db);
  return rows;
}

/** How many orders were credited within the last hour without a webhook, and how many webhooks arrived. */
export async function countReports(db: Db): Promise<{ others: number; events: number }> {
  const { rows } = await sql<{ others: number; events: number }>`
    SELECT (SELECT count(*) FROM payment_orders WHERE paid_at > now() - interval '1 hour' AND settled_by <> 'webhook') AS others,
      (SELECT count(*) FROM payment_events WHERE received_at > now() - interval '1 hour' AND event <> 'payment.listed') AS events
  `.execute(db);
  return rows[0] ?? { others: 0, events: 0 };
}
