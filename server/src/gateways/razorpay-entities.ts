import { z } from 'zod';
import type { GatewayDispute, GatewayOrder, GatewayPayment, GatewayRefund } from './card-payments.ts';

/** Razorpay sends an empty list where there are no notes. */
const Notes = z.record(z.string(), z.coerce.string()).catch({});

export const RazorpayOrder = z
  .object({
    id: z.string().min(1).max(100),
    amount: z.int(),
    currency: z.string(),
    receipt: z.string().nullish(),
    notes: Notes.default({}),
  })
  .transform((order): GatewayOrder => ({ ...order, receipt: order.receipt ?? null }));
export const RazorpayOrders = z.object({ items: z.array(RazorpayOrder) });

/** A payment as Razorpay sends it, in answers and in webhooks. */
export const RazorpayPayment = z
  .object({
    id: z.string().min(1).max(100),
    order_id: z.string().nullish(),
    amount: z.int(),
    currency: z.string().max(10),
    status: z.enum(['created', 'failed', 'authorized', 'captured', 'refunded']),
    amount_refunded: z.int().nullish(),
    method: z
      .string()
      .regex(/^[a-z_]{1,40}$/)
      .nullish()
      .catch(null),
    error_description: z.string().nullish(),
  })
  .transform(
    (payment): GatewayPayment => ({
      id: payment.id,
      orderId: payment.order_id ?? null,
      amount: payment.amount,
      currency: payment.currency,
      status: payment.status,
      amountRefunded: payment.amount_refunded ?? 0,
      method: payment.method ?? null,
      failure: payment.error_description ?? undefined,
    }),
  );
export const RazorpayPayments = z.object({ items: z.array(RazorpayPayment) });

/** A refund as Razorpay sends it, in answers and in webhooks. */
export const RazorpayRefund = z
  .object({
    id: z.string().min(1).max(100),
    payment_id: z.string().min(1).max(100),
    amount: z.int().positive(),
    currency: z.string().max(10).default('INR'),
    status: z.enum(['pending', 'processed', 'failed']).default('processed'),
  })
  .transform(({ payment_id, ...refund }): GatewayRefund => ({ ...refund, paymentId: payment_id }));

/** A dispute as Razorpay sends it, in answers and in webhooks. */
export const RazorpayDispute = z
  .object({
    id: z.string().min(1).max(100),
    payment_id: z.string().min(1).max(100),
    amount: z.int().positive(),
    currency: z.string().max(10).default('INR'),
    amount_deducted: z.int().nonnegative().nullish(),
    phase: z.string().min(1).max(50).default('chargeback'),
    // Any other state is none of an end.
    status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']).catch('open'),
  })
  .transform(
    ({ payment_id, amount_deducted, ...dispute }): GatewayDispute => ({
      ...dispute,
      paymentId: payment_id,
      amountDeducted: amount_deducted ?? undefined,
    }),
  );
