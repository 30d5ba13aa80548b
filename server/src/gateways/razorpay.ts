import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  type CardPayments,
  type GatewayOrder,
  type GatewayRefund,
  GatewayRefusalError,
  GatewayUnavailableError,
  type TimeWindow,
} from './card-payments.ts';
import {
  RazorpayDispute,
  RazorpayOrder,
  RazorpayOrders,
  RazorpayPayment,
  RazorpayPayments,
  RazorpayRefund,
} from './razorpay-entities.ts';
import { createResilience } from './resilience.ts';

export interface RazorpayOptions {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** The secret before this one: while it is changed, webhooks are signed with either. */
  previousWebhookSecret?: string | undefined;
  /** Where its API is, without `/v1` and without a trailing slash; asked before every call. */
  apiUrl: () => string;
  /** How long one call may take. */
  timeoutMs: number;
  /** How long no call is made after failures in a row; five seconds by default. */
  restMs?: number;
  /** Told what a list holds that is not understood; the rest of the list is used. */
  onStrangeItem?: (list: string) => void;
}

const List = z.object({ items: z.array(z.unknown()) });

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

/** The most that Razorpay lists in one answer. */
const PAGE = 100;

const inSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

function isSigned(secret: string, message: string | Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(message).digest();
  const given = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : undefined;
  return given !== undefined && timingSafeEqual(expected, given);
}

/** Razorpay's REST API. Calls that ask are tried again; a create that may have happened is looked for first. */
export function createRazorpay(options: RazorpayOptions): CardPayments {
  const { keyId, keySecret, apiUrl, timeoutMs, restMs } = options;
  const webhookSecrets = [options.webhookSecret, options.previousWebhookSecret].filter(
    (secret) => secret !== undefined,
  );
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  const { call: attempt, retry } = createResilience({
    service: 'razorpay',
    timeoutMs,
    ...(restMs === undefined ? {} : { restMs }),
    isOutage: (error) => error instanceof GatewayUnavailableError,
    unavailable: () => new GatewayUnavailableError('the payment gateway is resting after failures'),
  });

  async function exchange(
    signal: AbortSignal,
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
        signal,
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

  /** One call through the circuit breaker, its response parsed. A response of another shape counts as an outage. */
  function call<Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<z.output<Schema>> {
    return attempt(async (signal) => {
      const parsed = schema.safeParse(await exchange(signal, method, path, body, headers));
      if (parsed.success) return parsed.data;
      throw new GatewayUnavailableError('the payment gateway answered something else than asked for');
    });
  }

  /** One thing by its id; undefined where Razorpay knows none of that id. */
  async function find<Schema extends z.ZodType>(
    schema: Schema,
    path: `${string}/${string}`,
  ): Promise<z.output<Schema> | undefined> {
    try {
      return await retry(() => call(schema, 'GET', path));
    } catch (error) {
      if (error instanceof GatewayRefusalError && [400, 404].includes(error.status)) return undefined;
      throw error;
    }
  }

  /** A list to its end, newest first, 100 at a time. One strange item does not hide the others. */
  async function* pages<Item>(
    schema: z.ZodType<Item>,
    path: string,
    window?: TimeWindow,
  ): AsyncGenerator<Item[]> {
    for (let skip = 0; ; skip += PAGE) {
      const query = new URLSearchParams({ count: String(PAGE), skip: String(skip) });
      if (window !== undefined) {
        query.set('from', String(inSeconds(window.from)));
        query.set('to', String(inSeconds(window.to)));
      }
      const { items } = await retry(() => call(List, 'GET', `${path}?${query}`));
      const parsed = items.map((item) => schema.safeParse(item));
      if (parsed.some(({ success }) => !success)) options.onStrangeItem?.(path);
      yield parsed.flatMap(({ data }) => (data === undefined ? [] : [data]));
      if (items.length < PAGE) return;
    }
  }

  async function findOrder(receipt: string): Promise<GatewayOrder | undefined> {
    const { items } = await call(RazorpayOrders, 'GET', `orders?receipt=${encodeURIComponent(receipt)}`);
    // The first one, should there be several: every search finds the same.
    return items.filter((order) => order.receipt === receipt).at(-1);
  }

  return {
    keyId,
    // It looks for the order and creates it.
    tryMs: 2 * timeoutMs + 1_000,

    async createOrder({ receipt, amount, currency, notes, triedBefore, beforeRetry }) {
      let mayExist = triedBefore;
      const order = await retry(async (index) => {
        if (index > 0) await beforeRetry?.();
        const found = mayExist ? await findOrder(receipt) : undefined;
        mayExist = true;
        return (
          found ??
          call(RazorpayOrder, 'POST', 'orders', { receipt, amount, currency, notes, payment: CAPTURE })
        );
      });
      if (order.receipt === receipt && order.amount === amount && order.currency === currency) return order;
      throw new GatewayUnavailableError('the payment gateway made another order than asked for');
    },

    async fetchOrderPayments(gatewayOrderId) {
      const path = `orders/${encodeURIComponent(gatewayOrderId)}/payments`;
      return (await retry(() => call(RazorpayPayments, 'GET', path))).items;
    },

    fetchOrder: (id) => find(RazorpayOrder, `orders/${encodeURIComponent(id)}`),
    fetchPayment: (id) => find(RazorpayPayment, `payments/${encodeURIComponent(id)}`),
    fetchRefund: (id) => find(RazorpayRefund, `refunds/${encodeURIComponent(id)}`),
    fetchDispute: (id) => find(RazorpayDispute, `disputes/${encodeURIComponent(id)}`),

    async fetchRefunds(paymentId) {
      const refunds: GatewayRefund[] = [];
      const path = `payments/${encodeURIComponent(paymentId)}/refunds`;
      for await (const page of pages(RazorpayRefund, path)) refunds.push(...page);
      return refunds;
    },

    listPayments: (window) => pages(RazorpayPayment, 'payments', window),
    listRefunds: (window) => pages(RazorpayRefund, 'refunds', window),
    listDisputes: (window) => pages(RazorpayDispute, 'disputes', window),

    refund: (paymentId, { amount, key }) =>
      retry(() =>
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
    isWebhookSigned: (body, signature) =>
      // Every secret is tried, so that the time does not tell which one it was.
      webhookSecrets.map((secret) => isSigned(secret, body, signature)).includes(true),
  };
}
