import { sql } from 'kysely';
import type { Payments } from './context.ts';

const BATCH = 1_000;

/**
 * Deletes handled webhooks and abandoned orders after 90 days. An order for which any money has moved stays, and one that is
 * paid later is restored from the gateway.
 */
export async function cleanUpPayments({
  db,
  isStopping,
}: Pick<Payments, 'db' | 'isStopping'>): Promise<void> {
  for (;;) {
    const events = await sql`
      DELETE FROM payment_events WHERE id IN (
        SELECT id FROM payment_events WHERE received_at < now() - interval '90 days' AND state = 'done' LIMIT ${BATCH}
      )
    `.execute(db);
    const orders = await sql`
      WITH abandoned AS (
        SELECT o.id FROM payment_orders AS o
        WHERE o.ledger_transaction_id IS NULL AND o.created_at < now() - interval '90 days'
          AND NOT EXISTS (
            SELECT FROM payments AS p WHERE p.order_id = o.id AND (
              p.status IN ('captured', 'refunded') OR p.standing <> 'open' OR p.refunded > 0
              OR EXISTS (SELECT FROM refunds AS r WHERE r.payment_id = p.id)
              OR EXISTS (SELECT FROM refund_attempts AS a WHERE a.payment_id = p.id)
              OR EXISTS (SELECT FROM disputes AS d WHERE d.payment_id = p.id)))
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      ), tries AS (
        DELETE FROM payments WHERE order_id IN (SELECT id FROM abandoned)
      )
      DELETE FROM payment_orders WHERE id IN (SELECT id FROM abandoned)
    `.execute(db);
    const most = Math.max(Number(events.numAffectedRows ?? 0), Number(orders.numAffectedRows ?? 0));
    if (most < BATCH || isStopping()) return;
  }
}
