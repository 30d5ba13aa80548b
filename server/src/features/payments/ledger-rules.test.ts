import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaymentsApp, type Member, type PaymentsApp } from '../../../testing/apps/payments-app.ts';
import { inTransaction } from '../../database/database.ts';
import { findViolations } from '../../ledger/invariants.ts';

let testApp: PaymentsApp;
let member: Member;
let other: Member;
/** Our order of the plan "plus" with its payment, and the gateway's refund of a third of it. */
let order: string;
let payment: string;
let refund: string;
/** A second payment that somebody made for it. */
let surplus: string;

beforeAll(async () => {
  testApp = await createPaymentsApp();
  [member, other] = [await testApp.member(), await testApp.member()];
  const bought = await testApp.order(member);
  const paid = await testApp.pay(bought);
  payment = paid.razorpay_payment_id;
  expect((await testApp.verify(member, paid)).status).toBe(200);
  const given = await testApp.gateway('POST', `v1/payments/${payment}/refund`, { amount: 26_700 });
  refund = given.body.id;
  await testApp.webhook('refund.processed', { refund: { entity: given.body } });
  surplus = (await testApp.pay(bought)).razorpay_payment_id;
  const entity = (await testApp.gateway('GET', `v1/payments/${surplus}`)).body;
  // So that nobody gives it back meanwhile.
  await testApp.switches({ answer: 'error' });
  await testApp.webhook('payment.captured', { payment: { entity } });
  const row = await testApp.db.selectFrom('payment_orders').select('id').executeTakeFirstOrThrow();
  order = row.id;
});
afterAll(async () => {
  expect(await testApp.ledgerViolations()).toEqual([]);
  await testApp.close();
});

/** Does to the database what its own rules refuse, as its owner, and looks. Nothing of it stays. */
async function found(statement: string): Promise<string[]> {
  const lines: string[] = [];
  await inTransaction(testApp.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const table of ['payment_orders', 'payments', 'refunds', 'disputes']) {
      const { rows } = await sql<{ name: string }>`
        SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype = 'c'
      `.execute(tx);
      for (const { name } of rows) {
        await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(tx);
      }
    }
    await sql`DROP INDEX payments_one_credit`.execute(tx);
    await sql.raw(statement).execute(tx);
    for (const { rule, where, problem } of await findViolations(tx)) {
      // Sums of all rows only repeat what is wrong in one.
      if (!where.startsWith('account ')) lines.push(`${rule.split(':', 1)[0]} ${where}: ${problem}`);
    }
    throw new Error('take it back');
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'take it back') throw error;
  });
  return lines;
}

