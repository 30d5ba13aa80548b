import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { GatewayPayment } from '../../../gateways/card-payments.ts';
import { RazorpayDispute, RazorpayPayment, RazorpayRefund } from '../../../gateways/razorpay-entities.ts';
import type { Payments } from '../context.ts';
import { followDispute, reportDispute } from '../disputes/disputes.ts';
import { reportSettlement, type Settlement, settlePayment } from '../orders/settle.ts';
import { checkSoon } from '../orders/store.ts';
import { endAttempt } from '../refunds/attempts.ts';
import { applyRefund, type MoneyBack, reportRefund } from '../refunds/refunds.ts';
import { detailsOf, keepEvent } from './queue.ts';

const entity = <Schema extends z.ZodType>(schema: Schema) => z.object({ entity: schema }).optional();

const Event = z.object({
  event: z.string().min(1).max(100),
  payload: z.record(z.string(), z.unknown()).default({}),
});
const PaymentPayload = z.object({ payment: z.object({ entity: RazorpayPayment }) });
const RefundPayload = z.object({
  payment: entity(RazorpayPayment),
  refund: z.object({ entity: RazorpayRefund }),
});
const DisputePayload = z.object({
  payment: entity(RazorpayPayment),
  dispute: z.object({ entity: RazorpayDispute }),
});

const PAYMENT_EVENTS = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']);
const REFUND_EVENTS = new Set([
  'refund.created',
  'refund.processed',
  'refund.failed',
  'refund.speed_changed',
]);
const DISPUTE_EVENT = 'payment.dispute.';

/** What an event came to, and what to log of it once that is committed. */
interface Effect {
  outcome: string;
  /** Whether it has to be tried again: it was not understood, or is about something that we do not know yet. */
  waits?: boolean;
  report?(): void;
}

/** The payment that an event brings along, which may be the first that we hear of it. */
async function settleWith(
  parts: Payments,
  tx: Tx,
  seen: GatewayPayment | undefined,
): Promise<{ settlement: Settlement | undefined; report(): void }> {
  const settlement = seen && (await settlePayment(parts, tx, seen, 'webhook'));
  return {
    settlement,
    report() {
      if (seen && settlement) reportSettlement(parts, seen, settlement, 'webhook');
    },
  };
}

async function followPayment(parts: Payments, tx: Tx, payload: unknown): Promise<Effect | undefined> {
  const { data } = PaymentPayload.safeParse(payload);
  if (data === undefined) return undefined;
  const { settlement, report } = await settleWith(parts, tx, data.payment.entity);
  const outcome = settlement?.outcome ?? '';
  return { outcome, waits: outcome === 'unknown-order', report };
}

async function followRefund(parts: Payments, tx: Tx, payload: unknown): Promise<Effect | undefined> {
  const { data } = RefundPayload.safeParse(payload);
  if (data === undefined) return undefined;
  const { settlement, report } = await settleWith(parts, tx, data.payment?.entity);
  const { status, ...refund } = data.refund.entity;
  if (status === 'pending') return { outcome: 'pending', report };
  if (status === 'failed') {
    const isOurs = await endAttempt(tx, refund, 'failed');
    // Its payment may have been taken for refunded meanwhile: the gateway is asked.
    if (settlement && 'order' in settlement) await checkSoon(tx, settlement.order.id, 0);
    const wasApplied = await tx
      .selectFrom('refunds')
      .select('id')
      .where('id', '=', refund.id)
      .executeTakeFirst();
    return {
      outcome: 'refund-failed',
      report() {
        report();
        parts.log.error(
          {
            alert: true,
            refund: refund.id,
            payment: refund.paymentId,
            isOurs,
            wasApplied: wasApplied !== undefined,
          },
          'a refund has failed',
        );
      },
    };
  }
  const back: MoneyBack = { ...refund, kind: 'refund' };
  const result = await applyRefund(parts, tx, back);
  return {
    outcome: result.outcome,
    waits: result.outcome === 'unknown-payment',
    report() {
      report();
      reportRefund(parts, back, result);
    },
  };
}

async function followDisputeEvent(
  parts: Payments,
  tx: Tx,
  event: string,
  payload: unknown,
): Promise<Effect | undefined> {
  const { data } = DisputePayload.safeParse(payload);
  if (data === undefined) return undefined;
  const { report } = await settleWith(parts, tx, data.payment?.entity);
  // The event's name counts: senders may leave the status out.
  const named = z
    .enum(['won', 'lost', 'closed', 'under_review'])
    .safeParse(event.slice(DISPUTE_EVENT.length));
  const seen = { ...data.dispute.entity, ...(named.success ? { status: named.data } : {}) };
  const result = await followDispute(parts, tx, seen);
  return {
    outcome: result.outcome,
    waits: result.outcome === 'unknown-payment',
    report() {
      report();
      reportDispute(parts, seen, result);
    },
  };
}

/** What an event means; undefined where it is not understood. The order in which events come does not matter. */
async function follow(
  parts: Payments,
  tx: Tx,
  { event, payload }: z.output<typeof Event>,
): Promise<Effect | undefined> {
  if (PAYMENT_EVENTS.has(event)) return followPayment(parts, tx, payload);
  if (REFUND_EVENTS.has(event)) return followRefund(parts, tx, payload);
  if (event.startsWith(DISPUTE_EVENT)) return followDisputeEvent(parts, tx, event, payload);
  return { outcome: 'ignored' };
}

/**
 * Takes a webhook: each event once, with all that follows from it in one transaction. When it throws, nothing has
 * happened and the gateway sends it again. What cannot be followed yet is kept and tried again (see event-queue.ts).
 *
 * @param body as it came, byte by byte
 * @throws {AppError} 401 `wrong_signature`, 400 `invalid_request`
 */
export async function takeWebhook(
  parts: Payments,
  { body, signature, eventId }: { body: Buffer; signature: string; eventId: string | undefined },
): Promise<void> {
  if (!parts.gateway.isWebhookSigned(body, signature)) {
    throw new AppError(401, 'wrong_signature', 'The signature is not valid.');
  }
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    json = undefined;
  }
  const { data: event } = Event.safeParse(json);
  if (event === undefined) throw new AppError(400, 'invalid_request', 'The request is not valid.');
  // Without an id, the same bytes are the same event.
  const id = eventId ?? `sha256:${createHash('sha256').update(body).digest('hex')}`;
  const details = detailsOf(event.payload);
  const effect = await inTransaction(parts.db, async (tx) => {
    // One that still waits is followed again: it may have been sent again because the first was of no use.
    const isNew = await tx
      .insertInto('payment_events')
      .values({ id, event: event.event, outcome: '' })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ received_at: sql<Date>`now()` })
          .where('payment_events.state', '<>', 'done'),
      )
      .returning('id')
      .executeTakeFirst();
    if (isNew === undefined) return undefined;
    const result: Effect = (await follow(parts, tx, event)) ?? {
      outcome: 'not-understood',
      waits: true,
      report: () =>
        parts.log.error({ alert: true, eventId: id, event: event.event }, 'a webhook was not understood'),
    };
    const { outcome } = result;
    await tx
      .updateTable('payment_events')
      .set({ outcome, state: 'done', details: null, next_at: null })
      .where('id', '=', id)
      .execute();
    if (result.waits) await keepEvent(tx, { id, event: event.event, outcome, details });
    return result;
  });
  effect?.report?.();
}
