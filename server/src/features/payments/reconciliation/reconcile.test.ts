import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import {
  createShop,
  type Member,
  type Paid,
  paymentEntity,
  type Shop,
} from '../../../../testing/apps/payments-app.ts';
import { inTransaction } from '../../../database/database.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(async () => expect(await shop.wrongs()).toEqual([]));
afterAll(() => shop.close());

const WAIT = { timeout: 20_000, interval: 200 };

async function paidOrder(): Promise<{ member: Member; paid: Paid }> {
  const member = await shop.member();
  return { member, paid: await shop.pay(await shop.order(member)) };
}

/** A second payment of a paid order, which has to be given back. */
async function surplus(): Promise<{ id: string; order: string }> {
  const { member, paid } = await paidOrder();
  await shop.verify(member, paid);
  const { razorpay_payment_id: id, ...second } = await shop.pay(paid.razorpay_order_id);
  expect((await shop.verify(member, { razorpay_payment_id: id, ...second })).status).toBe(409);
  const { order_id } = await shop.db
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, order: order_id };
}

/** At the gateway, which may then tell of states that we do not know. */
const setStatus = (id: string, status: string) =>
  sql`UPDATE razorpay_sandbox.payments SET status = ${status} WHERE id = ${id}`.execute(shop.db);
const atGateway = async (id: string) => (await shop.gateway('GET', `v1/payments/${id}`)).body;
const givenBack = (id: string, amount = 79900) =>
  vi.waitUntil(async () => (await atGateway(id)).amount_refunded === amount, WAIT);

describe('nobody waits for ever', { timeout: 60_000 }, () => {
  it('behind an order about which the gateway answers nonsense', async () => {
    const [strange, next] = [await paidOrder(), await paidOrder()];
    const change = (status: string) => setStatus(strange.paid.razorpay_payment_id, status);
    await change('mysterious');
    const due = (order: string, ago: string) =>
      sql`UPDATE payment_orders SET next_check_at = now() - ${ago}::interval WHERE gateway_order_id = ${order}`.execute(
        shop.db,
      );
    await due(strange.paid.razorpay_order_id, '2 s');
    await due(next.paid.razorpay_order_id, '1 s');
    await vi.waitUntil(async () => (await shop.balance(next.member)) === 500, WAIT);
    expect(await shop.balance(strange.member)).toBe(0);
    await change('captured');
    await vi.waitUntil(
      async () => {
        await shop.makeDue();
        return (await shop.balance(strange.member)) === 500;
      },
      { timeout: 20_000, interval: 1_000 },
    );
  });

  it('W13 behind second payments that the gateway refuses to give back', async () => {
    const { id, order } = await surplus();
    const refused = Array.from({ length: 20 }, (_, index) => ({
      id: `pay_refused_${index}`,
      order_id: order,
      amount: 79900,
      currency: 'INR',
      status: 'captured' as const,
      standing: 'surplus' as const,
      created_at: new Date(0),
    }));
    await shop.db.insertInto('payments').values(refused).execute();
    await givenBack(id);
    await sql`UPDATE payments SET give_back_at = 'infinity' WHERE id LIKE 'pay_refused_%'`.execute(shop.db);
    const remove = async () => {
      await sql`DELETE FROM refund_attempts WHERE payment_id LIKE 'pay_refused_%'`.execute(shop.db);
      await sql`DELETE FROM payments WHERE id LIKE 'pay_refused_%'`.execute(shop.db);
      return true;
    };
    // An attempt may still be under way.
    await vi.waitUntil(() => remove().catch(() => false), WAIT);
  });

  it('W13 for the rest of a second payment of which a part was given back by hand', async () => {
    const { member, paid } = await paidOrder();
    await shop.verify(member, paid);
    const second = await shop.pay(paid.razorpay_order_id);
    const id = second.razorpay_payment_id;
    const { body } = await shop.gateway('POST', `v1/payments/${id}/refund`, { amount: 100 });
    await shop.webhook('refund.processed', {
      refund: { entity: body },
      payment: paymentEntity(second, { amount_refunded: 100 }),
    });
    await givenBack(id);
    expect(await shop.balance(member)).toBe(500);
    await vi.waitUntil(async () => {
      const row = await shop.db
        .selectFrom('payments')
        .select('refunded')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return row.refunded === 79900;
    }, WAIT);
  });

  it.each([
    ['created', '2 hours'],
    ['failed', '2 hours'],
    ['authorized', '7 days'],
  ])('for an order whose payment stays %s', async (status, age) => {
    const member = await shop.member();
    const { razorpay_payment_id: id, razorpay_order_id: order } = await shop.pay(
      await shop.order(member),
      'authorized',
    );
    await setStatus(id, status);
    const shown = async () => (await shop.get('/api/tokens/history', member)).body.transactions[0].status;
    expect(await shown()).toBe('pending');
    await sql`
      UPDATE payment_orders SET next_check_at = now(), created_at = now() - ${age}::interval
      WHERE gateway_order_id = ${order}
    `.execute(shop.db);
    await vi.waitUntil(async () => (await shown()) === 'failed', WAIT);
    expect(await shop.balance(member)).toBe(0);
  });

  it('for tokens where the gateway does not know yet what it has signed', async () => {
    const { member, paid } = await paidOrder();
    const there = shop.db
      .deleteFrom('razorpay_sandbox.payments')
      .where('id', '=', paid.razorpay_payment_id)
      .returningAll();
    const payment = await there.executeTakeFirstOrThrow();
    expect(await shop.verify(member, paid)).toMatchObject({ status: 200, body: { status: 'pending' } });
    await shop.db.insertInto('razorpay_sandbox.payments').values(payment).execute();
    await vi.waitUntil(async () => (await shop.balance(member)) === 500, WAIT);
  });
});

