import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentsApp, type Member, type PaymentsApp } from '../../../../testing/apps/payments-app.ts';
import { give, lockedTours } from '../../../../testing/apps/wallet-app.ts';
import { race, raceTimeoutMs, repeatRace } from '../../../../testing/index.ts';
import { deleteOldKeys } from '../../../http/idempotency-store.ts';
import { changeCatalogue, createExperiences } from '../../catalogue/service.ts';

let testApp: PaymentsApp;
beforeAll(async () => {
  testApp = await createPaymentsApp();
  await changeCatalogue(testApp.db, testApp.app.responseCache, (tx) => createExperiences(tx, lockedTours(2)));
});
afterAll(() => testApp.close());

let keys = 0;
const newKey = () => {
  keys += 1;
  return `key-${keys}`;
};
const order = (member: Member, planId: string, key: string) =>
  testApp.post('/api/tokens/topup/create-order', member, { planId }, { 'idempotency-key': key });
const open = (member: Member, tour: string, key: string) =>
  testApp.post(`/api/vr360/${tour}/access`, member, {}, { 'idempotency-key': key });

describe('a request with an Idempotency-Key', { timeout: raceTimeoutMs(5_000) }, () => {
  it('is answered once: a retry gets the same order, also when that is paid meanwhile', async () => {
    const [member, key] = [await testApp.member(), newKey()];
    const first = await order(member, 'plus', key);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    await testApp.verify(member, await testApp.pay(first.body.orderId));
    const again = await order(member, 'plus', key);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await order(member, 'plus', newKey())).body.orderId).not.toBe(first.body.orderId);
  });

  it('is refused when the key was used for something else', async () => {
    const [member, key] = [await testApp.member(), newKey()];
    await give(testApp.db, member.id, 500);
    expect((await order(member, 'plus', key)).status).toBe(200);
    expect(await order(member, 'starter', key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect((await open(member, 'locked-0', key)).status).toBe(422);
    expect((await open(member, 'locked-0', newKey())).status).toBe(200);
    expect(await testApp.balance(member)).toBe(400);
    expect((await order(member, 'plus', 'kéy')).status).toBe(400);
  });

  it('belongs to its member', async () => {
    const [one, other, key] = [await testApp.member(), await testApp.member(), newKey()];
    const first = await order(one, 'plus', key);
    const second = await order(other, 'plus', key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.orderId).not.toBe(first.body.orderId);
  });

  it('has one effect when it comes many times at once', async () => {
    await repeatRace(async () => {
      const [member, key] = [await testApp.member(), newKey()];
      const answers = await race(16, () => order(member, 'pro', key));
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const orders = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.orderId));
      expect(orders.size).toBe(1);
      const count = testApp.db.selectFrom('payment_orders').select('id').where('member_id', '=', member.id);
      expect(await count.execute()).toHaveLength(1);
    });
  });

  it('takes a price once, and answers a retry afresh', async () => {
    const [member, key] = [await testApp.member(), newKey()];
    await give(testApp.db, member.id, 300);
    const answers = await race(8, () => open(member, 'locked-1', key));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await open(member, 'locked-1', key)).body.wallet.totalBalance).toBe(200);
  });

  it('may be tried again with its key after it failed', async () => {
    const [member, key] = [await testApp.member(), newKey()];
    await testApp.switches({ answer: 'error' });
    expect((await order(member, 'plus', key)).status).toBe(503);
    await testApp.switches({});
    await expect
      .poll(async () => (await order(member, 'plus', key)).status, { timeout: 15_000, interval: 300 })
      .toBe(200);
  });

  it('is being served until its process has surely died, and may then be tried again', async () => {
    const [member, key] = [await testApp.member(), newKey()];
    const first = await order(member, 'plus', key);
    const claim = (interval: string) =>
      sql`
      UPDATE idempotency_keys SET status = NULL, response = NULL, claimed_until = now() + ${interval}::interval
      WHERE member_id = ${member.id} AND key = ${key}
    `.execute(testApp.db);
    await claim('10 seconds');
    expect(await order(member, 'plus', key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_in_progress' },
    });
    await claim('-1 seconds');
    expect((await order(member, 'studio', key)).status).toBe(422);
    expect(await order(member, 'plus', key)).toMatchObject({ status: 200, body: first.body });
  });

  it('is forgotten after a day', async () => {
    const [member, key] = [await testApp.member(), newKey()];
    await order(member, 'plus', key);
    await deleteOldKeys(testApp.db);
    expect((await order(member, 'starter', key)).status).toBe(422);
    await sql`
      UPDATE idempotency_keys SET created_at = created_at - interval '25 hours' WHERE member_id = ${member.id}
    `.execute(testApp.db);
    await deleteOldKeys(testApp.db);
    expect((await order(member, 'starter', key)).status).toBe(200);
  });
});

describe('payments that may still go through', () => {
  it('are told while they may', async () => {
    const member = await testApp.member();
    const listed = async () => (await testApp.get('/api/tokens/topup/open', member)).body;
    const orderId = await testApp.order(member);
    expect(await listed()).toEqual([]);
    const paid = await testApp.pay(orderId, 'authorized');
    await testApp.verify(member, paid);
    expect(await listed()).toEqual([{ planId: 'plus', plan: 'Plus', date: expect.any(String) }]);
    await testApp.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/capture`, {});
    await testApp.verify(member, paid);
    expect(await listed()).toEqual([]);
  });
});
