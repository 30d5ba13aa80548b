import { createHmac } from 'node:crypto';
import type { Db, Tx } from '../../database/database.ts';
import { newId } from './entities.ts';
import type { Switches } from './switches.ts';
import { claimDueDeliveries, insertDeliveries, markDelivered } from './webhook-store.ts';

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
    };
    const deliveries = switches.webhooks === 'twice' ? [delivery, delivery] : [delivery];
    const gapMs = switches.webhooks === 'reversed' ? index * GAP_MS : 0;
    await insertDeliveries(tx, deliveries, switches.webhookDelayMs + gapMs);
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
    const deliveries = await claimDueDeliveries(db, BATCH);
    for (const { id, event_id, body } of deliveries) {
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
      await markDelivered(db, id);
    }
    if (deliveries.length < BATCH) return;
  }
}
