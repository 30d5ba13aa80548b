import { createHash } from 'node:crypto';
import { z } from 'zod';
import { inTransaction, type Tx } from '../../database.ts';
import { RazorpayPayment, RazorpayRefund } from '../../gateways/razorpay.ts';
import { AppError } from '../../http/problem.ts';
import type { Payments } from './payments.ts';
import { applyRefund, type MoneyBack, reportRefund } from './refunds.ts';
import { reportSettlement, settlePayment } from './settle.ts';

const entity = <Schema extends z.ZodType>(schema: Schema) => z.object({ entity: schema }).optional();

const Dispute = z.object({
  id: z.string().min(1).max(100),
  payment_id: z.string().min(1).max(100),
  amount: z.int().positive(),
  currency: z.string().max(10).default('INR'),
  amount_deducted: z.int().nullish(),
});

const Event = z.object({
  event: z.string().min(1).max(100),
  payload: z.record(z.string(), z.unknown()).default({}),
});
const PaymentPayload = z.object({ payment: z.object({ entity: RazorpayPayment }) });
const RefundPayload = z.object({
  payment: entity(RazorpayPayment),
  refund: z.object({ entity: RazorpayRefund }),
});
const DisputePayload = z.object({ payment: entity(RazorpayPayment), dispute: z.object({ entity: Dispute }) });

const PAYMENT_EVENTS = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']);
const REFUND_EVENTS = new Set(['refund.created', 'refund.processed', 'refund.speed_changed']);

/** What an event came to, and what to log of it once that is committed. */
interface Effect {
  outcome: string;
  report(): void;
}

const nothing = (outcome: string, report = () => {}): Effect => ({ outcome, report });

async function takeMoneyBack(
  parts: Payments,
  tx: Tx,
  payment: z.output<typeof RazorpayPayment> | undefined,
  back: MoneyBack,
): Promise<Effect> {
  // The payment comes along, so this may be the first that we hear of it.
  const settlement = payment && (await settlePayment(parts, tx, payment));
  const result = await applyRefund(parts, tx, back);
  return {
    outcome: result.outcome,
    report() {
      if (payment && settlement) reportSettlement(parts, payment, settlement);
      reportRefund(parts, back, result);
    },
  };
}

/** What an event means. The order in which events come does not matter. */
async function follow(parts: Payments, tx: Tx, { event, payload }: z.output<typeof Event>): Promise<Effect> {
  if (PAYMENT_EVENTS.has(event)) {
    const { data } = PaymentPayload.safeParse(payload);
    if (data === undefined)
      return nothing('not-understood', () => parts.log.error({ event }, 'a webhook was not understood'));
    const seen = data.payment.entity;
    const settlement = await settlePayment(parts, tx, seen);
    return { outcome: settlement.outcome, report: () => reportSettlement(parts, seen, settlement) };
  }
  if (REFUND_EVENTS.has(event)) {
    const { data } = RefundPayload.safeParse(payload);
    if (data === undefined)
      return nothing('not-understood', () => parts.log.error({ event }, 'a webhook was not understood'));
    const { id, paymentId, amount, currency, status } = data.refund.entity;
    if (status !== 'processed') return nothing('pending');
    return takeMoneyBack(parts, tx, data.payment?.entity, {
      id,
      paymentId,
      amount,
      currency,
      kind: 'refund',
    });
  }
  if (event.startsWith('payment.dispute.')) {
    const { data } = DisputePayload.safeParse(payload);
    if (data === undefined)
      return nothing('not-understood', () => parts.log.error({ event }, 'a webhook was not understood'));
    const { id, payment_id, amount, amount_deducted, currency } = data.dispute.entity;
    if (event !== 'payment.dispute.lost') {
      return nothing('noted', () =>
        parts.log.warn({ event, dispute: id, payment: payment_id }, 'a payment is disputed'),
      );
    }
    return takeMoneyBack(parts, tx, data.payment?.entity, {
      id,
      paymentId: payment_id,
      amount: amount_deducted || amount,
      currency,
      kind: 'dispute',
    });
  }
  return nothing('ignored');
}

/**
 * Takes a webhook: each event once, with all that follows from it in one transaction. When it throws, nothing has
 * happened and the gateway sends it again.
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
  const effect = await inTransaction(parts.db, async (tx) => {
    const isNew = await tx
      .insertInto('payment_events')
      .values({ id, event: event.event, outcome: '' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (isNew === undefined) return undefined;
    const result = await follow(parts, tx, event);
    await tx.updateTable('payment_events').set({ outcome: result.outcome }).where('id', '=', id).execute();
    return result;
  });
  effect?.report();
}
