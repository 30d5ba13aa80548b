import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  type Answer,
  createPaymentsApp,
  type Member,
  type PaymentsApp,
} from '../../../../testing/apps/payments-app.ts';
import { race } from '../../../../testing/index.ts';
import { inTransaction } from '../../../database/database.ts';
import { readSite } from '../../../site/site.ts';
import { numberReceipts } from './numbers.ts';

let testApp: PaymentsApp;
beforeAll(async () => {
  // Numbers are given when a test says so.
  testApp = await createPaymentsApp({ config: { payments: { tickMs: 2 ** 31 - 1 } } });
});
afterAll(() => testApp.close());
afterEach(async () => {
  expect(await testApp.ledgerViolations()).toEqual([]);
});

const numberThem = () =>
  numberReceipts({ db: testApp.db, jobs: testApp.jobs, site: readSite(), isStopping: () => false });

/** Members in the order of their receipts' numbers, from `first` on. */
async function membersFrom(first: number): Promise<string[]> {
  const rows = await testApp.db
    .selectFrom('receipts')
    .select(['member_id', 'serial'])
    .where('serial', '>=', first)
    .orderBy('serial')
    .execute();
  expect(rows.map(({ serial }) => serial)).toEqual(rows.map((_, index) => first + index));
  return rows.map(({ member_id }) => member_id);
}

/** Numbers what was paid by now. Receipts wait half a second for transactions that began before. */
async function numberAll(): Promise<void> {
  for (;;) {
    await numberThem();
    const left = await testApp.db
      .selectFrom('receipts')
      .select('order_id')
      .where('number', 'is', null)
      .execute();
    if (left.length === 0) return;
    await sleep(50);
  }
}

it('no purchase waits for a transaction that holds the series', { timeout: 30_000 }, async () => {
  const first = await testApp.buyer();
  await numberAll();
  let frozen = () => {};
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const holding = inTransaction(testApp.db, async (tx) => {
    await sql`SELECT FROM receipt_series FOR UPDATE`.execute(tx);
    isHeld();
    await new Promise<void>((resolve) => {
      frozen = resolve;
    });
  });
  await held;
  const second = await testApp.buyer();
  const { body } = await testApp.get('/api/tokens/history', second.member);
  expect(body.transactions[0]).toMatchObject({ type: 'topup', status: 'success', receiptPending: true });
  expect(body.transactions[0]).not.toHaveProperty('receipt');
  frozen();
  await holding;
  await numberAll();
  expect(await membersFrom(1)).toEqual([first.member.id, second.member.id]);
  const after = (await testApp.get('/api/tokens/history', second.member)).body.transactions[0];
  expect(after.receipt).toMatch(/-000002$/);
  expect(after).not.toHaveProperty('receiptPending');
});

it('numbers in order of payment, also what is committed late', { timeout: 30_000 }, async () => {
  const slow = await testApp.member();
  const paid = await testApp.pay(await testApp.order(slow));
  await sql`
    CREATE FUNCTION wait_for_the_test() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0
    AS 'BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NULL; END'
  `.execute(testApp.db);
  await sql`
    CREATE CONSTRAINT TRIGGER wait_for_the_test AFTER INSERT ON receipts DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.member_id = ${sql.lit(slow.id)}) EXECUTE FUNCTION wait_for_the_test()
  `.execute(testApp.db);
  let verified: Promise<Answer> | undefined;
  let quick: Member | undefined;
  await inTransaction(testApp.db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(42)`.execute(tx);
    verified = testApp.verify(slow, paid);
    await vi.waitUntil(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'
      `.execute(testApp.db);
      return rows.length > 0;
    });
    ({ member: quick } = await testApp.buyer());
    // For longer than receipts wait without an open transaction.
    await sleep(600);
    await numberThem();
    expect(await membersFrom(3)).toEqual([]);
  });
  expect(await verified).toMatchObject({ status: 200 });
  await numberAll();
  expect(await membersFrom(3)).toEqual([slow.id, quick?.id]);
});

it('numbers each once, however many processes do it at once', { timeout: 60_000 }, async () => {
  const before = (await membersFrom(1)).length;
  const mailed = testApp.mails('receipt').length;
  await race(12, () => testApp.buyer('starter'));
  await sleep(600);
  await race(6, numberThem);
  await numberAll();
  const rows = await testApp.db
    .selectFrom('receipts as r')
    .innerJoin('payment_orders as o', 'o.id', 'r.order_id')
    .select(['r.number', 'o.paid_at'])
    .where('r.serial', '>', before)
    .orderBy('r.serial')
    .execute();
  expect(rows).toHaveLength(12);
  const paidAt = rows.map(({ paid_at }) => paid_at?.getTime() ?? 0);
  expect(paidAt).toEqual(paidAt.toSorted((a, b) => a - b));
  const numbers = rows.map(({ number }) => number);
  const mails = testApp.mails('receipt').slice(mailed);
  expect(mails).toEqual(numbers.map((number) => ({ kind: 'receipt', number })));
});

it("dates and numbers by the testApp's clock", { timeout: 30_000 }, async () => {
  const { member } = await testApp.buyer();
  // Half past one at night in India.
  const night = new Date('2025-03-31T20:00Z');
  await testApp.db
    .updateTable('payment_orders')
    .set({ paid_at: night })
    .where('member_id', '=', member.id)
    .execute();
  await testApp.db
    .updateTable('receipts')
    .set({ issued_at: night })
    .where('member_id', '=', member.id)
    .execute();
  await numberAll();
  expect(await testApp.receiptNumber(member)).toBe('R-2025-26-000001');
  const page = await testApp.get('/api/tokens/receipts/R-2025-26-000001', member);
  expect(page.body).toContain('1 April 2025');
});
