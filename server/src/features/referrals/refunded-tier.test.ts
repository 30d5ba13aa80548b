import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createPaymentsApp,
  type Member,
  type Paid,
  type PaymentsApp,
} from '../../../testing/apps/payments-app.ts';
import { inTransaction } from '../../database/database.ts';
import { findViolations } from '../../ledger/invariants.ts';
import { reversePurchase } from '../wallet/service.ts';

let testApp: PaymentsApp;

beforeAll(async () => {
  testApp = await createPaymentsApp();
});
afterAll(async () => {
  expect(await testApp.ledgerViolations()).toEqual([]);
  await testApp.close();
});

const referralTokens = async (member: Member) => (await testApp.summary(member)).wallet.referralBalance;

const markVerified = (member: Member) =>
  testApp.db
    .updateTable('members')
    .set({ email_verified_at: new Date() })
    .where('id', '=', member.id)
    .execute();

async function newcomerOf(referrer: Member): Promise<Member> {
  const newcomer = await testApp.member({ referralCode: referrer.id });
  await markVerified(newcomer);
  return newcomer;
}

async function buy(member: Member, planId = 'plus'): Promise<Paid> {
  const paid = await testApp.pay(await testApp.order(member, planId));
  const answer = await testApp.verify(member, paid, { planId });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return paid;
}

let refunds = 0;

