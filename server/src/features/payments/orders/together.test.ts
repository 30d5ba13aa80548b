import { createHmac } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Member, type Paid, paymentEntity } from '../../../../testing/apps/payments-app.ts';
import { race, raceTimeoutMs, repeatRace } from '../../../../testing/index.ts';
import { usePaymentsApp } from '../../../../testing/use-app.ts';
import type { Tx } from '../../../database/database.ts';
import { creditPlainPayments } from './payment-store.ts';

// The background tasks would credit the payments too.
const testApp = usePaymentsApp({ config: { payments: { tickMs: 2 ** 31 - 1 } } });

const SELLER = { name: 'Oriel', entity: 'Oriel Ltd', address: 'Here 1', email: 'a@example.org' };
const STARTER = { amount: 19_900, currency: 'INR' };

/** A payment of a starter plan, captured and not reported to us. */
async function starterPaid(): Promise<{ member: Member; paid: Paid }> {
  const member = await testApp.member();
  return { member, paid: await testApp.pay(await testApp.order(member, 'starter')) };
}

const captured = (paid: Paid, changes: { amount?: number; currency?: string } = {}) => ({
  payment: {
    id: paid.razorpay_payment_id,
    orderId: paid.razorpay_order_id,
    ...STARTER,
    ...changes,
    status: 'captured' as const,
    amountRefunded: 0,
    method: 'card',
    failure: undefined,
  },
  via: 'browser' as const,
  tax: null,
});

/** @returns the payments that are credited together */
async function credit(...payments: ReturnType<typeof captured>[]): Promise<string[]> {
  return [...(await creditPlainPayments(testApp.db, payments, SELLER)).keys()];
}

/** What a purchase has written, without ids and times. */
async function written({ member, paid }: { member: Member; paid: Paid }): Promise<unknown> {
  const { rows } = await sql<{ rows: unknown }>`
    SELECT jsonb_build_object(
      'order', to_jsonb(o) - '{id,member_id,gateway_order_id,created_at,paid_at,claimed_until,ledger_transaction_id,settled_by}'::text[],
      'payment', to_jsonb(p) - '{id,order_id,created_at,give_back_at}'::text[],
      'receipt', to_jsonb(r) - '{order_id,payment_id,member_id,issued_at,number,series,serial,buyer}'::text[],
      'buyer', replace(r.buyer::text, m.email, 'the email'),
      'transaction', to_jsonb(t) - '{id,member_id,reference,created_at,moved_at,xact_id}'::text[],
      'reference', replace(t.reference, o.id, 'the order'),
      'lot', to_jsonb(l) - '{id,member_id,transaction_id,expires_at}'::text[],
      'lasts', l.expires_at - o.paid_at,
      'entries', (SELECT jsonb_agg(jsonb_build_array(account, amount, member_id = m.id, lot_id = l.id) ORDER BY amount)
        FROM ledger_entries WHERE transaction_id = t.id),
      'wallet', to_jsonb(w) - 'member_id'
    ) AS rows
    FROM payment_orders AS o JOIN payments AS p ON p.order_id = o.id JOIN receipts AS r ON r.order_id = o.id
    JOIN ledger_transactions AS t ON t.id = o.ledger_transaction_id JOIN wallet_lots AS l ON l.transaction_id = t.id
    JOIN members AS m ON m.id = o.member_id JOIN wallets AS w ON w.member_id = m.id
    WHERE o.member_id = ${member.id} AND p.id = ${paid.razorpay_payment_id}
  `.execute(testApp.db);
  expect(rows).toHaveLength(1);
  return rows[0]?.rows;
}

async function holding<T>(lock: RawBuilder<unknown>, work: () => Promise<T>): Promise<T> {
  return testApp.db.transaction().execute(async (tx: Tx) => {
    expect((await lock.execute(tx)).rows).toHaveLength(1);
    return work();
  });
}

