import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createShop, type Member, type Shop } from '../../../testing/apps/payments-app.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop({ config: { payments: { timeoutMs: 500 } } });
});
afterEach(async () => {
  await shop.switches({});
  expect(await shop.wrongs()).toEqual([]);
});
afterAll(() => shop.close());

const ordersOfReceipts = async () => {
  const { body } = await shop.gateway('GET', 'v1/orders');
  return (body.items as { id: string; receipt: string }[]).map(({ id }) => id);
};

/** The gateway's rest after failures is over once an order can be made. */
const recovers = (member: Member) =>
  vi.waitUntil(
    async () =>
      (await shop.post('/api/tokens/topup/create-order', member, { planId: 'starter' })).status === 200,
    { timeout: 20_000, interval: 250 },
  );

describe('a gateway in trouble', { timeout: 60_000 }, () => {
  it('C1 finds the order again that was made before the answer was lost', async () => {
    const member = await shop.member();
    const before = await ordersOfReceipts();
    await shop.switches({ answer: 'lost', times: 1 });
    const order = await shop.order(member);
    const made = (await ordersOfReceipts()).filter((id) => !before.includes(id));
    expect(made).toEqual([order]);
  });

  it('C1 takes up an order that nobody noted, on the next try', async () => {
    const member = await shop.member();
    const order = await shop.order(member);
    // As after a kill between the gateway's answer and our note of it.
    await shop.db
      .updateTable('payment_orders')
      .set({ status: 'created' })
      .where('gateway_order_id', '=', order)
      .execute();
    const { id } = await shop.db
      .selectFrom('payment_orders')
      .select('id')
      .where('gateway_order_id', '=', order)
      .executeTakeFirstOrThrow();
    const trigger = (state: string) =>
      sql`ALTER TABLE payment_orders ${sql.raw(state)} TRIGGER only_forward`.execute(shop.db);
    await trigger('DISABLE');
    await shop.db
      .updateTable('payment_orders')
      .set({ gateway_order_id: null, claimed_until: new Date(0) })
      .where('id', '=', id)
      .execute();
    await trigger('ENABLE');
    expect(await shop.order(member)).toBe(order);
  });

  it.each(['error', 'busy', 'html', 'nothing'] as const)(
    'D2 D3 says so when it answers %s, and browsing goes on',
    async (answer) => {
      const member = await shop.member();
      await shop.switches({ answer });
      const refused = await shop.post('/api/tokens/topup/create-order', member, { planId: 'plus' });
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'gateway_unavailable', detail: 'Could not create payment order.' },
      });
      const began = performance.now();
      expect((await shop.get('/api/categories')).status).toBe(200);
      expect((await shop.get('/api/tokens/plans')).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(1_000);
      await shop.switches({});
      await recovers(member);
    },
  );

  it('D3 stops asking after failures in a row', async () => {
    const member = await shop.member();
    await shop.switches({ answer: 'error' });
    for (let index = 0; index < 3; index += 1)
      await shop.post('/api/tokens/topup/create-order', member, { planId: 'plus' });
    const began = performance.now();
    for (let index = 0; index < 5; index += 1) {
      expect((await shop.post('/api/tokens/topup/create-order', member, { planId: 'plus' })).status).toBe(
        503,
      );
    }
    expect((performance.now() - began) / 5).toBeLessThan(1_200);
    await shop.switches({});
    await recovers(member);
  });

  it('that background tasks have given up for now still sells', async () => {
    const [waiting, buyer] = [await shop.member(), await shop.member()];
    const paid = [await shop.order(waiting, 'plus'), await shop.order(waiting, 'pro')];
    await shop.switches({ answer: 'error' });
    await shop.makeDue();
    await vi.waitUntil(
      async () => {
        const later = shop.db
          .selectFrom('payment_orders')
          .select('id')
          .where('gateway_order_id', 'in', paid)
          // Put off for a while because the gateway could not be asked, not until their next turn.
          .where('next_check_at', '>', sql<Date>`now()`)
          .where('next_check_at', '<', sql<Date>`now() + interval '1 minute'`);
        return (await later.execute()).length === paid.length;
      },
      { timeout: 20_000, interval: 20 },
    );
    await shop.switches({});
    const order = await shop.post('/api/tokens/topup/create-order', buyer, { planId: 'plus' });
    expect(order.status).toBe(200);
  });

  it('D4 answers pending while it is down, and the reconciler credits when it is back', async () => {
    const member = await shop.member();
    const paid = await shop.pay(await shop.order(member));
    await shop.switches({ answer: 'error' });
    expect(await shop.verify(member, paid)).toMatchObject({
      status: 200,
      body: { status: 'pending', tokensAdded: 0 },
    });
    expect(await shop.balance(member)).toBe(0);
    await shop.switches({});
    await vi.waitUntil(
      async () => {
        await shop.makeDue();
        return (await shop.balance(member)) === 500;
      },
      { timeout: 40_000, interval: 500 },
    );
    expect((await shop.verify(member, paid)).body).toMatchObject({ status: 'success', tokensAdded: 500 });
  });

  it('credits what was paid in a window whose browser and webhooks never came back', async () => {
    const member = await shop.member();
    await shop.pay(await shop.order(member));
    await vi.waitUntil(
      async () => {
        await shop.makeDue();
        return (await shop.balance(member)) === 500;
      },
      { timeout: 40_000, interval: 500 },
    );
  });

  it('catches up with a refund that nobody told us of', async () => {
    const member = await shop.member();
    const paid = await shop.pay(await shop.order(member));
    await shop.verify(member, paid);
    await shop.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/refund`, {});
    await vi.waitUntil(
      async () => {
        await shop.makeDue();
        return (await shop.balance(member)) === 0;
      },
      { timeout: 40_000, interval: 500 },
    );
  });
});