it('finds a refund beside a dispute of the same payment', { timeout: 40_000 }, async () => {
  const { member, paid } = await paidOrder();
  await shop.verify(member, paid);
  const dispute = {
    id: `disp_${paid.razorpay_payment_id}`,
    payment_id: paid.razorpay_payment_id,
    amount: 39950,
    currency: 'INR',
  };
  await shop.webhook('payment.dispute.lost', { payment: paymentEntity(paid), dispute: { entity: dispute } });
  expect(await shop.balance(member)).toBe(250);
  await shop.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/refund`, { amount: 39950 });
  await vi.waitUntil(async () => {
    await shop.makeDue();
    return (await shop.balance(member)) === 0;
  }, WAIT);
});

describe('who leaves', { timeout: 40_000 }, () => {
  it('is not charged for what is captured afterwards', async () => {
    const member = await shop.member();
    const paid = await shop.pay(await shop.order(member), 'authorized');
    await shop.call('DELETE', 'me', { token: member.token, body: { password: PASSWORD } });
    await shop.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/capture`, {});
    await shop.webhook('payment.captured', { payment: paymentEntity(paid) });
    await givenBack(paid.razorpay_payment_id);
    const { rows } = await sql`SELECT FROM ledger_transactions WHERE member_id = ${member.id}`.execute(
      shop.db,
    );
    expect(rows).toEqual([]);
  });

  it('at that moment is on no receipt', async () => {
    const member = await shop.member();
    const paid = await shop.pay(await shop.order(member, 'starter'));
    let credited: Promise<unknown> | undefined;
    await inTransaction(shop.db, async (tx) => {
      // As the call for leaving does, only slower.
      await sql`SELECT FROM members WHERE id = ${member.id} FOR NO KEY UPDATE`.execute(tx);
      await tx.updateTable('receipts').set({ buyer: '{}' }).where('member_id', '=', member.id).execute();
      credited = shop.webhook('payment.captured', { payment: paymentEntity(paid, { amount: 19900 }) });
      // It has written the receipt, or waits for what comes of the member.
      await vi.waitUntil(async () => {
        const { rows } = await sql`
          SELECT FROM receipts WHERE member_id = ${member.id}
          UNION ALL SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        `.execute(shop.db);
        return rows.length > 0;
      }, WAIT);
      await tx
        .updateTable('members')
        .set({
          email: null,
          email_verified_at: null,
          password_hash: null,
          first_name: '',
          last_name: '',
          avatar: null,
          profile: '{}',
          deleted_at: new Date(),
        })
        .where('id', '=', member.id)
        .execute();
    });
    await credited;
    await givenBack(paid.razorpay_payment_id, 19900);
    const receipts = shop.db.selectFrom('receipts').select('buyer').where('member_id', '=', member.id);
    expect(await receipts.execute()).toEqual([]);
  });
});
