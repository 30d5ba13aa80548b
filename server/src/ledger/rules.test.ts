import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentsApp, type Member, type PaymentsApp } from '../../testing/apps/payments-app.ts';
import { inTransaction } from '../database/database.ts';
import { findViolations } from './invariants.ts';

let testApp: PaymentsApp;
/** Bought the plan "plus": 500 tokens. */
let buyer: Member;
let newcomer: Member;

beforeAll(async () => {
  testApp = await createPaymentsApp();
  [buyer, newcomer] = [await testApp.member(), await testApp.member()];
  expect((await testApp.verify(buyer, await testApp.pay(await testApp.order(buyer)))).status).toBe(200);
});
afterAll(async () => {
  expect(await testApp.ledgerViolations()).toEqual([]);
  await testApp.close();
});

/** Runs statements without triggers and constraints, returns the violations, and rolls back. */
async function violationsAfter(...statements: string[]): Promise<string[]> {
  const lines: string[] = [];
  await inTransaction(testApp.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    for (const { rule, where, problem } of await findViolations(tx)) {
      lines.push(`${rule.split(':', 1)[0]} ${where}: ${problem}`);
    }
    throw new Error('roll back');
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'roll back') throw error;
  });
  return lines;
}

const line = (text: string | RegExp) => expect.stringMatching(text);
const grant = (kind: string, reference: string, more = '') =>
  `SELECT grant_tokens('${newcomer.id}', '${kind}', 100, now() + interval '1 day', '${reference}' ${more})`;
const movement = (kind: string, reference: string, account: string, tokens: number) => `
  WITH lot AS (SELECT id, member_id, transaction_id FROM wallet_lots WHERE member_id = '${buyer.id}'),
    moved AS (
      INSERT INTO ledger_transactions (kind, reference, member_id)
      SELECT '${kind}', '${reference}', member_id FROM lot RETURNING id),
    written AS (
      INSERT INTO ledger_entries (transaction_id, account, member_id, lot_id, amount)
      SELECT moved.id, '${account}', NULL, NULL, ${tokens} FROM moved
      UNION ALL SELECT moved.id, 'member', lot.member_id, lot.id, ${-tokens} FROM moved, lot),
    wallet AS (UPDATE wallets SET topup = topup - ${tokens} WHERE member_id = '${buyer.id}')
  UPDATE wallet_lots SET remaining = remaining - ${tokens} WHERE member_id = '${buyer.id}'`;

