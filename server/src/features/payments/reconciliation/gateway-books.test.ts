import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createShop,
  type Member,
  type Paid,
  paymentEntity,
  type Shop,
} from '../../../../testing/apps/payments-app.ts';
import { reportPayments } from '../operator.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(async () => {
  await shop.switches({});
  expect(await shop.wrongs()).toEqual([]);
});
afterAll(() => shop.close());

const WAIT = { timeout: 20_000, interval: 50 };
const holds = (member: Member, tokens: number) =>
  vi.waitUntil(async () => (await shop.balance(member)) === tokens, WAIT);
const orderOf = (paid: Pick<Paid, 'razorpay_order_id'>) =>
  shop.db
    .selectFrom('payment_orders')
    .selectAll()
    .where('gateway_order_id', '=', paid.razorpay_order_id)
    .executeTakeFirstOrThrow();

/** Orders that nobody pays, all due now: with us and at the gateway. */
async function openOrders(count: number): Promise<void> {
  const { id } = await shop.member();
  await sql`
    WITH made AS (SELECT 'or_' || lpad(n::text, 22, '0') AS id, 'order_' || lpad(n::text, 14, '0') AS gateway_id
      FROM generate_series(1, ${count}) AS n),
    theirs AS (INSERT INTO razorpay_sandbox.orders (id, amount, currency, receipt)
      SELECT gateway_id, 79900, 'INR', id FROM made)
    INSERT INTO payment_orders (id, member_id, plan_id, plan_name, tokens, validity_days, amount, currency,
      gateway_order_id, created_at, next_check_at)
    SELECT id, ${id}, 'plus', 'Plus', 500, 30, 79900, 'INR', gateway_id, now() - interval '2 hours', now() - interval '1 hour'
    FROM made
  `.execute(shop.db);
}