describe('plain payments', () => {
  it('are credited together as each would be by itself', async () => {
    const [alone, one, other] = [await starterPaid(), await starterPaid(), await starterPaid()];
    await testApp.webhook('payment.captured', {
      payment: paymentEntity(alone.paid, { ...STARTER, method: 'card' }),
    });
    for (const { member, paid } of [one, other]) {
      expect((await testApp.verify(member, paid)).body).toMatchObject({
        status: 'success',
        tokensAdded: 100,
      });
    }
    const expected = await written(alone);
    expect(expected).toMatchObject({ payment: { standing: 'credited' }, order: { status: 'paid' } });
    expect(await written(one)).toEqual(expected);
    expect(await written(other)).toEqual(expected);
  });

  it('share one statement', async () => {
    const sales = [await starterPaid(), await starterPaid(), await starterPaid()];
    const ids = sales.map(({ paid }) => paid.razorpay_payment_id);
    expect((await credit(...sales.map(({ paid }) => captured(paid)))).sort()).toEqual(ids.sort());
    for (const { member } of sales) expect(await testApp.balance(member)).toBe(100);
  });

  it('of one member fill one wallet', async () => {
    const { member, paid } = await starterPaid();
    await credit(captured(paid));
    const orders = [await testApp.order(member, 'starter'), await testApp.order(member, 'starter')];
    expect(new Set(orders).size).toBe(1);
    const again = await testApp.pay(orders[0] ?? '');
    expect(await credit(captured(again))).toEqual([again.razorpay_payment_id]);
    expect(await testApp.balance(member)).toBe(200);
  });

  it('are credited to members who were blocked meanwhile: they have paid', async () => {
    const { member, paid } = await starterPaid();
    await sql`UPDATE members SET blocked_at = now() WHERE id = ${member.id}`.execute(testApp.db);
    expect(await testApp.verify(member, paid)).toMatchObject({ status: 401 });
    expect(await credit(captured(paid))).toEqual([paid.razorpay_payment_id]);
  });
});