describe('the check finds', () => {
  it('nothing after a purchase, and nothing in manual grants with a name', async () => {
    expect(await violationsAfter('SELECT 1')).toEqual([]);
    expect(
      await violationsAfter(
        grant('bonus', 'manual:ada:goodwill-12'),
        grant('topup', 'manual:ada:lost-order'),
      ),
    ).toEqual([]);
  });

  it.each([
    ['topup', 'x:1'],
    ['topup', 'manual::nobody'],
    ['bonus', 'referral-welcome:somebody-else'],
    ['bonus', 'topup:x'],
    ['referral', 'sample-referral:x'],
  ])('I4: %s tokens for %s', async (kind, reference) => {
    expect(await violationsAfter(grant(kind, reference))).toContainEqual(
      line(
        `^I4 ledger transaction \\d+: of kind ${kind} for ${newcomer.id} gives no known cause: ${reference}$`,
      ),
    );
  });

  it('I4: an expiry of another lot, and a refund without a hold', async () => {
    expect(await violationsAfter(movement('expiry', 'expiry:0', 'expired', 10))).toEqual([
      line(/^I4 .*gives no known cause: expiry:0$/),
    ]);
    expect(await violationsAfter(movement('refund', 'refund-held:rfnd_x', 'sales', 10))).toContainEqual(
      line(/^I4 .*gives no known cause: refund-held:rfnd_x$/),
    );
  });

  it('I1: an unlock credited to sales, and a refund credited to tours', async () => {
    expect(await violationsAfter(movement('unlock', `unlock:${'x'}:1`, 'sales', 10))).toContainEqual(
      line(/^I1 ledger transaction \d+: of kind unlock for unlock:x:1 moves 10 on account sales$/),
    );
    expect(await violationsAfter(movement('refund', 'manual:ada:mistake', 'tours', 10))).toContainEqual(
      line(/^I1 ledger transaction \d+: of kind refund for manual:ada:mistake moves 10 on account tours$/),
    );
    expect(await violationsAfter(movement('refund', 'manual:ada:mistake', 'sales', 10))).toEqual([]);
  });

  it('I1: accounts that differ from the other tables', async () => {
    const tour = `INSERT INTO ledger_entries (transaction_id, account, amount) SELECT max(id), 'tours', 7 FROM ledger_transactions`;
    const lines = await violationsAfter(tour);
    expect(lines).toContain('I1 account tours: holds 7; it should hold 0');
    expect(lines).toContainEqual(line(/^I1 account all but wallets: holds -493; it should hold -500$/));
    expect(
      await violationsAfter('UPDATE ledger_entries SET amount = amount + 1 WHERE account = $$sales$$'),
    ).toContain('I1 account sales: holds -499; it should hold -500');
  });

  it('I5: an unpaid plan', async () => {
    const has = (member: Member, assignment: string) =>
      violationsAfter(`UPDATE members SET ${assignment} WHERE id = '${member.id}'`);
    expect(await has(newcomer, "tier = 'Pro', tier_until = NULL")).toEqual([
      `I5 member ${newcomer.id}: has Pro until no end and Plus until no time; no paid order says so`,
    ]);
    expect(await has(newcomer, "tier = 'Plus', tier_until = now() + interval '1 day'")).toHaveLength(1);
    expect(await has(newcomer, "plus_until = now() + interval '1 day'")).toHaveLength(1);
    expect(await has(newcomer, "tier = 'Plus', tier_until = now() - interval '1 day'")).toEqual([]);
    expect(await has(buyer, "tier_until = tier_until + interval '1 day'")).toEqual([
      line(`^I5 member ${buyer.id}: has Plus until .*; no paid order says so$`),
    ]);
    expect(await has(buyer, "tier = 'Pro'")).toHaveLength(1);
  });

  it('I6: a payment that stays authorised', async () => {
    const authorised = (days: number) =>
      violationsAfter(`INSERT INTO payments (id, order_id, amount, currency, status, created_at)
        SELECT 'pay_x', id, amount, currency, 'authorized', now() - interval '${days} days' FROM payment_orders`);
    expect(await authorised(9)).toEqual([]);
    expect(await authorised(11)).toEqual([line(/^I6 payment pay_x: of order .* is authorised since /)]);
  });

  it('I7: tokens that expired while their transaction waited', async () => {
    const spend = `SELECT unlock_experience('${buyer.id}', 8, 10)`;
    const ended = (moment: string) =>
      `UPDATE wallet_lots SET expires_at = ${moment} WHERE member_id = '${buyer.id}'`;
    // Both after the transaction began.
    const earlier = `(SELECT moved_at - interval '1 millisecond' FROM ledger_transactions WHERE kind = 'unlock')`;
    expect(await violationsAfter('SELECT pg_sleep(0.02)', spend, ended(earlier))).toEqual([
      line(/^I7 ledger transaction \d+: spent at .* of lot \d+, which expired at /),
    ]);
  });

  it('I7: tokens that were spent too early', async () => {
    const spend = `SELECT unlock_experience('${buyer.id}', 8, 10)`;
    const lot = (assignment: string) =>
      `UPDATE wallet_lots SET ${assignment} WHERE member_id = '${buyer.id}'`;
    expect(await violationsAfter(spend, lot("available_at = now() + interval '1 hour'"))).toEqual([
      line(/^I7 ledger transaction \d+: of .* spent of lot \d+ at .*, which is available from /),
    ]);
    const unverified = `UPDATE members SET email_verified_at = NULL WHERE id = '${buyer.id}'`;
    expect(await violationsAfter(spend, lot('requires_verified_email = true'), unverified)).toEqual([
      line(/^I7 ledger transaction \d+: of .*, which needs a verified email$/),
    ]);
  });

  it('I7: expired tokens that remain', async () => {
    const ended = (minutes: number) =>
      violationsAfter(`UPDATE wallet_lots SET expires_at = now() - interval '${minutes} minutes'`);
    expect(await ended(9)).toEqual([]);
    expect(await ended(11)).toEqual([line(`^I7 lot \\d+: of ${buyer.id} expired at .* and has 500 left$`)]);
  });

  it('I8: a receipt with a wrong date or tax', async () => {
    expect(await violationsAfter("UPDATE receipts SET issued_at = issued_at + interval '2 days'")).toEqual([
      line(/^I8 receipt of order or_.*: paid at .* was issued at /),
    ]);
    const taxed = (amount: number) =>
      violationsAfter(`UPDATE receipts SET tax = '{"name": "GST", "rate": 18, "amount": ${amount}}'`);
    expect(await taxed(12_188)).toEqual([]);
    expect(await taxed(12_189)).toEqual([line(/^I8 receipt of order or_.* with tax .*12189/)]);
  });

  it('I4: a reward for a newcomer whose email is not verified, or for no plan', async () => {
    const reward = (kind: string, order: string) => [
      `UPDATE members SET referred_by = '${buyer.id}' WHERE id = '${newcomer.id}'`,
      `SELECT grant_tokens('${buyer.id}', 'referral', 100, now() + interval '1 day', 'referral-${kind}:${newcomer.id}')`,
      `INSERT INTO referral_rewards (kind, newcomer_id, member_id, mailbox, state, tokens, transaction_id, granted_at, order_id)
        SELECT '${kind}', '${newcomer.id}', '${buyer.id}', sha256('x'), 'granted', 100, max(id), now(), ${order}
        FROM ledger_transactions`,
      `INSERT INTO referral_totals VALUES ('${buyer.id}', 1, 100)`,
    ];
    const verified = `UPDATE members SET email_verified_at = now() WHERE id = '${newcomer.id}'`;
    const unverified = `UPDATE members SET email_verified_at = NULL WHERE id = '${newcomer.id}'`;
    expect(await violationsAfter(verified, ...reward('newcomer', 'NULL'))).toEqual([]);
    expect(await violationsAfter(unverified, ...reward('newcomer', 'NULL'))).toEqual([
      line(/^I4 referral reward \d+: for newcomer of .*, who has no verified email$/),
    ]);
    expect(await violationsAfter(verified, ...reward('tier', '(SELECT id FROM payment_orders)'))).toEqual([
      line(/^I4 referral reward \d+: for tier of .*, who has not paid for a plan by order /),
    ]);
  });
});