describe('a slow gateway under many open orders', { timeout: 90_000 }, () => {
  // Asked one after the other, these orders would take a minute.
  const OPEN = 300;
  const DELAY_MS = 200;
  const WITHIN_MS = 40_000;

  it('delays neither a paid order nor the return of a second payment', async () => {
    const [bought, late] = [await shop.buyer(), await shop.member()];
    // Authorised hours ago and captured only now, without a webhook: only asking for this very order tells.
    const captured = await shop.pay(await shop.order(late), 'authorized');
    await shop.webhook('payment.authorized', { payment: paymentEntity(captured, { status: 'authorized' }) });
    await shop.age(captured, '2 hours');
    await openOrders(OPEN);
    await shop.switches({ delayMs: DELAY_MS });
    await sql`UPDATE payment_orders SET next_check_at = now() WHERE gateway_order_id = ${captured.razorpay_order_id}`.execute(
      shop.db,
    );
    const began = performance.now();
    await shop.gateway('POST', `v1/payments/${captured.razorpay_payment_id}/capture`, {});
    const fresh = await shop.member();
    await shop.pay(await shop.order(fresh, 'starter'));
    const second = await shop.pay(bought.paid.razorpay_order_id);
    await shop.verify(bought.member, second);
    await Promise.all([
      vi.waitUntil(async () => (await shop.balance(late)) === 500, { timeout: WITHIN_MS, interval: 200 }),
      vi.waitUntil(async () => (await shop.balance(fresh)) === 100, { timeout: WITHIN_MS, interval: 200 }),
      vi.waitUntil(async () => (await shop.atGateway(second.razorpay_payment_id)).amount_refunded === 79900, {
        timeout: WITHIN_MS,
        interval: 200,
      }),
    ]);
    expect(performance.now() - began).toBeLessThan(WITHIN_MS);
    await shop.switches({});
    await sql`UPDATE payment_orders SET next_check_at = NULL WHERE id LIKE 'or_00%'`.execute(shop.db);
  });

  it('asks three times more for an order of an hour that nobody has tried to pay', async () => {
    const member = await shop.member();
    const order = { razorpay_order_id: await shop.order(member, 'studio') };
    const asked: number[] = [];
    for (const age of ['61 minutes', '6 hours', '24 hours', '6 days']) {
      await sql`
        UPDATE payment_orders SET created_at = now() - ${age}::interval, next_check_at = now()
        WHERE gateway_order_id = ${order.razorpay_order_id}
      `.execute(shop.db);
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
  it('credits what is captured days later, when nobody asks for its order any more', async () => {
    const member = await shop.member();
    const paid = await shop.pay(await shop.order(member), 'failed');
    await shop.age(paid, '8 days');
    await sql`UPDATE payment_orders SET next_check_at = NULL WHERE gateway_order_id = ${paid.razorpay_order_id}`.execute(
      shop.db,
    );
    await shop.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/capture`, {});
    await shop.makeDue();
    await holds(member, 500);
    expect((await orderOf(paid)).settled_by).toBe('reconciler');
  });

  it('is made again soon where the gateway had no answer, and a day later where it was complete', async () => {
    const isDueIn = async (interval: string) => {
      const { rows } = await sql`
        SELECT FROM payment_sweeps WHERE name = 'month'
          AND next_at BETWEEN now() + ${interval}::interval - interval '2 minutes' AND now() + ${interval}::interval
      `.execute(shop.db);
      return rows.length > 0;
    };
    await shop.switches({ answer: 'error' });
    await shop.makeDue();
    await vi.waitUntil(() => isDueIn('10 minutes'), WAIT);
    await shop.switches({});
    await vi.waitUntil(
      async () => {
        // The client of the gateway rests for a while after failures.
        if (await isDueIn('10 minutes')) await shop.makeDue();
        return isDueIn('1 day');
      },
      { ...WAIT, interval: 500 },
    );
  });

  it('takes back the tokens of a refund that nobody told us of, and holds those of a dispute', async () => {
    const [refunded, disputed] = [await shop.buyer(), await shop.buyer()];
    for (const { paid } of [refunded, disputed]) await shop.age(paid, '12 days');
    await shop.gateway('POST', `v1/payments/${refunded.paid.razorpay_payment_id}/refund`, {});
    await shop.bank('disputes', { payment_id: disputed.paid.razorpay_payment_id });
    await shop.makeDue();
    await holds(refunded.member, 0);
    await holds(disputed.member, 0);
    expect((await shop.summary(refunded.member)).subscriptionType).toBe('Free');
  });

  it('writes an order again that a restore has lost, and credits it', async () => {
    const member = await shop.member();
    const paid = await shop.pay(await shop.order(member, 'pro'));
    const { id } = await orderOf(paid);
    await sql`DELETE FROM payment_orders WHERE id = ${id}`.execute(shop.db);
    await shop.webhook('payment.captured', { payment: paymentEntity(paid, { amount: 199900 }) });
    expect(await shop.balance(member)).toBe(0);
    await shop.makeDue();
    await holds(member, 1500);
    expect(await orderOf(paid)).toMatchObject({ id, member_id: member.id, status: 'paid', plan_id: 'pro' });
    expect((await shop.summary(member)).subscriptionType).toBe('Pro');
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
    const { body: order } = await shop.gateway('POST', 'v1/orders', {
      amount: 79900,
      currency: 'INR',
      receipt,
      notes,
    });
    const paid = await shop.pay(order.id);
    await shop.makeDue();
    const waits = async () =>
      (await reportPayments(shop.db)).webhooks.find(({ id }) => id === `sweep:${paid.razorpay_payment_id}`);
    expect(await vi.waitUntil(waits, WAIT)).toMatchObject({ outcome: 'unknown-order', state: 'waiting' });
    expect(await orderOf(paid).catch(() => undefined)).toBeUndefined();
    await sql`DELETE FROM payment_events WHERE id LIKE 'sweep:%'`.execute(shop.db);
    await sql`DELETE FROM razorpay_sandbox.payments WHERE order_id = ${order.id}`.execute(shop.db);
  });

  it('reads lists of more than one page', async () => {
    const member = await shop.member();
    await sql`
      INSERT INTO razorpay_sandbox.orders (id, amount, currency) VALUES ('order_ofSomebody', 100, 'INR')
    `.execute(shop.db);
    await shop.pay(await shop.order(member, 'starter'));
    await sql`
      INSERT INTO razorpay_sandbox.payments (id, order_id, amount, currency, status, created_at)
      SELECT 'pay_other' || n, 'order_ofSomebody', 100, 'INR', 'failed', now() + interval '1 second'
      FROM generate_series(1, 250) AS n
    `.execute(shop.db);
    await sql`SELECT pg_sleep(1)`.execute(shop.db);
    await shop.makeDue();
    await holds(member, 100);
  });
});

describe('webhooks that cannot be followed yet', { timeout: 60_000 }, () => {
  const stateOf = async (id: string) =>
    shop.db
      .selectFrom('payment_events')
      .select(['state', 'outcome', 'details'])
      .where('id', '=', id)
      .executeTakeFirst();

  it('wait without what they say about people, and are followed when their payment is known', async () => {
    const { member, paid } = await shop.buyer();
    const { body: refund } = await shop.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/refund`, {});
    const payment = paymentEntity(paid, { email: 'payer@example.org', contact: '+919800000000' });
    await shop.webhook(
      'refund.processed',
      { refund: { entity: { ...refund, amount: '79900' } }, payment },
      { id: 'evt_strange' },
    );
    expect(await stateOf('evt_strange')).toMatchObject({ state: 'waiting', outcome: 'not-understood' });
    expect(JSON.stringify(await stateOf('evt_strange'))).not.toMatch(/example\.org|9800000000/);
    await shop.makeDue();
    await holds(member, 0);
    await vi.waitUntil(async () => (await stateOf('evt_strange'))?.state === 'done', WAIT);
  });

  it('are followed at once when they are sent again in order', async () => {
    const { member, paid } = await shop.buyer();
    const { body: refund } = await shop.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/refund`, {});
    const id = { id: 'evt_twice' };
    await shop.webhook('refund.processed', { refund: { entity: { ...refund, amount: '79900' } } }, id);
    await shop.webhook('refund.processed', { refund: { entity: refund } }, id);
    expect(await shop.balance(member)).toBe(0);
    expect((await stateOf('evt_twice'))?.state).toBe('done');
  });

  it('are done with when their order is not ours', async () => {
    const { body: order } = await shop.gateway('POST', 'v1/orders', { amount: 5_000, currency: 'INR' });
    const paid = await shop.pay(order.id);
    const payment = paymentEntity(paid, { amount: 5_000 });
    await shop.webhook('payment.captured', { payment }, { id: 'evt_foreign' });
    expect((await stateOf('evt_foreign'))?.state).toBe('waiting');
    await shop.makeDue();
    await vi.waitUntil(async () => (await stateOf('evt_foreign'))?.state === 'done', WAIT);
  });
});
