import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { type Member, type Paid, paymentEntity } from '../../../../testing/apps/payments-app.ts';
import { usePaymentsApp } from '../../../../testing/use-app.ts';
import { reportPayments } from '../report-store.ts';

const testApp = usePaymentsApp();

const WAIT = { timeout: 20_000, interval: 50 };
const holds = (member: Member, tokens: number) =>
  vi.waitUntil(async () => (await testApp.balance(member)) === tokens, WAIT);
const orderOf = (paid: Pick<Paid, 'razorpay_order_id'>) =>
  testApp.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('gateway_order_id', '=', paid.razorpay_order_id)
    .executeTakeFirstOrThrow();

/** Orders that nobody pays, all due now: with us and at the gateway. */
async function openOrders(count: number): Promise<void> {
  const { id } = await testApp.member();
  await sql`
    WITH made AS (SELECT 'or_' || lpad(n::text, 22, '0') AS id, 'order_' || lpad(n::text, 14, '0') AS gateway_id
      FROM generate_series(1, ${count}) AS n),
    theirs AS (INSERT INTO razorpay_sandbox.orders (id, amount, currency, receipt)
      SELECT gateway_id, 79900, 'INR', id FROM made)
    INSERT INTO payment_orders (id, member_id, plan_id, plan_name, tokens, validity_days, amount, currency,
      gateway_order_id, created_at, next_check_at)
    SELECT id, ${id}, 'plus', 'Plus', 500, 30, 79900, 'INR', gateway_id, now() - interval '2 hours', now() - interval '1 hour'
    FROM made
  `.execute(testApp.db);
}

describe('a slow gateway under many open orders', { timeout: 90_000 }, () => {
  // Whole batches, so that the next order is the last, whatever order a batch is read in.
  const OPEN = 80;
  const DELAY_MS = 400;
  /** How long asking for these orders one after the other would wait for the gateway alone. */
  const WITHIN_MS = OPEN * DELAY_MS;

  it('delays neither a paid order nor the return of a second payment', async () => {
    // The first comparison of a month would tell too.
    await testApp.sweep();
    const [bought, late] = [await testApp.buyer(), await testApp.member()];
    // Authorised hours ago and captured only now, without a webhook: only asking for this very order tells.
    const captured = await testApp.pay(await testApp.order(late), 'authorized');
    await testApp.webhook('payment.authorized', {
      payment: paymentEntity(captured, { status: 'authorized' }),
    });
    await testApp.age(captured, '2 hours');
    await testApp.switches({ delayMs: DELAY_MS });
    const began = performance.now();
    await openOrders(OPEN);
    await sql`UPDATE payment_orders SET next_check_at = now() WHERE gateway_order_id = ${captured.razorpay_order_id}`.execute(
      testApp.db,
    );
    await testApp.gateway('POST', `v1/payments/${captured.razorpay_payment_id}/capture`, {});
    const fresh = await testApp.member();
    await testApp.pay(await testApp.order(fresh, 'starter'));
    const second = await testApp.pay(bought.paid.razorpay_order_id);
    await testApp.verify(bought.member, second);
    await Promise.all([
      vi.waitUntil(async () => (await testApp.balance(late)) === 500, { timeout: WITHIN_MS, interval: 200 }),
      vi.waitUntil(async () => (await testApp.balance(fresh)) === 100, { timeout: WITHIN_MS, interval: 200 }),
      vi.waitUntil(
        async () => (await testApp.atGateway(second.razorpay_payment_id)).amount_refunded === 79900,
        {
          timeout: WITHIN_MS,
          interval: 200,
        },
      ),
    ]);
    expect(performance.now() - began).toBeLessThan(WITHIN_MS);
    await testApp.switches({});
    await sql`UPDATE payment_orders SET next_check_at = NULL WHERE id LIKE 'or_00%'`.execute(testApp.db);
  });

  it('asks three times more for an order of an hour without a payment attempt', async () => {
    const member = await testApp.member();
    const order = { razorpay_order_id: await testApp.order(member, 'studio') };
    const asked: number[] = [];
    for (const age of ['61 minutes', '6 hours', '24 hours', '6 days']) {
      await sql`
        UPDATE payment_orders SET created_at = now() - ${age}::interval, next_check_at = now()
        WHERE gateway_order_id = ${order.razorpay_order_id}
      `.execute(testApp.db);
      const next = await vi.waitUntil(async () => {
        const { next_check_at, created_at } = await orderOf(order);
        if (next_check_at === null) return [null];
        return next_check_at.getTime() > Date.now() + 1_000
          ? [next_check_at.getTime() - created_at.getTime()]
          : undefined;
      }, WAIT);
      asked.push(Math.round((next[0] ?? 0) / 3_600_000));
    }
    expect(asked).toEqual([6, 24, 144, 0]);
  });
});

