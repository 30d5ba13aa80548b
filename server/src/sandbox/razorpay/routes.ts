import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { schedule } from '../../periodic-task.ts';
import { moveDispute, openDispute } from './disputes.ts';
import {
  collection,
  disputeEntity,
  FAILURE,
  orderEntity,
  paymentEntity,
  refundEntity,
  SandboxRefusal,
} from './entities.ts';
import { capture, pay, signPayment } from './gateway.ts';
import { endRefund, refund } from './refunds.ts';
import {
  createOrder,
  find,
  listDisputes,
  listOrderPayments,
  listOrders,
  listPayments,
  listRefunds,
  Page,
} from './store.ts';
import { DEFAULT_SWITCHES, Switches } from './switches.ts';
import { deliverDue } from './webhooks.ts';

export const SANDBOX_PATH = '/sandbox/razorpay';

export interface SandboxOptions {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Where this process is reached over HTTP; known once it listens. */
  ownUrl: () => string;
}

const DELIVER_MS = 1_000;
const BROWSER_FILES = {
  'checkout.js': 'text/javascript; charset=utf-8',
  'checkout.css': 'text/css; charset=utf-8',
} as const;

const Id = z.string().regex(/^\w{1,100}$/);
const Params = z.object({ id: Id });
const OrderBody = z.object({
  amount: z.int().min(100).max(2_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
  receipt: z.string().max(40).optional(),
  notes: z.record(z.string().max(256), z.string().max(512)).default({}),
});
const RefundBody = z.object({ amount: z.int().positive().optional() }).optional();
const EndRefundBody = z.object({ status: z.enum(['processed', 'failed']) });
const DisputeBody = z.object({
  payment_id: Id,
  amount: z.int().positive().optional(),
  phase: z.enum(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']).default('chargeback'),
});
const MoveDisputeBody = z.object({
  status: z.enum(['under_review', 'won', 'lost', 'closed']),
  amount_deducted: z.int().min(0).optional(),
});
const CheckoutBody = z.object({ order_id: Id, outcome: z.enum(['paid', 'failed', 'authorized']) });

/** The responses that replace the right one. */
const WRONG_ANSWERS = {
  error: [
    500,
    'application/json',
    '{"error":{"code":"SERVER_ERROR","description":"We are facing some trouble"}}',
  ],
  busy: [429, 'application/json', '{"error":{"code":"BAD_REQUEST_ERROR","description":"Request failed"}}'],
  html: [200, 'text/html', '<html><body>Welcome</body></html>'],
} as const;

/**
 * A payment gateway for the demo: Razorpay's REST API, its payment window and its webhooks, over HTTP as the real one's.
 * It takes no money and must never be reachable in production.
 */
export async function razorpaySandbox(app: FastifyInstance, options: SandboxOptions): Promise<void> {
  const { db } = app.dependencies;
  const expected = Buffer.from(
    `Basic ${Buffer.from(`${options.keyId}:${options.keySecret}`).toString('base64')}`,
  );
  const target = { url: () => `${options.ownUrl()}/api/payments/webhook`, secret: options.webhookSecret };
  let switches = DEFAULT_SWITCHES;
  let delivering: Promise<void> = Promise.resolve();

  /** Sends what has just been written down; the chore below sends the rest. */
  function deliver(): void {
    if (!app.server.listening) return;
    delivering = delivering.then(() => deliverDue(db, target)).catch(() => undefined);
  }
  schedule(app, {
    purpose: "deliver the sandbox's webhooks",
    everyMs: DELIVER_MS,
    // Too often to be claimed each time, and a sandbox needs no more than that each webhook arrives.
    isPerProcess: true,
    run: async () => {
      if (app.server.listening) await deliverDue(db, target);
    },
  });
  app.addHook('onClose', () => delivering);

  const refuse = (reply: FastifyReply, status: number, description: string) =>
    reply.code(status).send({ error: { code: 'BAD_REQUEST_ERROR', description, source: 'business' } });

  function isKnown(request: FastifyRequest): boolean {
    const given = Buffer.from(request.headers.authorization ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof SandboxRefusal || error instanceof z.ZodError) {
      return refuse(reply, 400, error instanceof z.ZodError ? 'The input is not valid' : error.message);
    }
    const status =
      (error as { statusCode?: number; status?: number }).statusCode ?? (error as { status?: number }).status;
    if (status === undefined || status >= 500) request.log.warn({ err: error }, 'the payment sandbox failed');
    return refuse(reply, status ?? 500, 'The request could not be served');
  });

  /** A route of the REST API: with Basic authentication, and misbehaving as switched. */
  function api(
    method: 'GET' | 'POST',
    path: string,
    work: (request: FastifyRequest) => Promise<unknown>,
  ): void {
    app.route({
      method,
      url: `${SANDBOX_PATH}/v1/${path}`,
      schema: { hide: true },
      handler: async (request, reply) => {
        if (!isKnown(request)) return refuse(reply, 401, 'The api key provided is invalid');
        const { delayMs, answer, times } = switches;
        const misbehaves = answer !== 'right' && times !== 0;
        if (misbehaves && times !== null) switches = { ...switches, times: times - 1 };
        if (delayMs > 0) await sleep(delayMs);
        if (misbehaves && answer === 'nothing') return reply.hijack();
        if (misbehaves && answer !== 'lost') {
          const [status, type, text] = WRONG_ANSWERS[answer as keyof typeof WRONG_ANSWERS];
          return reply.code(status).type(type).send(text);
        }
        const result = await work(request);
        if (misbehaves) {
          request.raw.socket.destroy();
          return reply.hijack();
        }
        return result;
      },
    });
  }

  api('POST', 'orders', async ({ body }) => {
    const { amount, currency, receipt, notes } = OrderBody.parse(body);
    return orderEntity(await createOrder(db, { amount, currency, receipt, notes }));
  });
  api('GET', 'orders', async ({ query }) => {
    const { receipt } = z.object({ receipt: z.string().max(40).optional() }).parse(query);
    return collection((await listOrders(db, receipt)).map(orderEntity));
  });
  api('GET', 'orders/:id', async ({ params }) =>
    orderEntity(await find(db, 'orders', Params.parse(params).id)),
  );
  api('GET', 'orders/:id/payments', async ({ params }) => {
    const { id } = await find(db, 'orders', Params.parse(params).id);
    return collection((await listOrderPayments(db, id)).map(paymentEntity));
  });
  api('GET', 'payments/:id', async ({ params }) =>
    paymentEntity(await find(db, 'payments', Params.parse(params).id)),
  );
  api('POST', 'payments/:id/capture', async ({ params }) => {
    const payment = await capture(db, switches, Params.parse(params).id);
    deliver();
    return paymentEntity(payment);
  });
  api('POST', 'payments/:id/refund', async ({ params, body, headers }) => {
    const key = headers['x-refund-idempotency'];
    const refunded = await refund(db, switches, {
      paymentId: Params.parse(params).id,
      amount: RefundBody.parse(body)?.amount,
      key: typeof key === 'string' ? key : undefined,
    });
    deliver();
    return refundEntity(refunded);
  });
  api('GET', 'payments/:id/refunds', async ({ params, query }) =>
    collection((await listRefunds(db, Page.parse(query), Params.parse(params).id)).map(refundEntity)),
  );
  api('GET', 'refunds/:id', async ({ params }) =>
    refundEntity(await find(db, 'refunds', Params.parse(params).id)),
  );
  api('GET', 'disputes/:id', async ({ params }) =>
    disputeEntity(await find(db, 'disputes', Params.parse(params).id)),
  );
  api('GET', 'payments', async ({ query }) =>
    collection((await listPayments(db, Page.parse(query))).map(paymentEntity)),
  );
  api('GET', 'refunds', async ({ query }) =>
    collection((await listRefunds(db, Page.parse(query))).map(refundEntity)),
  );
  api('GET', 'disputes', async ({ query }) =>
    collection((await listDisputes(db, Page.parse(query))).map(disputeEntity)),
  );

  /** What no shop can do: setting the sandbox's switches, and what banks do with refunds and disputes. */
  function control(path: string, work: (request: FastifyRequest) => Promise<unknown>): void {
    app.route({
      method: 'POST',
      url: `${SANDBOX_PATH}/${path}`,
      schema: { hide: true },
      handler: async (request, reply) => {
        if (!isKnown(request)) return refuse(reply, 401, 'The api key provided is invalid');
        const result = await work(request);
        deliver();
        return result;
      },
    });
  }

  control('switches', async ({ body }) => {
    switches = Switches.parse(body ?? {});
    return switches;
  });
  control('bank/refunds/:id', async ({ params, body }) => {
    const { status } = EndRefundBody.parse(body);
    return refundEntity(await endRefund(db, switches, { id: Params.parse(params).id, status }));
  });
  control('bank/disputes', async ({ body }) => {
    const { payment_id: paymentId, amount, phase } = DisputeBody.parse(body);
    return disputeEntity(await openDispute(db, switches, { paymentId, amount, phase }));
  });
  control('bank/disputes/:id', async ({ params, body }) => {
    const { status, amount_deducted: amountDeducted } = MoveDisputeBody.parse(body);
    const { id } = Params.parse(params);
    return disputeEntity(await moveDispute(db, switches, { id, status, amountDeducted }));
  });

  app.route({
    method: 'GET',
    url: `${SANDBOX_PATH}/v1/checkout/:id`,
    schema: { hide: true },
    handler: async ({ params }, reply) => {
      const order = await find(db, 'orders', Params.parse(params).id);
      reply.header('cache-control', 'no-store');
      return { amount: order.amount, currency: order.currency, status: order.status };
    },
  });

  app.route({
    method: 'POST',
    url: `${SANDBOX_PATH}/v1/checkout`,
    schema: { hide: true },
    handler: async ({ body }, reply) => {
      const { order_id: orderId, outcome } = CheckoutBody.parse(body);
      const payment = await pay(db, switches, { orderId, outcome });
      deliver();
      reply.header('cache-control', 'no-store');
      return {
        razorpay_payment_id: payment.id,
        razorpay_order_id: orderId,
        razorpay_signature: signPayment(options.keySecret, orderId, payment.id),
        ...(outcome === 'failed'
          ? { error: { ...FAILURE, metadata: { order_id: orderId, payment_id: payment.id } } }
          : {}),
      };
    },
  });

  for (const [name, type] of Object.entries(BROWSER_FILES)) {
    const file = readFileSync(new URL(`./browser/${name}`, import.meta.url));
    app.route({
      method: ['GET', 'HEAD'],
      url: `${SANDBOX_PATH}/${name}`,
      schema: { hide: true },
      handler: async (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(file),
    });
  }
}