describe('an unusual payment is left to its own transaction', () => {
  const unchanged = async (paid: Paid, ...payments: ReturnType<typeof captured>[]) => {
    const rest = await starterPaid();
    expect(await credit(...payments, captured(rest.paid))).toEqual([rest.paid.razorpay_payment_id]);
    const { rows } = await sql`
      SELECT FROM payment_orders WHERE gateway_order_id = ${paid.razorpay_order_id} AND ledger_transaction_id IS NOT NULL
      UNION ALL SELECT FROM payments WHERE id = ${paid.razorpay_payment_id} AND standing = 'credited'
    `.execute(testApp.db);
    expect(rows).toEqual([]);
  };

  it.each([
    ['W11 another amount', { amount: 19_899 }],
    ['W11 another currency', { currency: 'USD' }],
  ])('%s', async (_, changes) => {
    const { paid } = await starterPaid();
    await unchanged(paid, captured(paid, changes));
  });

  it('for a plan with a tier, which is then given', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member, 'plus'));
    await unchanged(paid, captured(paid, { amount: 79_900 }));
    expect((await testApp.verify(member, paid)).status).toBe(200);
    expect((await testApp.summary(member)).subscriptionType).toBe('Plus');
  });

  it('W12 that was only authorised when it was reported first', async () => {
    const member = await testApp.member();
    const paid = await testApp.pay(await testApp.order(member, 'starter'), 'authorized');
    expect((await testApp.verify(member, paid)).body).toMatchObject({ status: 'pending' });
    await unchanged(paid, captured(paid));
    await testApp.gateway('POST', `v1/payments/${paid.razorpay_payment_id}/capture`, {});
    expect((await testApp.verify(member, paid)).body).toMatchObject({ status: 'success' });
    expect(await testApp.balance(member)).toBe(100);
  });

  it('that was credited before', async () => {
    const { member, paid } = await starterPaid();
    expect(await credit(captured(paid))).toEqual([paid.razorpay_payment_id]);
    expect(await credit(captured(paid))).toEqual([]);
    expect((await testApp.verify(member, paid)).body).toMatchObject({ status: 'success', tokensAdded: 100 });
    expect(await testApp.balance(member)).toBe(100);
  });

  it('W13 second one of an order', async () => {
    const { member, paid } = await starterPaid();
    const second = await testApp.pay(paid.razorpay_order_id);
    const answers = await Promise.all([testApp.verify(member, paid), testApp.verify(member, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await testApp.balance(member)).toBe(100);
  });

  it('of an intent that is paid', async () => {
    const member = await testApp.member();
    const first = await testApp.order(member, 'starter');
    const late = await testApp.pay(first, 'failed');
    await sql`
      UPDATE payment_orders SET created_at = created_at - interval '40 minutes' WHERE gateway_order_id = ${first}
    `.execute(testApp.db);
    const paid = await testApp.pay(await testApp.order(member, 'starter'));
    expect(paid.razorpay_order_id).not.toBe(first);
    await expect(credit(captured(paid), captured(late))).rejects.toThrow('one_credit_per_intent');
    await testApp.gateway('POST', `v1/payments/${late.razorpay_payment_id}/capture`, {});
    const answers = await Promise.all([testApp.verify(member, paid), testApp.verify(member, late)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await credit(captured(late), captured(paid))).toEqual([]);
    expect(await testApp.balance(member)).toBe(100);
  });

  it('of a member who has left', async () => {
    const { member, paid } = await starterPaid();
    await sql`
      UPDATE members SET deleted_at = now(), email = NULL, email_verified_at = NULL, password_hash = NULL,
        first_name = '', last_name = '', avatar = NULL, profile = '{}'
      WHERE id = ${member.id}
    `.execute(testApp.db);
    await unchanged(paid, captured(paid));
  });

  it.each(['payment_orders', 'members', 'wallets'])(
    'whose row of %s another transaction has locked, without a wait',
    async (table) => {
      const { member, paid } = await starterPaid();
      await sql`SELECT lock_wallet(${member.id})`.execute(testApp.db);
      const column = sql.ref(table === 'members' ? 'id' : 'member_id');
      const lock = sql`SELECT FROM ${sql.table(table)} WHERE ${column} = ${member.id} FOR UPDATE`;
      await holding(lock, () => unchanged(paid, captured(paid)));
      expect((await testApp.verify(member, paid)).status).toBe(200);
      expect(await testApp.balance(member)).toBe(100);
    },
  );
});

describe('verifications that arrive together', { timeout: raceTimeoutMs(20_000) }, () => {
  it('W8 credit each to its buyer, whatever others send', async () => {
    await repeatRace(async () => {
      const buyers = await Promise.all(Array.from({ length: 6 }, starterPaid));
      const answers = await race(24, (index) => {
        const { member, paid } = buyers[index % 6] as (typeof buyers)[number];
        const { paid: foreign } = buyers[(index + 1) % 6] as (typeof buyers)[number];
        if (index < 6) return testApp.verify(member, paid);
        if (index < 12) return testApp.verify(member, foreign);
        if (index < 18) return testApp.verify(member, paid, { signature: '0'.repeat(64) });
        return testApp.verify(member, paid, { paymentId: 'a\0b' });
      });
      const statuses = [200, 404, 400, 400].flatMap((status) => Array<number>(6).fill(status));
      expect(answers.map(({ status }) => status)).toEqual(statuses);
      expect(answers.slice(0, 6).map(({ body }) => body.paymentId)).toEqual(
        buyers.map(({ paid }) => paid.razorpay_payment_id),
      );
      for (const { member } of buyers) expect(await testApp.balance(member)).toBe(100);
    });
  });

  it('W3 W4 credit once while the browser and both webhooks report a plain payment', async () => {
    await repeatRace(async () => {
      const { member, paid } = await starterPaid();
      const answers = await testApp.raceReports(member, paid, paymentEntity(paid, STARTER));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await testApp.balance(member)).toBe(100);
    });
  });

  it('count one request to the gateway for each payment', async () => {
    const member = await testApp.member();
    const orderId = await testApp.order(member, 'starter');
    const answers = await race(40, (index) => {
      const paymentId = `pay_unknown${index}`;
      const signature = createHmac('sha256', testApp.config.payments.keySecret)
        .update(`${orderId}|${paymentId}`)
        .digest('hex');
      return testApp.post('/api/tokens/topup/verify', member, { orderId, paymentId, signature });
    });
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([counts.get(200)?.length, counts.get(429)?.length]).toEqual([30, 10]);
  });
});
