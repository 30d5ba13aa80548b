import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { type Paid, paymentEntity } from '../../../../testing/apps/payments-app.ts';
import { usePaymentsApp } from '../../../../testing/use-app.ts';
import { consume } from '../../../rate-limit/rate-limit.ts';

const testApp = usePaymentsApp();

const WAIT = { timeout: 20_000, interval: 50 };

/** A second payment of a paid order, which has to be returned. */
async function surplus(): Promise<Paid> {
  const { member, paid } = await testApp.buyer();
  const second = await testApp.pay(paid.razorpay_order_id);
  expect((await testApp.verify(member, second)).status).toBe(409);
  return second;
}
const attemptsOf = ({ razorpay_payment_id: id }: Paid) =>
  testApp.db
    .selectFrom('refund_attempts')
    .select(['key', 'status', 'calls', 'refund_id'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();
const refundsAtGateway = async ({ razorpay_payment_id: id }: Paid) =>
  (await testApp.gateway('GET', `v1/payments/${id}/refunds`)).body.items as { id: string; status: string }[];

describe('a payment that is returned', { timeout: 60_000 }, () => {
  it('is asked for once while the refund is pending, and then read', async () => {
    await testApp.switches({ refunds: 'pending' });
    const second = await surplus();
    const id = second.razorpay_payment_id;
    const [pending] = await vi.waitUntil(async () => {
      const attempts = await attemptsOf(second);
      return attempts[0]?.status === 'pending' ? attempts : undefined;
    }, WAIT);
    await testApp.makeDue();
    await vi.waitUntil(async () => ((await attemptsOf(second))[0]?.calls ?? 0) > 1, WAIT);
    expect(await refundsAtGateway(second)).toHaveLength(1);
    await testApp.bank(`refunds/${pending?.refund_id}`, { status: 'processed' });
    await testApp.makeDue();
    await vi.waitUntil(async () => (await attemptsOf(second))[0]?.status === 'processed', WAIT);
    expect((await testApp.atGateway(id)).amount_refunded).toBe(79900);
    expect(testApp.mails('payment-notice')).toEqual(
      expect.arrayContaining([
        { kind: 'payment-notice', notice: 'surplus', paymentId: id },
        { kind: 'payment-notice', notice: 'returned', paymentId: id },
      ]),
    );
  });

  it.each(['on', 'off'] as const)(
    'is returned under a new key after a refund that failed, with webhooks %s',
    async (webhooks) => {
      await testApp.switches({ refunds: 'pending', webhooks });
      const second = await surplus();
      const pending = await vi.waitUntil(async () => (await refundsAtGateway(second))[0], WAIT);
      await vi.waitUntil(async () => (await attemptsOf(second))[0]?.status === 'pending', WAIT);
      await testApp.switches({ webhooks });
      await testApp.bank(`refunds/${pending.id}`, { status: 'failed' });
      if (webhooks === 'off') await testApp.makeDue();
      await vi.waitUntil(async () => (await attemptsOf(second))[0]?.status === 'failed', WAIT);
      await testApp.makeDue();
      await vi.waitUntil(async () => (await attemptsOf(second))[1]?.status === 'processed', WAIT);
      const attempts = await attemptsOf(second);
      expect(new Set(attempts.map(({ key }) => key)).size).toBe(2);
      expect((await testApp.atGateway(second.razorpay_payment_id)).amount_refunded).toBe(79900);
    },
  );

  it('goes on when the failure of the refund before is told again', async () => {
    await testApp.switches({ refunds: 'pending' });
    const second = await surplus();
    const failed = await vi.waitUntil(async () => (await refundsAtGateway(second))[0], WAIT);
    await vi.waitUntil(async () => (await attemptsOf(second))[0]?.status === 'pending', WAIT);
    await testApp.bank(`refunds/${failed.id}`, { status: 'failed' });
    const entity = { ...failed, status: 'failed' };
    const tell = async () => (await testApp.webhook('refund.failed', { refund: { entity } })).status;
    expect(await tell()).toBe(200);
    await testApp.switches({ answer: 'error' });
    await testApp.makeDue();
    await vi.waitUntil(async () => ((await attemptsOf(second))[1]?.calls ?? 0) > 0, WAIT);
    expect(await tell()).toBe(200);
    expect((await attemptsOf(second))[1]).toMatchObject({ status: 'requested', refund_id: null });
    await testApp.switches({});
    await vi.waitUntil(async () => {
      // Again and again: a request that is failing at this moment postpones the return once it ends.
      await testApp.makeDue();
      return (await attemptsOf(second))[1]?.status === 'processed';
    }, WAIT);
  });

  it('reads every refund of a payment that went back in many parts', async () => {
    const { member, paid } = await testApp.buyer();
    for (let part = 0; part < 12; part += 1) {
      await testApp.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/refund`, { amount: 799 });
    }
    await testApp.makeDue();
    await vi.waitUntil(async () => (await testApp.balance(member)) === 440, WAIT);
  });

  it('is credited when it was called refunded before that, and its refund fails', async () => {
    const member = await testApp.member();
    await testApp.switches({ refunds: 'pending' });
    // Or one may find the payment, and credit it, before it is refunded.
    await testApp.sweep();
    const paid = await testApp.pay(await testApp.order(member));
    const id = paid.razorpay_payment_id;
    const { body: refund } = await testApp.gateway('POST', `v1/payments/${id}/refund`, {});
    const payment = (await testApp.gateway('GET', `v1/payments/${id}`)).body;
    await testApp.webhook('refund.created', { refund: { entity: refund }, payment: { entity: payment } });
    expect(await testApp.balance(member)).toBe(0);
    await testApp.switches({});
    await testApp.bank(`refunds/${refund.id}`, { status: 'failed' });
    await testApp.webhook('refund.failed', {
      refund: { entity: { ...refund, status: 'failed' } },
      payment: { entity: await testApp.atGateway(id) },
    });
    await vi.waitUntil(async () => (await testApp.balance(member)) === 500, WAIT);
  });

  it('keeps its share when a part went back before the credit', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member), 'authorized');
    await testApp.webhook('payment.authorized', { payment: paymentEntity(paid, { status: 'authorized' }) });
    const entity = {
      id: `rfnd_${paid.razorpay_payment_id}`,
      payment_id: paid.razorpay_payment_id,
      amount: 39950,
      currency: 'INR',
      status: 'processed',
    };
    await testApp.webhook('refund.processed', { refund: { entity } });
    await testApp.webhook('payment.captured', { payment: paymentEntity(paid, { amount_refunded: 39950 }) });
    expect(await testApp.balance(member)).toBe(250);
  });

  it('is not taken for a refund in another currency', async () => {
    const { member, paid } = await testApp.buyer();
    const entity = {
      id: 'rfnd_inDollars',
      payment_id: paid.razorpay_payment_id,
      amount: 79900,
      currency: 'USD',
      status: 'processed',
    };
    await testApp.webhook('refund.processed', { refund: { entity } });
    expect(await testApp.balance(member)).toBe(500);
  });
});

describe('one intent to buy', { timeout: 60_000 }, () => {
  const makeOld = (orderId: string) =>
    sql`UPDATE payment_orders SET created_at = created_at - interval '40 minutes' WHERE gateway_order_id = ${orderId}`.execute(
      testApp.db,
    );

  it('has one order while it may still be open, whatever came of the first try', async () => {
    const member = await testApp.member();
    const first = await testApp.order(member);
    await testApp.pay(first, 'failed');
    await testApp.post('/api/tokens/topup/report-failure', member, { orderId: first, reason: 'no' });
    expect(await testApp.order(member)).toBe(first);
    expect(await testApp.order(member, 'starter')).not.toBe(first);
    await makeOld(first);
    expect(await testApp.order(member)).not.toBe(first);
  });

  it.each(['late', 'early'])(
    'is charged once: a payment of an earlier order that comes %s is returned or counts',
    async (when) => {
      const member = await testApp.member();
      const first = await testApp.order(member);
      const failed = await testApp.pay(first, 'failed');
      await makeOld(first);
      const second = await testApp.order(member);
      expect(second).not.toBe(first);
      const capture = () => testApp.gateway('POST', `v1/payments/${failed.razorpay_payment_id}/capture`, {});
      const settleFirst = async () => {
        await capture();
        await testApp.webhook('payment.captured', { payment: paymentEntity(failed) });
      };
      if (when === 'early') await settleFirst();
      const paid = await testApp.pay(second);
      const answer = await testApp.verify(member, paid);
      expect(answer.status).toBe(when === 'late' ? 200 : 409);
      if (when === 'late') await settleFirst();
      const returned = when === 'late' ? failed : paid;
      await vi.waitUntil(
        async () => (await testApp.atGateway(returned.razorpay_payment_id)).amount_refunded === 79900,
        WAIT,
      );
      expect(await testApp.balance(member)).toBe(500);
      const titles = (await testApp.get('/api/tokens/history', member)).body.transactions.map(
        ({ title, status }: { title: string; status: string }) => [title, status],
      );
      expect(titles).toContainEqual(['Plus: second payment, refunded', 'failed']);
    },
  );

  it('is over once it is paid: who buys the same again is charged again', async () => {
    const { member } = await testApp.buyer('starter');
    const paid = await testApp.pay(await testApp.order(member, 'starter'));
    expect((await testApp.verify(member, paid)).status).toBe(200);
    expect(await testApp.balance(member)).toBe(200);
  });

  it('leaves a member ten unpaid orders a day', async () => {
    const member = await testApp.member();
    const orders = new Set<string>();
    for (let turn = 0; turn < 12; turn += 1) {
      const answer = await testApp.post('/api/tokens/topup/create-order', member, { planId: 'plus' });
      expect(answer.status).toBe(200);
      orders.add(answer.body.orderId);
      await makeOld(answer.body.orderId);
    }
    expect(orders.size).toBe(10);
    const other = await testApp.post('/api/tokens/topup/create-order', member, { planId: 'pro' });
    expect(other).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });
});

it('asks the gateway thirty times a minute for one member', async () => {
  const member = await testApp.member();
  const paid = await testApp.pay(await testApp.order(member), 'authorized');
  const statuses: number[] = [];
  for (let turn = 0; turn < 32; turn += 1) statuses.push((await testApp.verify(member, paid)).status);
  expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
});

it('sets the receipt of one member as a PDF thirty times a minute', async () => {
  const { member } = await testApp.buyer();
  const { number } = await vi.waitUntil(
    () =>
      testApp.db
        .selectFrom('receipts')
        .select('number')
        .where('member_id', '=', member.id)
        .where('number', 'is not', null)
        .executeTakeFirst(),
    WAIT,
  );
  const read = (format: string) => testApp.get(`/api/tokens/receipts/${number}?format=${format}`, member);
  for (let turn = 0; turn < 29; turn += 1) await consume(testApp.db, `receipt-pdf:${member.id}`, 30, 60);
  expect((await read('pdf')).status).toBe(200);
  expect(await read('pdf')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect((await read('html')).status).toBe(200);
});

it('deletes orders that came to nothing after 90 days, and nothing that money has moved for', async () => {
  const [abandoned, bought] = [await testApp.member(), await testApp.buyer()];
  await testApp.pay(await testApp.order(abandoned), 'failed');
  await sql`UPDATE payment_orders SET created_at = created_at - interval '91 days'`.execute(testApp.db);
  await testApp.webhook('subscription.charged', {}, { id: 'evt_old' });
  await testApp.webhook(
    'refund.processed',
    { refund: { entity: { id: 'rfnd_lost' } } },
    { id: 'evt_waiting' },
  );
  await sql`UPDATE payment_events SET received_at = received_at - interval '91 days'`.execute(testApp.db);
  await testApp.cleanUp();
  const events = await testApp.db
    .selectFrom('payment_events')
    .select('id')
    .where('id', 'like', 'evt_%')
    .execute();
  expect(events.map(({ id }) => id)).toContain('evt_waiting');
  expect(events.map(({ id }) => id)).not.toContain('evt_old');
  await testApp.db.deleteFrom('payment_events').where('id', '=', 'evt_waiting').execute();
  const { rows } = await sql<{ member_id: string }>`
    SELECT member_id FROM payment_orders WHERE member_id IN (${abandoned.id}, ${bought.member.id})
  `.execute(testApp.db);
  expect(rows.map(({ member_id }) => member_id)).toEqual([bought.member.id]);
});
