import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenSummary } from '@oriel/contract';
import { sql } from 'kysely';
import { cleanUpPayments } from '../../src/features/payments/retention.ts';
import { findViolations } from '../../src/ledger/invariants.ts';
import type { Switches } from '../../src/sandbox/razorpay/switches.ts';
import type { TestOverrides } from '../index.ts';
import { makePaymentsDue } from '../payments-due.ts';
import { race } from '../race.ts';
import { type AccountsApp, createAccountsApp } from './accounts-app.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what came back, as tests look at it
  body: any;
  headers: Headers;
}

export interface Paid {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

export interface Member {
  id: string;
  token: string;
  email: string;
}

export interface PaymentsApp extends AccountsApp {
  url: string;
  member(fields?: Record<string, unknown>): Promise<Member>;
  post(
    path: string,
    member: Member | undefined,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  get(path: string, member?: Member): Promise<Answer>;
  /** Opens an order. @returns the gateway's id of it */
  order(member: Member, planId?: string): Promise<string>;
  /** In the sandbox's window. */
  pay(orderId: string, outcome?: 'paid' | 'failed' | 'authorized'): Promise<Paid>;
  verify(member: Member, paid: Paid, more?: Record<string, unknown>): Promise<Answer>;
  /** Reports a payment 63 times at once: the buyer's browser and both webhooks, 21 times each. @param entity as the webhooks carry it */
  raceReports(member: Member, paid: Paid, entity: object): Promise<Answer[]>;
  /** A webhook with the right signature, unless another is given. */
  webhook(
    event: string,
    payload: Record<string, unknown>,
    options?: { id?: string; secret?: string; body?: string },
  ): Promise<Answer>;
  /** The sandbox's REST API. */
  gateway(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
  switches(switches: Partial<Switches>): Promise<void>;
  /** What banks do: `refunds/:id`, `disputes`, `disputes/:id`. @returns the entity */
  bank(path: string, body: object): Promise<Answer['body']>;
  /** A payment as the gateway has it. */
  atGateway(paymentId: string): Promise<Answer['body']>;
  /** A member with a payment that is not credited yet. */
  paidOrder(): Promise<{ member: Member; paid: Paid }>;
  /** A member who has paid for a plan and was credited. */
  buyer(planId?: string): Promise<{ member: Member; paid: Paid }>;
  /** The number of a member's only receipt, once it has one. */
  receiptNumber(member: Member): Promise<string>;
  /** Moves a member's only purchase into the past, as if so long had passed. @param interval such as '2 days' */
  age(paid: Paid, interval: string): Promise<void>;
  balance(member: Member): Promise<number>;
  summary(member: Member): Promise<TokenSummary>;
  /** Has the background tasks find every order, list, return and webhook due now. */
  makeDue(): Promise<void>;
  /** Lists what the gateway has, and waits until that has ended. The next sweep is at least 15 seconds later. */
  sweep(): Promise<void>;
  /** Deletes what is old, as happens every hour. */
  cleanUp(): Promise<void>;
  /** What must hold whatever happened; empty when it does. */
  ledgerViolations(): Promise<string[]>;
}

/** The real application and its sandbox, over HTTP. The sandbox's webhooks are off until a test wants them. */
export async function createPaymentsApp(overrides: TestOverrides = {}): Promise<PaymentsApp> {
  const site = await createAccountsApp({
    poolSize: 20,
    ...overrides,
    // Background tasks look all the time, so that no test waits for a timer.
    config: { ...overrides.config, payments: { tickMs: 200, restMs: 1_000, ...overrides.config?.payments } },
  });
  const url = await site.listen();
  const { keyId, keySecret, webhookSecret } = site.config.payments;
  const basic = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Answer> {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers };
  }
  const bearer = (member: Member | undefined): Record<string, string> =>
    member === undefined ? {} : { authorization: `Bearer ${member.token}` };

  const testApp: PaymentsApp = {
    ...site,
    url,
    async member(fields) {
      const { user, token, email } = await site.join(fields);
      return { id: user.id, token, email };
    },
    post: (path, member, body, headers = {}) =>
      send('POST', path, { ...bearer(member), ...headers }, JSON.stringify(body)),
    get: (path, member) => send('GET', path, bearer(member)),
    async order(member, planId = 'plus') {
      const { status, body } = await testApp.post('/api/tokens/topup/create-order', member, { planId });
      if (status !== 200) throw new Error(`no order: ${JSON.stringify(body)}`);
      return body.orderId;
    },
    async pay(orderId, outcome = 'paid') {
      const answer = await testApp.post('/sandbox/razorpay/v1/checkout', undefined, {
        order_id: orderId,
        outcome,
      });
      if (answer.status !== 200) throw new Error(`not paid: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    verify: (member, paid, more = {}) =>
      testApp.post('/api/tokens/topup/verify', member, {
        planId: 'plus',
        orderId: paid.razorpay_order_id,
        paymentId: paid.razorpay_payment_id,
        signature: paid.razorpay_signature,
        ...more,
      }),
    raceReports: (member, paid, payment) =>
      race(63, (index) =>
        index % 3 === 0
          ? testApp.verify(member, paid)
          : testApp.webhook(index % 3 === 1 ? 'order.paid' : 'payment.captured', {
              payment,
              order: { entity: {} },
            }),
      ),
    webhook(event, payload, { id, secret = webhookSecret, body } = {}) {
      const text = JSON.stringify({ entity: 'event', event, contains: Object.keys(payload), payload });
      return send(
        'POST',
        '/api/payments/webhook',
        {
          'x-razorpay-signature': createHmac('sha256', secret).update(text).digest('hex'),
          'x-razorpay-event-id': id ?? `evt_${randomBytes(8).toString('hex')}`,
        },
        body ?? text,
      );
    },
    gateway: (method, path, body) =>
      send(
        method,
        `/sandbox/razorpay/${path}`,
        { authorization: basic },
        body === undefined ? undefined : JSON.stringify(body),
      ),
    async switches(switches) {
      const answer = await testApp.gateway('POST', 'switches', { webhooks: 'off', ...switches });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    },
    async bank(path, body) {
      const answer = await testApp.gateway('POST', `bank/${path}`, body);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    atGateway: async (paymentId) => (await testApp.gateway('GET', `v1/payments/${paymentId}`)).body,
    async paidOrder() {
      const member = await testApp.member();
      return { member, paid: await testApp.pay(await testApp.order(member)) };
    },
    async buyer(planId) {
      const member = await testApp.member();
      const paid = await testApp.pay(await testApp.order(member, planId));
      const { status } = await testApp.verify(member, paid);
      if (status !== 200) throw new Error(`not credited: ${status}`);
      return { member, paid };
    },
    async receiptNumber(member) {
      for (let tries = 0; tries < 200; tries += 1) {
        const row = await site.db
          .selectFrom('receipts')
          .select('number')
          .where('member_id', '=', member.id)
          .where('number', 'is not', null)
          .executeTakeFirst();
        if (row?.number) return row.number;
        await sleep(50);
      }
      throw new Error('the receipt got no number');
    },
    async age(paid, interval) {
      await sql`
        UPDATE payment_orders SET created_at = created_at - ${interval}::interval,
          paid_at = paid_at - ${interval}::interval, tier_until = tier_until - ${interval}::interval
        WHERE gateway_order_id = ${paid.razorpay_order_id}
      `.execute(site.db);
      await sql`
        UPDATE receipts SET issued_at = issued_at - ${interval}::interval
        WHERE order_id = (SELECT id FROM payment_orders WHERE gateway_order_id = ${paid.razorpay_order_id})
      `.execute(site.db);
      await sql`
        UPDATE members SET tier_until = tier_until - ${interval}::interval, plus_until = plus_until - ${interval}::interval
        WHERE id = (SELECT member_id FROM payment_orders WHERE gateway_order_id = ${paid.razorpay_order_id})
      `.execute(site.db);
      await sql`
        UPDATE razorpay_sandbox.payments SET created_at = created_at - ${interval}::interval
        WHERE order_id = ${paid.razorpay_order_id}
      `.execute(site.db);
    },
    summary: async (member) => (await testApp.get('/api/tokens/summary', member)).body,
    balance: async (member) => (await testApp.summary(member)).wallet.totalBalance,
    makeDue: () => makePaymentsDue(site.db),
    async sweep() {
      const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(site.db);
      await testApp.makeDue();
      // The watch for missing webhooks covers no time.
      const unfinished = sql<{ name: string }>`
        SELECT name FROM payment_sweeps
        WHERE name <> 'webhook-silence' AND coalesce(covered_until, '-infinity') < ${rows[0]?.now}
      `;
      while ((await unfinished.execute(site.db)).rows.length > 0) await sleep(50);
    },
    cleanUp: () => cleanUpPayments({ db: site.db, isStopping: () => false }),
    async ledgerViolations() {
      const violations = await findViolations(site.db);
      return violations.map(({ rule, where, problem }) => `${rule}\n  ${where}: ${problem}`);
    },
  };
  await testApp.switches({});
  return testApp;
}

/** A payment entity as webhooks carry it, for an order of the default plan. */
export function paymentEntity(
  paid: Pick<Paid, 'razorpay_order_id' | 'razorpay_payment_id'>,
  more: object = {},
) {
  return {
    entity: {
      id: paid.razorpay_payment_id,
      entity: 'payment',
      order_id: paid.razorpay_order_id,
      amount: 79900,
      currency: 'INR',
      status: 'captured',
      captured: true,
      amount_refunded: 0,
      ...more,
    },
  };
}

/** A processed refund as webhooks carry it. */
export function refundEntity(paid: Paid, id: string, amount: number) {
  return {
    entity: {
      id,
      entity: 'refund',
      payment_id: paid.razorpay_payment_id,
      amount,
      currency: 'INR',
      status: 'processed',
    },
  };
}