describe('the daily comparison', { timeout: 60_000 }, () => {
  it('credits what is captured days later, when its order is no longer checked', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member), 'failed');
    await testApp.age(paid, '8 days');
    await sql`UPDATE payment_orders SET next_check_at = NULL WHERE gateway_order_id = ${paid.razorpay_order_id}`.execute(
      testApp.db,
    );
    await testApp.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/capture`, {});
    await testApp.makeDue();
    await holds(member, 500);
    expect((await orderOf(paid)).settled_by).toBe('reconciler');
  });

  it('is made again soon where the gateway had no answer, and a day later where it was complete', async () => {
    const isDueIn = async (interval: string) => {
      const { rows } = await sql`
        SELECT FROM payment_sweeps WHERE name = 'month'
          AND next_at BETWEEN now() + ${interval}::interval - interval '2 minutes' AND now() + ${interval}::interval
      `.execute(testApp.db);
      return rows.length > 0;
    };
    await testApp.switches({ answer: 'error' });
    await testApp.makeDue();
    await vi.waitUntil(() => isDueIn('10 minutes'), WAIT);
    await testApp.switches({});
    await vi.waitUntil(
      async () => {
        // The client of the gateway rests for a while after failures.
        if (await isDueIn('10 minutes')) await testApp.makeDue();
        return isDueIn('1 day');
      },
      { ...WAIT, interval: 500 },
    );
  });

  it('reverses the tokens of a refund that no webhook reported, and holds those of a dispute', async () => {
    const [refunded, disputed] = [await testApp.buyer(), await testApp.buyer()];
    for (const { paid } of [refunded, disputed]) await testApp.age(paid, '12 days');
    await testApp.gateway('POST', `v1/payments/${refunded.paid.razorpay_payment_id}/refund`, {});
    await testApp.bank('disputes', { payment_id: disputed.paid.razorpay_payment_id });
    await testApp.makeDue();
    await holds(refunded.member, 0);
    await holds(disputed.member, 0);
    expect((await testApp.summary(refunded.member)).subscriptionType).toBe('Free');
  });

  it('writes an order again that a restore has lost, and credits it', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member, 'pro'));
    const { id } = await orderOf(paid);
    await sql`DELETE FROM payment_orders WHERE id = ${id}`.execute(testApp.db);
    await testApp.webhook('payment.captured', { payment: paymentEntity(paid, { amount: 199900 }) });
    expect(await testApp.balance(member)).toBe(0);
    await testApp.makeDue();
    await holds(member, 1500);
    expect(await orderOf(paid)).toMatchObject({ id, member_id: member.id, status: 'paid', plan_id: 'pro' });
    expect((await testApp.summary(member)).subscriptionType).toBe('Pro');
  });

  it('leaves a payment to an operator where the order was lost together with its member', async () => {
    const receipt = `or_${'x'.repeat(22)}`;
    const notes = {
      member: 'nobody',
      plan: 'plus',
      plan_name: 'Plus',
      tokens: '500',
      validity_days: '30',
      tier: 'Plus',
    };
    const { body: order } = await testApp.gateway('POST', 'v1/orders', {
      amount: 79900,
      currency: 'INR',
      receipt,
      notes,
    });
    const paid = await testApp.pay(order.id);
    await testApp.makeDue();
    const waits = async () =>
      (await reportPayments(testApp.db)).webhooks.find(
        ({ id }) => id === `sweep:${paid.razorpay_payment_id}`,
      );
    expect(await vi.waitUntil(waits, WAIT)).toMatchObject({ outcome: 'unknown-order', state: 'waiting' });
    expect(await orderOf(paid).catch(() => undefined)).toBeUndefined();
    await sql`DELETE FROM payment_events WHERE id LIKE 'sweep:%'`.execute(testApp.db);
    await sql`DELETE FROM razorpay_sandbox.payments WHERE order_id = ${order.id}`.execute(testApp.db);
  });

  it('reads lists of more than one page', async () => {
    const member = await testApp.member();
    await sql`
      INSERT INTO razorpay_sandbox.orders (id, amount, currency) VALUES ('order_ofSomebody', 100, 'INR')
    `.execute(testApp.db);
    await testApp.pay(await testApp.order(member, 'starter'));
    await sql`
      INSERT INTO razorpay_sandbox.payments (id, order_id, amount, currency, status, created_at)
      SELECT 'pay_other' || n, 'order_ofSomebody', 100, 'INR', 'failed', now() + interval '1 second'
      FROM generate_series(1, 250) AS n
    `.execute(testApp.db);
    await sql`SELECT pg_sleep(1)`.execute(testApp.db);
    await testApp.makeDue();
    await holds(member, 100);
  });
});

describe('webhooks that cannot be followed yet', { timeout: 60_000 }, () => {
  const stateOf = async (id: string) =>
    testApp.db
      .selectFrom('payment_events')
      .select(['state', 'outcome', 'details'])
      .where('id', '=', id)
      .executeTakeFirst();

  it('wait without what they say about people, and are followed when their payment is known', async () => {
    const { member, paid } = await testApp.buyer();
    const { body: refund } = await testApp.gateway(
      'POST',
      `v1/payments/${paid.razorpay_payment_id}/refund`,
      {},
    );
    const payment = paymentEntity(paid, { email: 'payer@example.org', contact: '+919800000000' });
    await testApp.webhook(
      'refund.processed',
      { refund: { entity: { ...refund, amount: '79900' } }, payment },
      { id: 'evt_strange' },
    );
    expect(await stateOf('evt_strange')).toMatchObject({ state: 'waiting', outcome: 'not-understood' });
    expect(JSON.stringify(await stateOf('evt_strange'))).not.toMatch(/example\.org|9800000000/);
    await testApp.makeDue();
    await holds(member, 0);
    await vi.waitUntil(async () => (await stateOf('evt_strange'))?.state === 'done', WAIT);
  });

  it('are followed at once when they are sent again in order', async () => {
    const { member, paid } = await testApp.buyer();
    const { body: refund } = await testApp.gateway(
      'POST',
      `v1/payments/${paid.razorpay_payment_id}/refund`,
      {},
    );
    const id = { id: 'evt_twice' };
    await testApp.webhook('refund.processed', { refund: { entity: { ...refund, amount: '79900' } } }, id);
    await testApp.webhook('refund.processed', { refund: { entity: refund } }, id);
    expect(await testApp.balance(member)).toBe(0);
    expect((await stateOf('evt_twice'))?.state).toBe('done');
  });

  it('are done with when their order is not ours', async () => {
    const { body: order } = await testApp.gateway('POST', 'v1/orders', { amount: 5_000, currency: 'INR' });
    const paid = await testApp.pay(order.id);
    const payment = paymentEntity(paid, { amount: 5_000 });
    await testApp.webhook('payment.captured', { payment }, { id: 'evt_foreign' });
    expect((await stateOf('evt_foreign'))?.state).toBe('waiting');
    await testApp.makeDue();
    await vi.waitUntil(async () => (await stateOf('evt_foreign'))?.state === 'done', WAIT);
  });
});
