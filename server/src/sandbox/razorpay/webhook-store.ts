import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';

/** A webhook to deliver. */
export interface Delivery {
  event_id: string;
  body: string;
}

/** Inserts webhooks to be delivered in `delayMs`. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly Delivery[],
  delayMs: number,
): Promise<void> {
  const due_at = sql<Date>`now() + ${delayMs} * interval '1 millisecond'`;
  await tx
    .insertInto('razorpay_sandbox.webhooks')
    .values(deliveries.map((delivery) => ({ ...delivery, due_at })))
    .execute();
}

/** Claims webhooks that are due, in order; until they are delivered they are due again, ever later, for a day. */
export async function claimDueDeliveries(db: Db, limit: number): Promise<(Delivery & { id: number })[]> {
  const { rows } = await sql<Delivery & { id: number }>`
    WITH taken AS (
      UPDATE razorpay_sandbox.webhooks SET
        attempts = attempts + 1,
        due_at = now() + least(power(2, attempts + 1), 60) * interval '1 second'
      WHERE id IN (
        SELECT id FROM razorpay_sandbox.webhooks
        WHERE delivered_at IS NULL AND due_at <= now() AND created_at > now() - interval '1 day'
        ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      RETURNING id, event_id, body
    ) SELECT * FROM taken ORDER BY id
  `.execute(db);
  return rows;
}

export async function markDelivered(db: Db, id: number): Promise<void> {
  await db
    .updateTable('razorpay_sandbox.webhooks')
    .set({ delivered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
