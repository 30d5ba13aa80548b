import { createHash } from 'node:crypto';
import { z } from 'zod';
import { inTransaction, type Tx } from '../../../database/database.ts';
import { AppError } from '../../../errors.ts';
import type { GatewayPayment } from '../../../gateways/card-payments.ts';
import { RazorpayDispute, RazorpayPayment, RazorpayRefund } from '../../../gateways/razorpay-entities.ts';
import type { Payments } from '../context.ts';
import { applyDispute, reportDispute } from '../disputes/disputes.ts';
import { reportSettlement, type Settlement, settlePayment } from '../orders/settle.ts';
import { scheduleCheck } from '../orders/store.ts';
import { endAttempt } from '../refunds/attempts.ts';
import { applyRefund, reportRefund } from '../refunds/refunds.ts';
import { isRefundRecorded, type Refund } from '../refunds/store.ts';
import { detailsOf } from './queue.ts';
import { queueEvent, recordEvent, setOutcome } from './store.ts';

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

/** The outcome of an event, and what to log after the commit. */
interface Outcome {
  outcome: string;
  /** Whether to retry it: it was not understood, or concerns something that is not known yet. */
  waits?: boolean;
  report?(): void;
}

/** Settles the payment that an event carries; it may be the first report of it. */
async function settleWith(
  context: Payments,
  tx: Tx,
  reported: GatewayPayment | undefined,
): Promise<{ settlement: Settlement | undefined; report(): void }> {
  const settlement = reported && (await settlePayment(context, tx, reported, 'webhook'));
  return {
    settlement,
    report() {
      if (reported && settlement) reportSettlement(context, reported, settlement, 'webhook');
    },
  };
}

async function handlePaymentEvent(context: Payments, tx: Tx, payload: unknown): Promise<Outcome | undefined> {
  const { data } = PaymentPayload.safeParse(payload);
  if (data === undefined) return undefined;
  const { settlement, report } = await settleWith(context, tx, data.payment.entity);
  const outcome = settlement?.outcome ?? '';
  return { outcome, waits: outcome === 'unknown-order', report };
}

async function handleRefundEvent(context: Payments, tx: Tx, payload: unknown): Promise<Outcome | undefined> {
  const { data } = RefundPayload.safeParse(payload);
  if (data === undefined) return undefined;
  const { settlement, report } = await settleWith(context, tx, data.payment?.entity);
  const { status, ...refund } = data.refund.entity;
  if (status === 'pending') return { outcome: 'pending', report };
  if (status === 'failed') {
    const isOurs = await endAttempt(tx, refund, 'failed');
    // The payment may have been recorded as refunded in the meantime: check it at the gateway.
    if (settlement && 'order' in settlement) await scheduleCheck(tx, settlement.order.id, 0);
    const wasApplied = await isRefundRecorded(tx, refund.id);
    return {
      outcome: 'refund-failed',
      report() {
        report();
        context.log.error(
          {
            alert: true,
            refund: refund.id,
            payment: refund.paymentId,
            isOurs,
            wasApplied,
          },
          'a refund failed',
        );
      },
    };
  }
  const applied: Refund = { ...refund, kind: 'refund' };
  const result = await applyRefund(context, tx, applied);
  return {
    outcome: result.outcome,
    waits: result.outcome === 'unknown-payment',
    report() {
      report();
      reportRefund(context, applied, result);
    },
  };
}

async function handleDisputeEvent(
  context: Payments,
  tx: Tx,
  event: string,
  payload: unknown,
): Promise<Outcome | undefined> {
  const { data } = DisputePayload.safeParse(payload);
  if (data === undefined) return undefined;
  const { report } = await settleWith(context, tx, data.payment?.entity);
  // The name of the event decides: senders may omit the status.
  const named = z
    .enum(['won', 'lost', 'closed', 'under_review'])
    .safeParse(event.slice(DISPUTE_EVENT.length));
  const reported = { ...data.dispute.entity, ...(named.success ? { status: named.data } : {}) };
  const result = await applyDispute(context, tx, reported);
  return {
    outcome: result.outcome,
    waits: result.outcome === 'unknown-payment',
    report() {
      report();
      reportDispute(context, reported, result);
    },
  };
}

/** Applies an event; undefined where it is not understood. Events may arrive in any order. */
async function handleEvent(
  context: Payments,
  tx: Tx,
  { event, payload }: z.output<typeof Event>,
): Promise<Outcome | undefined> {
  if (PAYMENT_EVENTS.has(event)) return handlePaymentEvent(context, tx, payload);
  if (REFUND_EVENTS.has(event)) return handleRefundEvent(context, tx, payload);
  if (event.startsWith(DISPUTE_EVENT)) return handleDisputeEvent(context, tx, event, payload);
  return { outcome: 'ignored' };
}

/**
 * Handles a webhook: each event once, with everything that follows from it in one transaction. When it throws, nothing has
 * happened and the gateway sends the event again. Events that cannot be applied yet are queued and retried (see queue.ts).
 *
 * @param body the bytes of the request
 * @throws {AppError} 401 `wrong_signature`, 400 `invalid_request`
 */
export async function handleWebhook(
  context: Payments,
  { body, signature, eventId }: { body: Buffer; signature: string; eventId: string | undefined },
): Promise<void> {
  if (!context.gateway.isWebhookSigned(body, signature)) {
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
  // Events without an id are identified by their bytes.
  const id = eventId ?? `sha256:${createHash('sha256').update(body).digest('hex')}`;
  const details = detailsOf(event.payload);
  const effect = await inTransaction(context.db, async (tx) => {
    const isNew = await recordEvent(tx, { id, event: event.event });
    if (!isNew) return undefined;
    const result: Outcome = (await handleEvent(context, tx, event)) ?? {
      outcome: 'not-understood',
      waits: true,
      report: () =>
        context.log.error({ alert: true, eventId: id, event: event.event }, 'a webhook was not understood'),
    };
    const { outcome } = result;
    await setOutcome(tx, id, outcome);
    if (result.waits) await queueEvent(tx, { id, event: event.event, outcome, details });
    return result;
  });
  effect?.report?.();
}
