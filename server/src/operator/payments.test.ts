// @module-tag processes
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createPaymentsApp,
  type Member,
  type Paid,
  type PaymentsApp,
} from '../../testing/apps/payments-app.ts';
import { runCommand } from '../../testing/index.ts';
import { keepPayment, returnPaymentNow } from '../features/payments/operator.ts';
import { reportPayments } from '../features/payments/report-store.ts';
import { dismissWebhook } from '../features/payments/webhooks/store.ts';

const COMMAND = fileURLToPath(new URL('./payments.ts', import.meta.url));

let testApp: PaymentsApp;
beforeAll(async () => {
  testApp = await createPaymentsApp();
});
afterAll(async () => {
  expect(await testApp.ledgerViolations()).toEqual([]);
  await testApp.close();
});

const WAIT = { timeout: 20_000, interval: 50 };

/** Runs `npm run payments` while the application is running. @returns its output; a failure begins with the exit code */
async function payments(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommand(testApp, COMMAND, words);
  return status === 0 ? stdout.trim() : `${status}: ${stderr.trim()}`;
}

async function payAnother(): Promise<Paid> {
  await testApp.switches({ paidAmount: 100 });
  const member = await testApp.member();
  const paid = await testApp.pay(await testApp.order(member));
  await testApp.switches({});
  expect((await testApp.verify(member, paid)).body.code).toBe('payment_mismatch');
  return paid;
}

const refunded = async (paid: Paid) => (await testApp.atGateway(paid.razorpay_payment_id)).amount_refunded;
const referralTokens = async (member: Member) => (await testApp.summary(member)).wallet.referralBalance;

/** A referred newcomer with a verified email. */
async function bringNewcomer(referrer: Member): Promise<Member> {
  const newcomer = await testApp.member({ referralCode: referrer.id });
  await sql`UPDATE members SET email_verified_at = now() WHERE id = ${newcomer.id}`.execute(testApp.db);
  return newcomer;
}

// Each command starts a process.
describe('npm run payments', { timeout: 60_000 }, () => {
  it('keeps a payment of another amount, or returns it now', async () => {
    const [kept, returned] = [await payAnother(), await payAnother()];
    const list = await payments('list');
    expect(list).toContain(`${kept.razorpay_payment_id}  ₹1.00 for ₹799.00 by `);
    expect(await keepPayment(testApp.db, kept.razorpay_payment_id)).toBe('done');
    expect(await returnPaymentNow(testApp.db, returned.razorpay_payment_id)).toBe('done');
    await testApp.makeDue();
    await vi.waitUntil(async () => (await refunded(returned)) === 100, WAIT);
    expect(await refunded(kept)).toBe(0);
    await vi.waitUntil(
      async () => (await keepPayment(testApp.db, returned.razorpay_payment_id)) === 'returned',
      WAIT,
    );
    expect((await reportPayments(testApp.db)).mismatches).toEqual([]);
  });

  it('keeps a second payment that the gateway cannot return', async () => {
    const { member, paid } = await testApp.buyer();
    await testApp.switches({ refunds: 'pending' });
    const id = (await testApp.pay(paid.razorpay_order_id)).razorpay_payment_id;
    await testApp.webhook('payment.captured', { payment: { entity: await testApp.atGateway(id) } });
    await testApp.makeDue();
    const pending = await vi.waitUntil(
      async () => (await testApp.gateway('GET', `v1/payments/${id}/refunds`)).body.items[0],
      WAIT,
    );
    expect(await keepPayment(testApp.db, id)).toBe('being-returned');
    await testApp.switches({ webhooks: 'on' });
    await testApp.bank(`refunds/${pending.id}`, { status: 'failed' });
    await vi.waitUntil(async () => (await keepPayment(testApp.db, id)) === 'done', WAIT);
    expect((await reportPayments(testApp.db)).returns).toEqual([]);
    expect(await keepPayment(testApp.db, paid.razorpay_payment_id)).toBe('not-owed');
    await testApp.switches({});
    expect(await testApp.balance(member)).toBe(500);
  });

  it('dismisses a webhook that could not be applied', async () => {
    const refund = { id: 'rfnd_foreign', payment_id: 'pay_foreign', amount: 100, currency: 'INR' };
    await testApp.webhook('refund.processed', { refund: { entity: refund } }, { id: 'evt_foreign' });
    expect((await reportPayments(testApp.db)).webhooks).toMatchObject([
      { id: 'evt_foreign', state: 'waiting' },
    ]);
    expect(await dismissWebhook(testApp.db, 'evt_foreign')).toBe(true);
    expect((await reportPayments(testApp.db)).webhooks).toEqual([]);
    expect(await payments('dismiss', 'evt_foreign')).toBe('1: No webhook evt_foreign waits.');
  });

  it('settles the debt of a member and grants the rewards that waited for it', async () => {
    const { member, paid } = await testApp.buyer();
    await sql`SELECT unlock_experience(${member.id}, 1, 200)`.execute(testApp.db);
    await testApp.webhook('refund.processed', {
      refund: {
        entity: {
          id: 'rfnd_operator',
          payment_id: paid.razorpay_payment_id,
          amount: 79900,
          currency: 'INR',
          status: 'processed',
        },
      },
    });
    const newcomer = await bringNewcomer(member);
    const bought = await testApp.pay(await testApp.order(newcomer));
    expect((await testApp.verify(newcomer, bought)).status).toBe(200);
    expect(await referralTokens(member)).toBe(0);
    expect((await reportPayments(testApp.db)).debts).toMatchObject([{ email: member.email, tokens: 200 }]);
    expect(await payments('settle', member.email.toUpperCase())).toBe(
      `${member.email.toUpperCase()} owes nothing any more: 200 tokens are settled.`,
    );
    expect(await referralTokens(member)).toBe(150);
    expect((await reportPayments(testApp.db)).debts).toEqual([]);
  });

  it('reports invalid input without a stack', async () => {
    expect(await payments('keep', 'pay_nobody')).toBe('1: There is no payment pay_nobody.');
    expect(await payments('refund', 'pay_1')).toMatch(/^1: Usage: npm run payments -- COMMAND/);
  });
});

describe('a dispute', { timeout: 30_000 }, () => {
  it.each([
    ['won', 150],
    ['lost', 0],
  ])('holds rewards up until it is %s', async (end, tokens) => {
    const { member, paid } = await testApp.buyer();
    await sql`SELECT unlock_experience(${member.id}, 1, 200)`.execute(testApp.db);
    const open = await testApp.bank('disputes', { payment_id: paid.razorpay_payment_id });
    await testApp.webhook('payment.dispute.created', { dispute: { entity: open } });
    const newcomer = await bringNewcomer(member);
    const bought = await testApp.pay(await testApp.order(newcomer));
    expect((await testApp.verify(newcomer, bought)).status).toBe(200);
    expect(await referralTokens(member)).toBe(0);
    const ended = await testApp.bank(`disputes/${open.id}`, { status: end });
    await testApp.webhook(`payment.dispute.${end}`, { dispute: { entity: ended } });
    expect(await referralTokens(member)).toBe(tokens);
  });
});
