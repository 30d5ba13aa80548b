import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/database.ts';
import { newId } from './entities.ts';
import type { Switches } from './switches.ts';

export interface SandboxEvent {
  event: string;
  payload: Record<string, { entity: object }>;
}

/** Apart enough that one arrives before the next. */
const GAP_MS = 150;
const TIMEOUT_MS = 5_000;
const BATCH = 20;

/** Writes events down, to be sent once the transaction has committed. */
export async function addEvents(
  tx: Tx,
  switches: Pick<Switches, 'webhooks' | 'webhookDelayMs'>,
  events: readonly SandboxEvent[],
): Promise<void> {
  if (switches.webhooks === 'off') return;
  const inOrder = switches.webhooks === 'reversed' ? events.toReversed() : events;
  for (const [index, { event, payload }] of inOrder.entries()) {
    const delivery = {
      event_id: newId('evt'),
      body: JSON.stringify({
        entity: 'event',
        account_id: 'acc_OrielSandbox00',
        event,
        contains: Object.keys(payload),
        payload,
        created_at: Math.floor(Date.now() / 1000),
      }),
      due_at: sql<Date>`now() + ${switches.webhookDelayMs + (switches.webhooks === 'reversed' ? index * GAP_MS : 0)} * interval '1 millisecond'`,
    };
    await tx
      .insertInto('razorpay_sandbox.webhooks')
      .values(switches.webhooks === 'twice' ? [delivery, delivery] : [delivery])
      .execute();
  }
}

export interface WebhookTarget {
  /** Asked before each delivery. */
  url: () => string;
  secret: string;
}

/**
 * Delivers what is due, in order. What is not taken with 2xx is sent again, ever later, for a day. Several processes may
 * deliver at once; what one has in hand the others leave.
 */
export async function deliverDue(db: Db, { url, secret }: WebhookTarget): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: number; event_id: string; body: string }>`
      WITH taken AS (
        UPDATE razorpay_sandbox.webhooks SET
          attempts = attempts + 1,
          due_at = now() + least(power(2, attempts + 1), 60) * interval '1 second'
        WHERE id IN (
          SELECT id FROM razorpay_sandbox.webhooks
          WHERE delivered_at IS NULL AND due_at <= now() AND created_at > now() - interval '1 day'
          ORDER BY due_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
        )
        RETURNING id, event_id, body
      ) SELECT * FROM taken ORDER BY id
    `.execute(db);
    for (const { id, event_id, body } of rows) {
      try {
        const answer = await fetch(url(), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Razorpay-Webhook/v1 (sandbox)',
            'x-razorpay-event-id': event_id,
            'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
          },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        await answer.body?.cancel();
        if (!answer.ok) continue;
      } catch {
        // Sent again when it is due.
        continue;
      }
      await db
        .updateTable('razorpay_sandbox.webhooks')
        .set({ delivered_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
    }
    if (rows.length < BATCH) return;
  }
}
