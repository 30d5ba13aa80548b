import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { PASSWORD } from '../../../../testing/apps/accounts-app.ts';
import { paymentEntity } from '../../../../testing/apps/payments-app.ts';
import { usePaymentsApp } from '../../../../testing/use-app.ts';
import { inTransaction } from '../../../database/database.ts';

const testApp = usePaymentsApp();

const WAIT = { timeout: 20_000, interval: 200 };

/** A second payment of a paid order, which has to be given back. */
async function surplus(): Promise<{ id: string; order: string }> {
  const { member, paid } = await testApp.paidOrder();
  await testApp.verify(member, paid);
  const { razorpay_payment_id: id, ...second } = await testApp.pay(paid.razorpay_order_id);
  expect((await testApp.verify(member, { razorpay_payment_id: id, ...second })).status).toBe(409);
  const { order_id } = await testApp.db
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, order: order_id };
}

/** At the gateway, which may then tell of states that we do not know. */
const setStatus = (id: string, status: string) =>
  sql`UPDATE razorpay_sandbox.payments SET status = ${status} WHERE id = ${id}`.execute(testApp.db);
const atGateway = async (id: string) => (await testApp.gateway('GET', `v1/payments/${id}`)).body;
const returned = (id: string, amount = 79900) =>
  vi.waitUntil(async () => (await atGateway(id)).amount_refunded === amount, WAIT);

