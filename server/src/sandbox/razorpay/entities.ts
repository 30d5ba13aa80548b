import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { SandboxTables } from './tables.ts';

export type SandboxOrder = Selectable<SandboxTables['razorpay_sandbox.orders']>;
export type SandboxPayment = Selectable<SandboxTables['razorpay_sandbox.payments']>;
export type SandboxRefund = Selectable<SandboxTables['razorpay_sandbox.refunds']>;
export type SandboxDispute = Selectable<SandboxTables['razorpay_sandbox.disputes']>;

/** Razorpay's refusal. */
export class SandboxRefusal extends Error {
  override name = 'SandboxRefusal';
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id as Razorpay makes them: its kind and fourteen letters and digits. */
export function newId(kind: 'order' | 'pay' | 'rfnd' | 'disp' | 'evt'): string {
  const letters = Array.from(randomBytes(14), (byte) => LETTERS[byte % LETTERS.length]);
  return `${kind}_${letters.join('')}`;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** What a payment says of itself when it failed. */
export const FAILURE = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Payment failed.',
  source: 'customer',
  step: 'payment_authorization',
  reason: 'payment_cancelled',
} as const;

export function orderEntity(order: SandboxOrder) {
  const paid = order.status === 'paid' ? order.amount : 0;
  return {
    id: order.id,
    entity: 'order',
    amount: order.amount,
    amount_paid: paid,
    amount_due: order.amount - paid,
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: order.status,
    attempts: order.attempts,
    notes: order.notes,
    created_at: seconds(order.created_at),
  };
}

export function paymentEntity(payment: SandboxPayment) {
  const failed = payment.status === 'failed';
  const { amount, amount_refunded: refunded } = payment;
  return {
    id: payment.id,
    entity: 'payment',
    amount,
    currency: payment.currency,
    status: payment.status,
    order_id: payment.order_id,
    method: 'card',
    captured: payment.status === 'captured' || payment.status === 'refunded',
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : refunded < amount ? 'partial' : 'full',
    error_code: failed ? FAILURE.code : null,
    error_description: failed ? FAILURE.description : null,
    error_source: failed ? FAILURE.source : null,
    error_step: failed ? FAILURE.step : null,
    error_reason: failed ? FAILURE.reason : null,
    created_at: seconds(payment.created_at),
  };
}

export function refundEntity(refund: SandboxRefund) {
  return {
    id: refund.id,
    entity: 'refund',
    amount: refund.amount,
    currency: refund.currency,
    payment_id: refund.payment_id,
    notes: {},
    receipt: null,
    status: refund.status,
    speed_processed: 'normal',
    created_at: seconds(refund.created_at),
  };
}

export function disputeEntity(dispute: SandboxDispute) {
  return {
    id: dispute.id,
    entity: 'dispute',
    payment_id: dispute.payment_id,
    amount: dispute.amount,
    currency: dispute.currency,
    amount_deducted: dispute.amount_deducted,
    reason_code: 'chargeback_authorization',
    phase: dispute.phase,
    status: dispute.status,
    created_at: seconds(dispute.created_at),
  };
}

/** A list as Razorpay sends it. */
export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items };
}
