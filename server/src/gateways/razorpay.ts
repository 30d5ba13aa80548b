import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  type CardPayments,
  type GatewayPayment,
  type GatewayRefund,
  GatewayRefusalError,
  GatewayUnavailableError,
} from './card-payments.ts';
import { createBreaker } from './circuit-breaker.ts';

export interface RazorpayOptions {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Where its API is, without `/v1` and without a trailing slash; asked before every call. */
  apiUrl: () => string;
  /** How long one call may take. */
  timeoutMs: number;
}

const Order = z.object({
  id: z.string().min(1).max(100),
  amount: z.int(),
  currency: z.string(),
  receipt: z.string().nullish(),
});
const Orders = z.object({ items: z.array(Order) });

/** A payment as Razorpay sends it, in answers and in webhooks. */
export const RazorpayPayment = z
  .object({
    id: z.string().min(1).max(100),
    order_id: z.string().nullish(),
    amount: z.int(),
    currency: z.string().max(10),
    status: z.enum(['created', 'failed', 'authorized', 'captured', 'refunded']),
    amount_refunded: z.int().nullish(),
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
      failure: payment.error_description ?? undefined,
    }),
  );
const Payments = z.object({ items: z.array(RazorpayPayment) });

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
const Refunds = z.object({ items: z.array(RazorpayRefund) });

const Refusal = z.object({ error: z.object({ description: z.string() }) });

/** Whatever the account's own settings are: a payment is captured, however late the bank lets it through, or refunded. */
const LATEST_CAPTURE_MINUTES = 5 * 24 * 60;
const CAPTURE = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: LATEST_CAPTURE_MINUTES,
    manual_expiry_period: LATEST_CAPTURE_MINUTES,
    refund_speed: 'normal',
  },
};

const BREAKS_AFTER = 5;
const REST_MS = 5_000;
const TRIES = 3;
const PAUSE_MS = 150;

function isSigned(secret: string, message: string | Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(message).digest();
  const given = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : undefined;
  return given !== undefined && timingSafeEqual(expected, given);
}

/** Razorpay's REST API. Calls that ask are tried again; a create that may have happened is looked for first. */
export function createRazorpay(options: RazorpayOptions): CardPayments {
  const { keyId, keySecret, webhookSecret, apiUrl, timeoutMs } = options;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const breaker = createBreaker({
    failures: BREAKS_AFTER,
    restMs: REST_MS,
    counts: (error) => error instanceof GatewayUnavailableError,
    refusal: () => new GatewayUnavailableError('the payment gateway is resting after failures'),
  });

  async function exchange(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${apiUrl()}/v1/${path}`, {
        method,
        headers: {
          authorization,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await answer.text();
    } catch (error) {
      throw new GatewayUnavailableError('the payment gateway did not answer', { cause: error });
    }
    if (answer.status >= 500 || answer.status === 429) {
      throw new GatewayUnavailableError(`the payment gateway answered ${answer.status}`);
    }
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw new GatewayUnavailableError(`the payment gateway answered ${answer.status} without JSON`);
    }
    if (!answer.ok) {
      throw new GatewayRefusalError(
        answer.status,
        Refusal.safeParse(json).data?.error.description.slice(0, 200) ?? '',
      );
    }
    return json;
  }

  /** One call through the breaker, its answer parsed. What it does not know is nonsense. */
  function call<Schema extends z.ZodType>(
    schema: Schema,
    ...request: Parameters<typeof exchange>
  ): Promise<z.output<Schema>> {
    return breaker(async () => {
      const parsed = schema.safeParse(await exchange(...request));
      if (parsed.success) return parsed.data;
      throw new GatewayUnavailableError('the payment gateway answered something else than asked for');
    });
  }

  /** Repeats what may be repeated. */
  async function persistently<T>(work: () => Promise<T>, beforeRetry?: () => Promise<void>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof GatewayUnavailableError) || attempt === TRIES) throw error;
        await sleep(PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2));
        await beforeRetry?.();
      }
    }
  }

  async function findOrder(receipt: string): Promise<z.output<typeof Order> | undefined> {
    const { items } = await call(Orders, 'GET', `orders?receipt=${encodeURIComponent(receipt)}`);
    // The first one, should there be several: the same for everybody who looks.
    return items.filter((order) => order.receipt === receipt).at(-1);
  }

  return {
    keyId,
    // It looks for the order and creates it.
    tryMs: 2 * timeoutMs + 1_000,

    async createOrder({ receipt, amount, currency, triedBefore, beforeRetry }) {
      let mayExist = triedBefore;
      const order = await persistently(async () => {
        const found = mayExist ? await findOrder(receipt) : undefined;
        mayExist = true;
        return found ?? call(Order, 'POST', 'orders', { receipt, amount, currency, payment: CAPTURE });
      }, beforeRetry);
      if (order.receipt === receipt && order.amount === amount && order.currency === currency) return order;
      throw new GatewayUnavailableError('the payment gateway made another order than asked for');
    },

    async fetchOrderPayments(gatewayOrderId) {
      const path = `orders/${encodeURIComponent(gatewayOrderId)}/payments`;
      return (await persistently(() => call(Payments, 'GET', path))).items;
    },

    async fetchPayment(paymentId) {
      try {
        return await persistently(() =>
          call(RazorpayPayment, 'GET', `payments/${encodeURIComponent(paymentId)}`),
        );
      } catch (error) {
        if (error instanceof GatewayRefusalError && [400, 404].includes(error.status)) return undefined;
        throw error;
      }
    },

    async fetchRefunds(paymentId) {
      const path = `payments/${encodeURIComponent(paymentId)}/refunds`;
      return (await persistently(() => call(Refunds, 'GET', path))).items;
    },

    refund: (paymentId, { amount, key }) =>
      persistently(() =>
        call(
          RazorpayRefund,
          'POST',
          `payments/${encodeURIComponent(paymentId)}/refund`,
          { amount },
          { 'x-refund-idempotency': key },
        ),
      ),

    isPaymentSigned: (gatewayOrderId, paymentId, signature) =>
      isSigned(keySecret, `${gatewayOrderId}|${paymentId}`, signature),
    isWebhookSigned: (body, signature) => isSigned(webhookSecret, body, signature),
  };
}