describe('the check of payments says what is wrong and where', () => {
  it('nothing after a purchase, a second payment and a part of it back', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  it('I4: an order that is credited twice', async () => {
    expect(await found(`UPDATE payments SET standing = 'credited' WHERE id = '${surplus}'`)).toContain(
      `I4 order ${order}: is paid and 2 payments are credited to it: ${[payment, surplus].sort().join(', ')}`,
    );
  });

  it('I4: tokens without an order, with other tokens than ordered, for another member, and a paid order without any', async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT ledger_transaction_id AS id FROM payment_orders WHERE id = ${order}
    `.execute(testApp.db);
    const id = rows[0]?.id;
    expect(
      await found(`SELECT grant_tokens('${member.id}', 'topup', 7, now() + interval '1 day', 'topup:or_x')`),
    ).toEqual([
      expect.stringMatching(
        /^I4 ledger transaction \d+: gave tokens for topup:or_x, and no order is credited with it$/,
      ),
    ]);
    expect(await found(`UPDATE payment_orders SET tokens = 600 WHERE id = '${order}'`)).toContain(
      `I4 order ${order}: is paid for 600 tokens of ${member.id}; ledger transaction ${id} gave 500 to ${member.id}`,
    );
    expect(
      await found(`UPDATE payment_orders SET member_id = '${other.id}' WHERE id = '${order}'`),
    ).toContain(
      `I4 order ${order}: is paid for 500 tokens of ${other.id}; ledger transaction ${id} gave 500 to ${member.id}`,
    );
    expect(
      await found(`UPDATE payment_orders SET ledger_transaction_id = NULL WHERE id = '${order}'`),
    ).toContain(
      `I4 order ${order}: is paid for 500 tokens of ${member.id}; ledger transaction none gave 0 to nobody`,
    );
  });

  it('I5: a plan that was paid for and is not in force', async () => {
    const lost = new RegExp(
      `^I5 order ${order}: gave Plus until .* to ${member.id}, who has Free until no end and Plus until no time$`,
    );
    expect(
      await found(
        `UPDATE members SET tier = 'Free', tier_until = NULL, plus_until = NULL WHERE id = '${member.id}'`,
      ),
    ).toEqual([expect.stringMatching(lost)]);
    const shorter = `UPDATE members SET tier_until = tier_until - interval '1 day', plus_until = NULL WHERE id = '${member.id}'`;
    expect(await found(shorter)).toContainEqual(
      expect.stringMatching(`^I5 order ${order}: gave Plus until `),
    );
    expect(
      await found(`UPDATE members SET tier = 'Free', tier_until = NULL WHERE id = '${member.id}'`),
    ).toEqual([]);
  });

  it('I6: another amount or currency than ordered, or money that was not captured', async () => {
    const line = (seen: string) =>
      `I6 payment ${payment}: of order ${order} of ${member.id}: ${seen} is credited; 79900 INR was ordered`;
    const set = (assignment: string) => found(`UPDATE payments SET ${assignment} WHERE id = '${payment}'`);
    expect(await set('amount = 100')).toContain(line('captured 100 INR'));
    expect(await set("currency = 'USD'")).toContain(line('captured 79900 USD'));
    expect(await set("status = 'authorized'")).toContain(line('authorized 79900 INR'));
  });

  it('I6: captured money that is neither credited nor given back', async () => {
    expect(await found(`UPDATE payments SET standing = 'open' WHERE id = '${surplus}'`)).toEqual([
      `I6 payment ${surplus}: of order ${order} of ${member.id}: captured 79900 INR is neither credited nor given back; 79900 INR was ordered`,
    ]);
  });

  it('I4: two orders of one intent that are both credited', async () => {
    const id = `or_${'x'.repeat(22)}`;
    const twice = await found(`
      INSERT INTO payment_orders (id, member_id, plan_id, plan_name, tokens, validity_days, amount, currency, intent_id,
        ledger_transaction_id, status, paid_at)
      SELECT '${id}', member_id, plan_id, plan_name, tokens, validity_days, amount, currency, '${id}', NULL, 'paid', now()
      FROM payment_orders WHERE id = '${order}';
      DROP INDEX payment_orders_one_credit_per_intent;
      ALTER TABLE payment_orders DROP CONSTRAINT payment_orders_ledger_transaction_id_key;
      UPDATE payment_orders SET intent_id = '${order}', ledger_transaction_id = (
        SELECT ledger_transaction_id FROM payment_orders WHERE id = '${order}') WHERE id = '${id}'`);
    const [first, second] = [id, order].sort();
    expect(twice).toContain(
      `I4 order ${first}: of ${member.id}: ${first}, ${second} are credited for one intent`,
    );
  });

  it('I6: another amount that is undecided, and a webhook that could not be processed', async () => {
    expect(
      await found(`UPDATE payments SET standing = 'mismatch', amount = 5 WHERE id = '${surplus}'`),
    ).toEqual([
      expect.stringMatching(
        `^I6 payment ${surplus}: of order ${order} of ${member.id}: 5 INR was paid for 79900 INR, 0 went back; an operator has to decide`,
      ),
    ]);
    expect(
      await found(`
        UPDATE payments SET standing = 'mismatch', give_back_at = 'infinity' WHERE id = '${surplus}';
        INSERT INTO payment_events (id, event, outcome, state) VALUES ('evt_1', 'refund.processed', 'unknown-payment', 'dead')`),
    ).toEqual([expect.stringMatching(/^I6 webhook evt_1: refund.processed of .* could not be followed/)]);
  });

  it('I6: tokens that are held without a dispute, and a dispute that holds nothing', async () => {
    const dispute = (tokens: number) => `
      INSERT INTO disputes (id, payment_id, amount, currency, phase, status, tokens_held)
      VALUES ('disp_1', '${payment}', 79900, 'INR', 'chargeback', 'open', ${tokens});`;
    const hold = `SELECT hold_purchase(ledger_transaction_id, 100, 'hold:disp_1:chargeback') FROM payment_orders WHERE id = '${order}';`;
    expect(await found(`${dispute(100)} ${hold}`)).toEqual([]);
    expect(await found(hold)).toEqual([
      `I6 wallet of ${member.id}: 100 tokens are held in the ledger, 0 for disputes`,
    ]);
    expect(await found(dispute(70))).toEqual([
      `I6 wallet of ${member.id}: 0 tokens are held in the ledger, 70 for disputes`,
    ]);
  });

  it('I6: a second payment that was not given back in a week', async () => {
    const days = (count: number) =>
      found(`UPDATE payments SET created_at = now() - interval '${count} days' WHERE id = '${surplus}'`);
    expect(await days(6)).toEqual([]);
    const kept = `
      UPDATE payments SET created_at = now() - interval '8 days', give_back_at = 'infinity' WHERE id = '${surplus}';
      INSERT INTO refund_attempts (payment_id, key, amount, status, ended_at)
      SELECT '${surplus}', 'return-kept-' || n, 79900, 'failed', now() FROM generate_series(1, 3) AS n`;
    expect(await found(kept)).toEqual([]);
    expect(await days(8)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^I6 payment ${surplus}: of order ${order} of ${member.id}: has to be given back since .*, and 0 of 79900 INR were$`,
        ),
      ),
    ]);
  });

  it('I6: a refund that its payment, its order or the ledger does not know', async () => {
    expect(await found(`UPDATE payments SET refunded = 0 WHERE id = '${payment}'`)).toContain(
      `I6 payment ${payment}: of order ${order} of ${member.id}: 0 went back, its refunds are 26700`,
    );
    expect(await found(`UPDATE payment_orders SET status = 'refunded' WHERE id = '${order}'`)).toEqual([
      expect.stringMatching(`^I5 member ${member.id}: has Plus until .*; no paid order says so$`),
      expect.stringMatching(`^I5 order ${order}: of ${member.id} was refunded, who has its Plus until `),
      `I6 order ${order}: of ${member.id} is refunded, and 26700 of 79900 of payment ${payment} went back`,
    ]);
    expect(await found(`UPDATE refunds SET tokens_due = 200 WHERE id = '${refund}'`)).toEqual([
      `I6 payment ${payment}: of order ${order} of ${member.id}: for 26700 of 79900 that went back, 167 of 500 tokens are due; its refunds say 200`,
    ]);
    expect(await found(`UPDATE refunds SET tokens_taken = 100 WHERE id = '${refund}'`)).toEqual([
      `I6 refund ${refund}: of payment ${payment}, order ${order} of ${member.id}: took 100 tokens; the ledger took 167 of its lot`,
    ]);
    expect(await found(`DELETE FROM refunds WHERE id = '${refund}'`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          new RegExp(
            `^I6 ledger transaction \\d+: took tokens of ${member.id} for refund:${refund}, and there is no such refund$`,
          ),
        ),
      ]),
    );
  });

  it('I8: a credited order without a receipt, a receipt of another member, a gap between numbers', async () => {
    const number = await testApp.receiptNumber(member);
    const series = number.slice(2, -7);
    expect(await found('DELETE FROM receipts')).toEqual([
      `I8 order ${order}: of ${member.id}: is paid by payment ${payment}; receipt none is of payment none and of nobody`,
      `I8 receipt number 1 of series ${series}: is missing; the last one given is 1`,
    ]);
    expect(await found(`UPDATE receipts SET member_id = '${other.id}'`)).toEqual([
      `I8 order ${order}: of ${member.id}: is paid by payment ${payment}; receipt ${number} is of payment ${payment} and of ${other.id}`,
    ]);
    expect(await found(`UPDATE refund_vouchers SET member_id = '${other.id}'`)).toEqual([
      `I8 refund voucher of ${refund}: is of order ${order} of ${other.id}; the refund is of order ${order} of ${member.id}`,
    ]);
    expect(await found(`UPDATE receipt_series SET last = 3 WHERE series = '${series}'`)).toEqual([
      `I8 receipt number 2 of series ${series}: is missing; the last one given is 3`,
      `I8 receipt number 3 of series ${series}: is missing; the last one given is 3`,
    ]);
    expect(await found('UPDATE receipts SET serial = 2')).toEqual([
      `I8 receipt number 1 of series ${series}: is missing; the last one given is 1`,
      `I8 receipt ${number}: is beyond the last number given of its series, 1`,
    ]);
  });
});