describe('no member waits without end', { timeout: 60_000 }, () => {
  it('behind an order about which the gateway answers nonsense', async () => {
    const member = await testApp.member();
    // A captured payment could be credited before its status changes.
    const paid = await testApp.pay(await testApp.order(member), 'authorized');
    const strange = { member, paid };
    const change = (status: string) => setStatus(paid.razorpay_payment_id, status);
    await change('mysterious');
    const next = await testApp.paidOrder();
    const due = (order: string, ago: string) =>
      sql`UPDATE payment_orders SET next_check_at = now() - ${ago}::interval WHERE gateway_order_id = ${order}`.execute(
        testApp.db,
      );
    await due(strange.paid.razorpay_order_id, '2 s');
    await due(next.paid.razorpay_order_id, '1 s');
    await vi.waitUntil(async () => (await testApp.balance(next.member)) === 500, WAIT);
    expect(await testApp.balance(strange.member)).toBe(0);
    await change('captured');
    await vi.waitUntil(
      async () => {
        await testApp.makeDue();
        return (await testApp.balance(strange.member)) === 500;
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
    await testApp.db.insertInto('payments').values(refused).execute();
    await returned(id);
    await sql`UPDATE payments SET give_back_at = 'infinity' WHERE id LIKE 'pay_refused_%'`.execute(
      testApp.db,
    );
    const remove = async () => {
      await sql`DELETE FROM refund_attempts WHERE payment_id LIKE 'pay_refused_%'`.execute(testApp.db);
      await sql`DELETE FROM payments WHERE id LIKE 'pay_refused_%'`.execute(testApp.db);
      return true;
    };
    // An attempt may still be under way.
    await vi.waitUntil(() => remove().catch(() => false), WAIT);
  });

  it('W13 for the rest of a second payment of which a part was given back by hand', async () => {
    const { member, paid } = await testApp.paidOrder();
    await testApp.verify(member, paid);
    const second = await testApp.pay(paid.razorpay_order_id);
    const id = second.razorpay_payment_id;
    const { body } = await testApp.gateway('POST', `v1/payments/${id}/refund`, { amount: 100 });
    await testApp.webhook('refund.processed', {
      refund: { entity: body },
      payment: paymentEntity(second, { amount_refunded: 100 }),
    });
    await returned(id);
    expect(await testApp.balance(member)).toBe(500);
    await vi.waitUntil(async () => {
      const row = await testApp.db
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
    const member = await testApp.member();
    const { razorpay_payment_id: id, razorpay_order_id: order } = await testApp.pay(
      await testApp.order(member),
      'authorized',
    );
    await setStatus(id, status);
    const shown = async () => (await testApp.get('/api/tokens/history', member)).body.transactions[0].status;
    expect(await shown()).toBe('pending');
    await sql`
      UPDATE payment_orders SET next_check_at = now(), created_at = now() - ${age}::interval
      WHERE gateway_order_id = ${order}
    `.execute(testApp.db);
    await vi.waitUntil(async () => (await shown()) === 'failed', WAIT);
    expect(await testApp.balance(member)).toBe(0);
  });

  it('for tokens where the gateway does not know yet what it has signed', async () => {
    const { member, paid } = await testApp.paidOrder();
    const there = testApp.db
      .deleteFrom('razorpay_sandbox.payments')
      .where('id', '=', paid.razorpay_payment_id)
      .returningAll();
    const payment = await there.executeTakeFirstOrThrow();
    expect(await testApp.verify(member, paid)).toMatchObject({ status: 200, body: { status: 'pending' } });
    await testApp.db.insertInto('razorpay_sandbox.payments').values(payment).execute();
    // It is asked again within seconds; as if they had passed.
    const { numUpdatedRows } = await testApp.db
      .updateTable('payment_orders')
      .set({ next_check_at: sql<Date>`now()` })
      .where('gateway_order_id', '=', paid.razorpay_order_id)
      .where('next_check_at', '<', sql<Date>`now() + interval '10 seconds'`)
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
    await vi.waitUntil(async () => (await testApp.balance(member)) === 500, WAIT);
  });
});

it('finds a refund beside a dispute of the same payment', { timeout: 40_000 }, async () => {
  const { member, paid } = await testApp.paidOrder();
  await testApp.verify(member, paid);
  const dispute = {
    id: `disp_${paid.razorpay_payment_id}`,
    payment_id: paid.razorpay_payment_id,
    amount: 39950,
    currency: 'INR',
  };
  await testApp.webhook('payment.dispute.lost', {
    payment: paymentEntity(paid),
    dispute: { entity: dispute },
  });
  expect(await testApp.balance(member)).toBe(250);
  await testApp.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/refund`, { amount: 39950 });
  await vi.waitUntil(async () => {
    await testApp.makeDue();
    return (await testApp.balance(member)) === 0;
  }, WAIT);
});

describe('who leaves', { timeout: 40_000 }, () => {
  it('is not charged for what is captured afterwards', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member), 'authorized');
    await testApp.call('DELETE', 'me', { token: member.token, body: { password: PASSWORD } });
    await testApp.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/capture`, {});
    await testApp.webhook('payment.captured', { payment: paymentEntity(paid) });
    await returned(paid.razorpay_payment_id);
    const { rows } = await sql`SELECT FROM ledger_transactions WHERE member_id = ${member.id}`.execute(
      testApp.db,
    );
    expect(rows).toEqual([]);
  });

  it('at that moment is on no receipt', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member, 'starter'));
    let credited: Promise<unknown> | undefined;
    await inTransaction(testApp.db, async (tx) => {
      // As the call for leaving does, only slower.
      await sql`SELECT FROM members WHERE id = ${member.id} FOR NO KEY UPDATE`.execute(tx);
      await tx.updateTable('receipts').set({ buyer: '{}' }).where('member_id', '=', member.id).execute();
      credited = testApp.webhook('payment.captured', { payment: paymentEntity(paid, { amount: 19900 }) });
      // It has written the receipt, or waits for what comes of the member.
      await vi.waitUntil(async () => {
        const { rows } = await sql`
          SELECT FROM receipts WHERE member_id = ${member.id}
          UNION ALL SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        `.execute(testApp.db);
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
    await returned(paid.razorpay_payment_id, 19900);
    const receipts = testApp.db.selectFrom('receipts').select('buyer').where('member_id', '=', member.id);
    expect(await receipts.execute()).toEqual([]);
  });
});
