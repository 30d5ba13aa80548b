import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createPaymentsApp,
  type Member,
  type PaymentsApp,
  paymentEntity,
} from '../../../../testing/apps/payments-app.ts';
import { race, raceTimeoutMs, repeatRace } from '../../../../testing/index.ts';

let testApp: PaymentsApp;
let anna: Member;
beforeAll(async () => {
  testApp = await createPaymentsApp();
  anna = await testApp.member();
});
afterEach(async () => {
  await testApp.switches({});
  expect(await testApp.ledgerViolations()).toEqual([]);
});
afterAll(() => testApp.close());

describe('buying tokens', () => {
  it('offers the plans with prices in rupees', async () => {
    const { status, body } = await testApp.get('/api/tokens/plans');
    expect(status).toBe(200);
    expect(body).toHaveLength(4);
    expect(body[1]).toMatchObject({
      plan_id: 'plus',
      name: 'Plus',
      tokens: 500,
      currency: 'INR',
      price: 799,
      validity_days: 30,
      tier: 'Plus',
    });
  });

  it('credits tokens, gives the tier, writes a receipt and mails it', async () => {
    const member = await testApp.member();
    const opened = await testApp.post('/api/tokens/topup/create-order', member, { planId: 'plus' });
    expect(opened.body).toEqual({
      orderId: expect.stringMatching(/^order_\w{14}$/),
      amount: 79900,
      currency: 'INR',
      key: 'rzp_test_oriel',
      checkoutScript: '/sandbox/razorpay/checkout.js',
    });
    const paid = await testApp.pay(opened.body.orderId);
    const answer = await testApp.verify(member, paid);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        plan: { name: 'Plus', price: 799, currency: 'INR' },
        tokensAdded: 500,
        orderId: paid.razorpay_order_id,
        paymentId: paid.razorpay_payment_id,
      },
    });
    const summary = await testApp.summary(member);
    expect(summary).toMatchObject({
      wallet: { totalBalance: 500, topupBalance: 500 },
      subscriptionType: 'Plus',
    });
    const days = (Date.parse(summary.subscriptionUntil ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
    await testApp.receiptNumber(member);
    expect(testApp.mails('receipt')).toHaveLength(1);

    const history = (await testApp.get('/api/tokens/history', member)).body.transactions;
    expect(history).toEqual([
      expect.objectContaining({
        type: 'topup',
        amount: 500,
        status: 'success',
        title: 'Plus',
        price: 799,
        currency: 'INR',
        receipt: expect.stringMatching(/^\/api\/tokens\/receipts\/R-\d{4}-\d\d-\d{6}$/),
      }),
    ]);
  });

  it('shows open and failed orders in the history, which settle nothing', async () => {
    const member = await testApp.member();
    await testApp.order(member, 'starter');
    const failed = await testApp.order(member, 'pro');
    await testApp.post('/api/tokens/topup/report-failure', member, {
      orderId: failed,
      reason: 'Payment was cancelled.',
    });
    const history = (await testApp.get('/api/tokens/history', member)).body.transactions;
    expect(history.map((row: { title: string; status: string }) => [row.title, row.status])).toEqual([
      ['Pro', 'failed'],
      ['Starter', 'pending'],
    ]);
    expect(await testApp.balance(member)).toBe(0);
    const first = await testApp.get('/api/tokens/history?limit=1', member);
    expect(first.body.transactions).toHaveLength(1);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await testApp.get(next, member);
    expect(second.body.transactions.map((row: { title: string }) => row.title)).toEqual(['Starter']);
  });

  it('refuses an unknown plan and guests', async () => {
    const unknown = await testApp.post('/api/tokens/topup/create-order', anna, { planId: 'gold' });
    expect(unknown).toMatchObject({
      status: 404,
      body: { code: 'unknown_plan', detail: 'Could not create payment order.' },
    });
    expect((await testApp.post('/api/tokens/topup/create-order', undefined, { planId: 'plus' })).status).toBe(
      401,
    );
  });

  it('W8 credits no member when another one verifies', async () => {
    const [buyer, thief] = [await testApp.member(), await testApp.member()];
    const paid = await testApp.pay(await testApp.order(buyer));
    expect(await testApp.verify(thief, paid)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
    expect(await testApp.balance(thief)).toBe(0);
    expect((await testApp.verify(buyer, paid)).status).toBe(200);
    expect([await testApp.balance(buyer), await testApp.balance(thief)]).toEqual([500, 0]);
  });

  it("W9 W10 W20 W23 keeps to the order's plan and price, whatever is sent or changed meanwhile", async () => {
    const member = await testApp.member();
    const opened = await testApp.post('/api/tokens/topup/create-order', member, {
      planId: 'starter',
      amount: 1,
      tokens: 1_000_000,
      currency: 'USD',
      userId: anna.id,
    });
    expect(opened.body).toMatchObject({ amount: 19900, currency: 'INR' });
    const paid = await testApp.pay(opened.body.orderId);
    await testApp.db
      .updateTable('plans')
      .set({ amount: 1, tokens: 9_999 })
      .where('id', '=', 'starter')
      .execute();
    const answer = await testApp.verify(member, paid, { planId: 'studio', tokensAdded: 5_000 });
    await testApp.db
      .updateTable('plans')
      .set({ amount: 19900, tokens: 100 })
      .where('id', '=', 'starter')
      .execute();
    expect(answer.body).toMatchObject({ tokensAdded: 100, plan: { name: 'Starter', price: 199 } });
    expect(await testApp.balance(member)).toBe(100);
    expect((await testApp.summary(member)).subscriptionType).toBe('Free');
  });

  it('W18 refuses signatures that are none, and wrong ones', async () => {
    const member = await testApp.member();
    // Authorised only: what is captured is credited by the gateway's list, without any verification.
    const paid = await testApp.pay(await testApp.order(member), 'authorized');
    const { razorpay_signature: right } = paid;
    for (const signature of [
      null,
      [right],
      {},
      5,
      '',
      right.slice(2),
      `${right}00`,
      right.toUpperCase(),
      'z'.repeat(64),
      undefined,
    ]) {
      expect((await testApp.verify(member, paid, { signature })).status, String(signature)).toBe(400);
    }
    const other = await testApp.pay(await testApp.order(member), 'authorized');
    for (const more of [
      { signature: other.razorpay_signature },
      { paymentId: other.razorpay_payment_id },
      { signature: '0'.repeat(64) },
    ]) {
      expect(await testApp.verify(member, paid, more)).toMatchObject({
        status: 400,
        body: { code: 'wrong_signature', detail: 'Payment verification failed.' },
      });
    }
    expect(await testApp.balance(member)).toBe(0);
  });

  it('W12 holds tokens back until the payment is captured', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member), 'authorized');
    expect((await testApp.verify(member, paid)).body).toMatchObject({ status: 'pending', tokensAdded: 0 });
    expect(await testApp.balance(member)).toBe(0);
    await testApp.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/capture`, {});
    expect((await testApp.verify(member, paid)).body).toMatchObject({ status: 'success', tokensAdded: 500 });
    expect(await testApp.balance(member)).toBe(500);
  });

  it('credits nothing for a failed payment, and the next try on the same order', async () => {
    const member = await testApp.member();
    const order = await testApp.order(member);
    const failed = await testApp.pay(order, 'failed');
    expect(await testApp.verify(member, failed)).toMatchObject({
      status: 402,
      body: { detail: 'Payment failed.' },
    });
    expect(await testApp.balance(member)).toBe(0);
    expect((await testApp.verify(member, await testApp.pay(order))).status).toBe(200);
    expect(await testApp.balance(member)).toBe(500);
  });

  it('W19 changes nothing by a report on a paid order or on that of another', async () => {
    const [buyer, other] = [await testApp.member(), await testApp.member()];
    const open = await testApp.order(buyer);
    const report = (member: Member, orderId: string) =>
      testApp.post('/api/tokens/topup/report-failure', member, { orderId, paymentId: null, reason: 'no' });
    expect((await report(other, open)).status).toBe(200);
    const statusOf = async (id: string) =>
      (
        await testApp.db
          .selectFrom('payment_orders')
          .select('status')
          .where('gateway_order_id', '=', id)
          .executeTakeFirstOrThrow()
      ).status;
    expect(await statusOf(open)).toBe('created');
    expect((await testApp.verify(buyer, await testApp.pay(open))).status).toBe(200);
    await report(buyer, open);
    expect(await statusOf(open)).toBe('paid');
  });

  it('W14 credits what is captured after a failure was reported, or the order given up', async () => {
    const member = await testApp.member();
    const reported = await testApp.order(member);
    await testApp.post('/api/tokens/topup/report-failure', member, { orderId: reported });
    const paid = await testApp.pay(reported);
    const event = { payment: paymentEntity(paid) };
    expect((await testApp.webhook('payment.captured', event)).status).toBe(200);
    expect((await testApp.verify(member, paid)).status).toBe(200);
    expect(await testApp.balance(member)).toBe(500);
  });

  it('a smaller plan leaves the tier in force', async () => {
    const member = await testApp.member();
    await testApp.verify(member, await testApp.pay(await testApp.order(member, 'pro')));
    const before = await testApp.summary(member);
    await testApp.verify(member, await testApp.pay(await testApp.order(member, 'plus')));
    expect(await testApp.summary(member)).toMatchObject({
      subscriptionType: 'Pro',
      subscriptionUntil: before.subscriptionUntil,
    });
  });
});

describe('races', { timeout: raceTimeoutMs(20_000) }, () => {
  it('W3 answers 64 parallel verifications alike and credits once', async () => {
    await repeatRace(async () => {
      const member = await testApp.member();
      const paid = await testApp.pay(await testApp.order(member));
      const answers = await race(64, () => testApp.verify(member, paid));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      expect(await testApp.balance(member)).toBe(500);
    });
  });

  it('W4 credits once while the browser and both webhooks come together', async () => {
    await repeatRace(async () => {
      const member = await testApp.member();
      const paid = await testApp.pay(await testApp.order(member));
      const answers = await testApp.raceReports(member, paid, paymentEntity(paid));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await testApp.balance(member)).toBe(500);
    });
  });

  it('hands out one order when several are opened at once', async () => {
    await repeatRace(async () => {
      const member = await testApp.member();
      const orders = await race(16, () => testApp.order(member, 'starter'));
      expect(new Set(orders).size).toBe(1);
      const paid = await testApp.pay(orders[0] ?? '');
      await testApp.verify(member, paid);
      expect(await testApp.balance(member)).toBe(100);
      expect(await testApp.order(member, 'starter')).not.toBe(orders[0]);
    });
  });
});
