import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { type Member, type Paid, paymentEntity } from '../../../../testing/apps/payments-app.ts';
import { race, raceTimeoutMs, repeatRace } from '../../../../testing/index.ts';
import { usePaymentsApp } from '../../../../testing/use-app.ts';

const testApp = usePaymentsApp();

const WAIT = { timeout: 20_000, interval: 50 };
const holds = (member: Member, tokens: number) =>
  vi.waitUntil(async () => (await testApp.balance(member)) === tokens, WAIT);
const spend = (member: Member, tour: number, tokens: number) =>
  sql`SELECT unlock_experience(${member.id}, ${tour}, ${tokens})`.execute(testApp.db);
const owes = async (member: Member) => {
  const { rows } = await sql<{ owes: boolean }>`SELECT has_open_debt(${member.id}) AS owes`.execute(
    testApp.db,
  );
  return rows[0]?.owes;
};
const refundOf = (id: string) =>
  testApp.db
    .selectFrom('refunds')
    .select(['amount', 'tokens_due', 'tokens_taken'])
    .where('id', '=', id)
    .executeTakeFirst();

describe('disputes, through the gateway and its webhooks', { timeout: 60_000 }, () => {
  const dispute = async (paid: Paid, more: object = {}) =>
    (await testApp.bank('disputes', { payment_id: paid.razorpay_payment_id, ...more })).id as string;

  it.each(['won', 'closed'])(
    'hold what is left of the tokens, and give it back when they are %s',
    async (end) => {
      await testApp.switches({ webhooks: 'on' });
      const { member, paid } = await testApp.buyer();
      await spend(member, 1, 200);
      const id = await dispute(paid);
      await holds(member, 0);
      expect(await owes(member)).toBe(true);
      expect(await testApp.summary(member)).toMatchObject({ heldBalance: 300 });
      await testApp.bank(`disputes/${id}`, { status: 'under_review' });
      await testApp.bank(`disputes/${id}`, { status: end });
      await holds(member, 300);
      expect(await owes(member)).toBe(false);
      expect(await testApp.summary(member)).toMatchObject({ heldBalance: 0 });
      const history = (await testApp.get('/api/tokens/history', member)).body.transactions;
      expect(history.map((row: { title?: string; amount: number }) => [row.title, row.amount])).toEqual([
        ['Plus: dispute over, tokens returned', 300],
        ['Plus: payment disputed, tokens on hold', -300],
        [undefined, -200],
        ['Plus', 500],
      ]);
    },
  );

  it('take the held tokens when they are lost, and note what was spent', async () => {
    await testApp.switches({ webhooks: 'on' });
    const { member, paid } = await testApp.buyer();
    await spend(member, 2, 200);
    const id = await dispute(paid);
    await holds(member, 0);
    await testApp.bank(`disputes/${id}`, { status: 'lost' });
    await vi.waitUntil(async () => (await refundOf(id)) !== undefined, WAIT);
    expect(await refundOf(id)).toEqual({ amount: 79900, tokens_due: 500, tokens_taken: 300 });
    expect((await testApp.summary(member)).subscriptionType).toBe('Free');
    expect(await owes(member)).toBe(true);
    const history = (await testApp.get('/api/tokens/history', member)).body.transactions;
    const settled = history.filter(({ status }: { status: string }) => status === 'success');
    expect(settled.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(0);
  });

  it('take only the part that was deducted; nothing of one that was lost without a deduction', async () => {
    await testApp.switches({ webhooks: 'on' });
    const [part, none] = [await testApp.buyer(), await testApp.buyer()];
    const partly = await dispute(part.paid);
    const retrieval = await dispute(none.paid, { phase: 'retrieval' });
    await holds(part.member, 0);
    await testApp.bank(`disputes/${partly}`, { status: 'lost', amount_deducted: 39950 });
    await testApp.bank(`disputes/${retrieval}`, { status: 'lost', amount_deducted: 0 });
    await holds(part.member, 250);
    await holds(none.member, 500);
    expect(await refundOf(retrieval)).toBeUndefined();
  });

  it('are followed whatever order their webhooks come in, and once', {
    timeout: raceTimeoutMs(5_000),
  }, async () => {
    await repeatRace(async () => {
      const { member, paid } = await testApp.buyer();
      const entity = (status: string) => ({
        payment: paymentEntity(paid),
        dispute: {
          entity: {
            id: `disp_${paid.razorpay_payment_id}`,
            payment_id: paid.razorpay_payment_id,
            amount: 79900,
            currency: 'INR',
            phase: 'chargeback',
            status,
          },
        },
      });
      await race(20, (index) =>
        index % 2 === 0
          ? testApp.webhook('payment.dispute.won', entity('won'))
          : testApp.webhook('payment.dispute.created', entity('open')),
      );
      expect(await testApp.balance(member)).toBe(500);
      expect(await testApp.ledgerViolations()).toEqual([]);
    });
  });

  it('of another currency than the payment hold and take nothing', async () => {
    const { member, paid } = await testApp.buyer();
    const entity = {
      id: 'disp_inDollars',
      payment_id: paid.razorpay_payment_id,
      amount: 79900,
      amount_deducted: 79900,
      currency: 'USD',
      phase: 'chargeback',
    };
    await testApp.webhook('payment.dispute.created', { dispute: { entity: { ...entity, status: 'open' } } });
    await testApp.webhook('payment.dispute.lost', { dispute: { entity: { ...entity, status: 'lost' } } });
    expect(await testApp.balance(member)).toBe(500);
    expect(await refundOf('disp_inDollars')).toBeUndefined();
  });

  it('go on in another phase after they were won', async () => {
    const { member, paid } = await testApp.buyer();
    const told = (phase: string, status: string) =>
      testApp.webhook(`payment.dispute.${status === 'open' ? 'created' : status}`, {
        payment: paymentEntity(paid),
        dispute: {
          entity: {
            id: 'disp_twoPhases',
            payment_id: paid.razorpay_payment_id,
            amount: 79900,
            currency: 'INR',
            phase,
            status,
          },
        },
      });
    await told('chargeback', 'open');
    await told('chargeback', 'won');
    expect(await testApp.balance(member)).toBe(500);
    await told('pre_arbitration', 'open');
    expect(await testApp.balance(member)).toBe(0);
    await told('pre_arbitration', 'lost');
    await told('pre_arbitration', 'won');
    expect(await testApp.balance(member)).toBe(0);
    expect(await refundOf('disp_twoPhases')).toEqual({ amount: 79900, tokens_due: 500, tokens_taken: 500 });
  });

  it('that end with a refund take the tokens once, from what is held', async () => {
    await testApp.switches({ webhooks: 'on' });
    const { member, paid } = await testApp.buyer();
    const id = await dispute(paid);
    await holds(member, 0);
    const { body: refund } = await testApp.gateway(
      'POST',
      `v1/payments/${paid.razorpay_payment_id}/refund`,
      {},
    );
    await vi.waitUntil(async () => (await refundOf(refund.id)) !== undefined, WAIT);
    expect(await refundOf(refund.id)).toEqual({ amount: 79900, tokens_due: 500, tokens_taken: 500 });
    await testApp.bank(`disputes/${id}`, { status: 'closed' });
    await vi.waitUntil(
      async () =>
        (await testApp.db.selectFrom('disputes').select('status').where('id', '=', id).executeTakeFirst())
          ?.status === 'closed',
      WAIT,
    );
    expect(await testApp.balance(member)).toBe(0);
  });

  it('that end after the tokens would have expired give none back', async () => {
    const { member, paid } = await testApp.buyer();
    const id = await dispute(paid);
    await testApp.makeDue();
    await holds(member, 0);
    await sql`ALTER TABLE wallet_lots DISABLE TRIGGER terms_stay`.execute(testApp.db);
    await sql`UPDATE wallet_lots SET expires_at = now() - interval '1 hour' WHERE member_id = ${member.id}`.execute(
      testApp.db,
    );
    await sql`ALTER TABLE wallet_lots ENABLE TRIGGER terms_stay`.execute(testApp.db);
    await testApp.bank(`disputes/${id}`, { status: 'won' });
    await testApp.makeDue();
    await vi.waitUntil(async () => (await owes(member)) === false, WAIT);
    expect(await testApp.balance(member)).toBe(0);
    expect((await testApp.get('/api/tokens/history', member)).status).toBe(200);
  });
});

describe('a refunded plan', { timeout: 30_000 }, () => {
  const refundWhole = ({ paid }: { paid: Paid }, amount: number) =>
    testApp.webhook('refund.processed', {
      refund: {
        entity: {
          id: `rfnd_${paid.razorpay_payment_id}`,
          payment_id: paid.razorpay_payment_id,
          amount,
          currency: 'INR',
          status: 'processed',
        },
      },
      payment: paymentEntity(paid, { amount, status: 'refunded', amount_refunded: amount }),
    });

  /** A member with a Pro plan above a Plus plan. */
  async function both() {
    const { member, paid: plus } = await testApp.buyer('plus');
    const pro = await testApp.pay(await testApp.order(member, 'pro'));
    await testApp.verify(member, pro);
    return { member, plus: { paid: plus }, pro: { paid: pro } };
  }
  const endPro = (member: Member) =>
    sql`UPDATE members SET tier_until = now() - interval '1 second' WHERE id = ${member.id}`.execute(
      testApp.db,
    );
  const tierOf = async (member: Member) => (await testApp.summary(member)).subscriptionType;

  it('is not in force again when a better one ends', async () => {
    const { member, plus } = await both();
    await refundWhole(plus, 79900);
    expect(await tierOf(member)).toBe('Pro');
    await sql`UPDATE payment_orders SET tier_until = now() - interval '1 second' WHERE member_id = ${member.id}`.execute(
      testApp.db,
    );
    await endPro(member);
    expect(await tierOf(member)).toBe('Free');
  });

  it('leaves no other in force when both are refunded at once', {
    timeout: raceTimeoutMs(3_000),
  }, async () => {
    await repeatRace(async () => {
      const { member, plus, pro } = await both();
      await race(8, (index) => (index % 2 === 0 ? refundWhole(plus, 79900) : refundWhole(pro, 199900)));
      expect(await tierOf(member)).toBe('Free');
      expect(await testApp.balance(member)).toBe(0);
    });
  });

  it('gives way to the lower plan in the moment in which it ends', async () => {
    const { member, plus } = await both();
    await sql`
      UPDATE payment_orders SET tier_until = now() - interval '1 second'
      WHERE member_id = ${member.id} AND tier = 'Pro'
    `.execute(testApp.db);
    await endPro(member);
    const { subscriptionType, subscriptionUntil } = await testApp.summary(member);
    const order = await testApp.db
      .selectFrom('payment_orders')
      .select('tier_until')
      .where('gateway_order_id', '=', plus.paid.razorpay_order_id)
      .executeTakeFirst();
    expect([subscriptionType, subscriptionUntil]).toEqual(['Plus', order?.tier_until?.toISOString()]);
  });
});