/** The gateway's word that money went back. @param amount in the smallest unit; by default the price of Plus */
async function refund(paid: Paid, amount = 79_900, event = 'refund.processed'): Promise<void> {
  refunds += 1;
  const entity = {
    id: `${event === 'refund.processed' ? 'rfnd' : 'disp'}_tier${refunds}`,
    payment_id: paid.razorpay_payment_id,
    amount,
    currency: 'INR',
    status: 'processed',
  };
  const payload = event === 'refund.processed' ? { refund: { entity } } : { dispute: { entity } };
  const answer = await testApp.webhook(event, payload);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

it('a refund of the whole price takes the reward for the plan back, once and for good', async () => {
  const referrer = await testApp.member();
  const newcomer = await newcomerOf(referrer);
  const paid = await buy(newcomer);
  expect(await referralTokens(referrer)).toBe(150);
  await refund(paid, 40_000);
  expect(await referralTokens(referrer)).toBe(150);
  await refund(paid, 39_900);
  expect(await referralTokens(referrer)).toBe(0);
  const { body } = await testApp.get('/api/referrals', referrer);
  expect(body).toMatchObject({ tokens: 0, rewards: [] });
  await buy(newcomer);
  expect(await referralTokens(referrer)).toBe(0);
});

it('a dispute that was lost does the same', async () => {
  const referrer = await testApp.member();
  const paid = await buy(await newcomerOf(referrer));
  await refund(paid, 79_900, 'payment.dispute.lost');
  expect(await referralTokens(referrer)).toBe(0);
});

it('what the referrer has spent of it is recorded as a shortfall, nothing falls below zero', async () => {
  const referrer = await testApp.member();
  const newcomer = await newcomerOf(referrer);
  const paid = await buy(newcomer);
  // As if the referrer had spent 60 of them: the lot cannot be spent before its week is over.
  const lot = await testApp.db
    .selectFrom('wallet_lots')
    .select(['id', 'transaction_id'])
    .where('member_id', '=', referrer.id)
    .executeTakeFirstOrThrow();
  await testApp.db.transaction().execute((tx) =>
    reversePurchase(tx, {
      transactionId: lot.transaction_id,
      tokens: 60,
      reference: `manual:test:${lot.id}`,
    }),
  );
  await refund(paid);
  expect(await referralTokens(referrer)).toBe(0);
  const reward = await testApp.db
    .selectFrom('referral_rewards')
    .select(['state', 'tokens', 'tokens_taken'])
    .where('newcomer_id', '=', newcomer.id)
    .where('kind', '=', 'tier')
    .executeTakeFirst();
  expect(reward).toEqual({ state: 'reversed', tokens: 150, tokens_taken: 90 });
});

it('another plan that was bought in time keeps the reward', async () => {
  const referrer = await testApp.member();
  const newcomer = await newcomerOf(referrer);
  const first = await buy(newcomer);
  const second = await buy(newcomer);
  await refund(first);
  expect(await referralTokens(referrer)).toBe(150);
  await refund(second);
  expect(await referralTokens(referrer)).toBe(0);
});

it('a refund before the newcomer has verified cancels the reward that waits', async () => {
  const referrer = await testApp.member();
  const newcomer = await testApp.member({ referralCode: referrer.id });
  const paid = await buy(newcomer);
  await refund(paid);
  const state = await testApp.db
    .selectFrom('referral_rewards')
    .select('state')
    .where('newcomer_id', '=', newcomer.id)
    .where('kind', '=', 'tier')
    .executeTakeFirst();
  expect(state).toEqual({ state: 'cancelled' });
});

it('plans without a tier bring nothing, so nothing is taken back for them', async () => {
  const referrer = await testApp.member();
  const newcomer = await newcomerOf(referrer);
  const plus = await buy(newcomer);
  const starter = await buy(newcomer, 'starter');
  await refund(starter, 19_900);
  expect(await referralTokens(referrer)).toBe(150);
  await refund(plus);
  expect(await referralTokens(referrer)).toBe(0);
});

it('taking a reward back waits for the wallet first, as settling a debt does, so neither waits for the other', async () => {
  const referrer = await testApp.member();
  const newcomer = await newcomerOf(referrer);
  const paid = await buy(newcomer);
  let refunding: Promise<void> | undefined;
  await inTransaction(testApp.db, async (tx) => {
    await sql`SELECT lock_wallet(${referrer.id})`.execute(tx);
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    refunding = refund(paid);
    await vi.waitUntil(async () => {
      const waiting = await sql`
        SELECT FROM pg_stat_activity WHERE ${rows[0]?.pid}::integer = ANY (pg_blocking_pids(pid))
      `.execute(testApp.db);
      return waiting.rows.length > 0;
    });
    const { rows: rewards } = await sql`
      SELECT FROM referral_rewards WHERE newcomer_id = ${newcomer.id} AND kind = 'tier' FOR UPDATE NOWAIT
    `.execute(tx);
    expect(rewards).toHaveLength(1);
  });
  await refunding;
  expect(await referralTokens(referrer)).toBe(0);
});

it('a reward that waits is not granted for an account that its maker has lost, whatever debt is settled', async () => {
  const referrer = await testApp.member();
  const own = await buy(referrer);
  const newcomer = await testApp.member({ referralCode: referrer.id });
  await buy(newcomer);
  await testApp.db
    .updateTable('members')
    .set({ referred_by: null, email_verified_at: new Date() })
    .where('id', '=', newcomer.id)
    .execute();
  for (const [event, status] of [
    ['created', 'open'],
    ['won', 'won'],
  ]) {
    const dispute = {
      id: 'disp_lostAccount',
      payment_id: own.razorpay_payment_id,
      amount: 79_900,
      currency: 'INR',
      status,
    };
    await testApp.webhook(`payment.dispute.${event}`, { dispute: { entity: dispute } });
  }
  expect(await referralTokens(referrer)).toBe(0);
});

/** Which rules are broken after a statement that the database's own rules refuse. Nothing of it stays. */
async function rulesBrokenBy(statement: string): Promise<string[]> {
  const rules: string[] = [];
  const undo = new Error('undo');
  await inTransaction(testApp.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
    rules.push(...(await findViolations(tx)).map(({ rule }) => rule));
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return [...new Set(rules)];
}

describe('the ledger check notices', () => {
  beforeAll(async () => {
    const referrer = await testApp.member();
    await buy(await newcomerOf(referrer));
    await refund(await buy(await newcomerOf(referrer)));
  });

  const anyOther =
    '(SELECT min(id) FROM members AS m WHERE m.referred_by IS NOT NULL AND m.id <> members.id)';

  it('nothing of a reward from before rewards were recorded, whose plan was refunded then', async () => {
    const broken = await rulesBrokenBy(`
      UPDATE payment_orders SET status = 'refunded'
      WHERE id IN (SELECT order_id FROM referral_rewards WHERE kind = 'tier' AND state = 'granted');
      UPDATE referral_rewards SET mailbox = NULL`);
    expect(broken).not.toContainEqual(expect.stringMatching(/^I6: a referral/));
  });

  it.each([
    ['I4: a referral', "UPDATE referral_rewards SET tokens = tokens + 1 WHERE state = 'granted'"],
    ['I4: a referral', "UPDATE referral_rewards SET member_id = newcomer_id WHERE kind = 'tier'"],
    ['I4: a referral', `UPDATE members SET referred_by = ${anyOther} WHERE referred_by IS NOT NULL`],
    ['I4: a referral', 'DELETE FROM referral_rewards'],
    [
      'I6: a referral',
      "UPDATE referral_rewards SET state = 'granted', tokens_taken = 0 WHERE state = 'reversed'",
    ],
    ['I2: the totals', 'UPDATE referral_totals SET tokens = tokens + 1'],
    ['I2: the totals', 'DELETE FROM referral_totals'],
  ])('%s … after %s', async (rule, statement) => {
    expect(await rulesBrokenBy(statement)).toContainEqual(expect.stringMatching(`^${rule}`));
  });
});
