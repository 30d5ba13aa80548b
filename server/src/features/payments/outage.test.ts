import type { IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Member } from '../../../testing/apps/payments-app.ts';
import { usePaymentsApp } from '../../../testing/use-app.ts';

const REST_MS = 1_000;
const testApp = usePaymentsApp({ config: { payments: { timeoutMs: 500, restMs: REST_MS } } });

const ordersOfReceipts = async () => {
  const { body } = await testApp.gateway('GET', 'v1/orders');
  return (body.items as { id: string; receipt: string }[]).map(({ id }) => id);
};

/** The gateway's rest after failures is over once an order can be made. */
const recovers = (member: Member) =>
  vi.waitUntil(
    async () =>
      (await testApp.post('/api/tokens/topup/create-order', member, { planId: 'starter' })).status === 200,
    { timeout: 20_000, interval: 250 },
  );

describe('a gateway in trouble', { timeout: 60_000 }, () => {
  it('C1 finds the order again that was made before the answer was lost', async () => {
    const member = await testApp.member();
    const before = await ordersOfReceipts();
    await testApp.switches({ answer: 'lost', times: 1 });
    const order = await testApp.order(member);
    const made = (await ordersOfReceipts()).filter((id) => !before.includes(id));
    expect(made).toEqual([order]);
  });

  it('C1 adopts an unrecorded order on the next attempt', async () => {
    const member = await testApp.member();
    const order = await testApp.order(member);
    // As after a kill between the gateway's answer and our note of it.
    await testApp.db
      .updateTable('payment_orders')
      .set({ status: 'created' })
      .where('gateway_order_id', '=', order)
      .execute();
    const { id } = await testApp.db
      .selectFrom('payment_orders')
      .select('id')
      .where('gateway_order_id', '=', order)
      .executeTakeFirstOrThrow();
    const trigger = (state: string) =>
      sql`ALTER TABLE payment_orders ${sql.raw(state)} TRIGGER only_forward`.execute(testApp.db);
    await trigger('DISABLE');
    await testApp.db
      .updateTable('payment_orders')
      .set({ gateway_order_id: null, claimed_until: new Date(0) })
      .where('id', '=', id)
      .execute();
    await trigger('ENABLE');
    expect(await testApp.order(member)).toBe(order);
  });

  it.each(['error', 'busy', 'html', 'nothing'] as const)(
    'D2 D3 says so when it answers %s, and browsing goes on',
    async (answer) => {
      const member = await testApp.member();
      await testApp.switches({ answer });
      const refused = await testApp.post('/api/tokens/topup/create-order', member, { planId: 'plus' });
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'gateway_unavailable', detail: 'Could not create payment order.' },
      });
      const began = performance.now();
      expect((await testApp.get('/api/categories')).status).toBe(200);
      expect((await testApp.get('/api/tokens/plans')).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(1_000);
      await testApp.switches({});
      await recovers(member);
    },
  );

  it('D3 stops asking after failures in a row', async () => {
    const member = await testApp.member();
    await testApp.switches({ answer: 'error' });
    for (let index = 0; index < 3; index += 1)
      await testApp.post('/api/tokens/topup/create-order', member, { planId: 'plus' });
    let asked = 0;
    const count = ({ url = '' }: IncomingMessage) => {
      if (/^\/sandbox\/razorpay\/v1\/orders(\?|$)/.test(url)) asked += 1;
    };
    testApp.app.server.on('request', count);
    const began = performance.now();
    for (let index = 0; index < 5; index += 1) {
      expect((await testApp.post('/api/tokens/topup/create-order', member, { planId: 'plus' })).status).toBe(
        503,
      );
    }
    // Each of them tries three times; only one try after each rest reaches the gateway.
    expect(asked).toBeLessThanOrEqual(1 + (performance.now() - began) / REST_MS);
    testApp.app.server.off('request', count);
    await testApp.switches({});
    await recovers(member);
  });

  it('that background tasks have given up for now still sells', async () => {
    const [waiting, buyer] = [await testApp.member(), await testApp.member()];
    const paid = [await testApp.order(waiting, 'plus'), await testApp.order(waiting, 'pro')];
    await testApp.switches({ answer: 'error' });
    await testApp.makeDue();
    await vi.waitUntil(
      async () => {
        const later = testApp.db
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
    await testApp.switches({});
    const order = await testApp.post('/api/tokens/topup/create-order', buyer, { planId: 'plus' });
    expect(order.status).toBe(200);
  });

  it('D4 answers pending while it is down, and the reconciler credits when it is back', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member));
    await testApp.switches({ answer: 'error' });
    expect(await testApp.verify(member, paid)).toMatchObject({
      status: 200,
      body: { status: 'pending', tokensAdded: 0 },
    });
    expect(await testApp.balance(member)).toBe(0);
    await testApp.switches({});
    await vi.waitUntil(
      async () => {
        await testApp.makeDue();
        return (await testApp.balance(member)) === 500;
      },
      { timeout: 40_000, interval: 500 },
    );
    expect((await testApp.verify(member, paid)).body).toMatchObject({ status: 'success', tokensAdded: 500 });
  });

  it('credits what was paid in a window whose browser and webhooks never came back', async () => {
    const member = await testApp.member();
    await testApp.pay(await testApp.order(member));
    await vi.waitUntil(
      async () => {
        await testApp.makeDue();
        return (await testApp.balance(member)) === 500;
      },
      { timeout: 40_000, interval: 500 },
    );
  });

  it('catches up with a refund that no webhook reported', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member));
    await testApp.verify(member, paid);
    await testApp.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/refund`, {});
    await vi.waitUntil(
      async () => {
        await testApp.makeDue();
        return (await testApp.balance(member)) === 0;
      },
      { timeout: 40_000, interval: 500 },
    );
  });
});
