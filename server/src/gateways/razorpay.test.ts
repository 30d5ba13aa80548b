import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CardPayments, GatewayUnavailableError } from './card-payments.ts';
import { createRazorpay } from './razorpay.ts';

type Body = Record<string, unknown>;

/** What the gateway answers to the body of a request; null for one that only asks. */
let answer: (asked: Body | null) => unknown;
let asked: Body[] = [];
const server = createServer(async (request, response) => {
  const body = request.method === 'POST' ? ((await json(request)) as Body) : null;
  if (body !== null) asked.push(body);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(body)));
});
let gateway: CardPayments;

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  asked = [];
  const { port } = server.address() as AddressInfo;
  gateway = createRazorpay({
    keyId: 'key',
    keySecret: 'secret',
    webhookSecret: 'another secret',
    apiUrl: () => `http://127.0.0.1:${port}`,
    timeoutMs: 1_000,
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ORDER = { receipt: 'or_1', amount: 19900, currency: 'INR', notes: { plan: 'starter' } };
const create = () => gateway.createOrder({ ...ORDER, triedBefore: false });

it('orders are captured by themselves, whatever the account is set to', async () => {
  answer = (body) => ({ id: 'order_1', ...body });
  expect(await create()).toMatchObject({ id: 'order_1', amount: 19900, currency: 'INR' });
  expect(asked).toEqual([
    {
      ...ORDER,
      payment: { capture: 'automatic', capture_options: expect.objectContaining({ refund_speed: 'normal' }) },
    },
  ]);
});

it.each([
  ['for another receipt', { receipt: 'or_2' }],
  ['for no receipt', { receipt: null }],
  ['at another price', { amount: 1 }],
  ['in another currency', { currency: 'USD' }],
  ['with an endless id', { id: 'o'.repeat(5_000) }],
  ['with an amount in words', { amount: '19900' }],
])('D3 an order %s is none', async (_, change) => {
  answer = (body) => (body === null ? { items: [] } : { id: 'order_1', ...body, ...change });
  await expect(create()).rejects.toThrow(GatewayUnavailableError);
});

it('webhooks signed with the secret before this one are taken while it is changed', () => {
  const options = { keyId: 'key', keySecret: 'secret', apiUrl: () => '', timeoutMs: 1_000 };
  const body = Buffer.from('{"event":"payment.captured"}');
  const signed = (secret: string) => createHmac('sha256', secret).update(body).digest('hex');
  const changing = createRazorpay({ ...options, webhookSecret: 'new', previousWebhookSecret: 'old' });
  expect(['new', 'old', 'other'].map((secret) => changing.isWebhookSigned(body, signed(secret)))).toEqual([
    true,
    true,
    false,
  ]);
  const changed = createRazorpay({ ...options, webhookSecret: 'new' });
  expect(changed.isWebhookSigned(body, signed('old'))).toBe(false);
});
