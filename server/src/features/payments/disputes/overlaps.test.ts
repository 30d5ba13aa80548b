import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Member, type Paid, paymentEntity } from '../../../../testing/apps/payments-app.ts';
import { usePaymentsApp } from '../../../../testing/use-app.ts';

const testApp = usePaymentsApp();

const spend = (member: Member, tokens: number) =>
  sql`SELECT unlock_experience(${member.id}, 1, ${tokens})`.execute(testApp.db);
const owes = async (member: Member) => {
  const { rows } = await sql<{ owes: boolean }>`SELECT has_open_debt(${member.id}) AS owes`.execute(
    testApp.db,
  );
  return rows[0]?.owes;
};

/** What the gateway tells of one dispute of a payment's whole price. */
function disputeOf(paid: Paid, name: string) {
  return async (phase: string, status: string) => {
    const dispute = {
      id: `disp_${name}`,
      payment_id: paid.razorpay_payment_id,
      amount: 79900,
      currency: 'INR',
      phase,
      status,
    };
    const event = status === 'open' ? 'created' : status;
    const answer = await testApp.webhook(`payment.dispute.${event}`, { dispute: { entity: dispute } });
    expect(answer.status).toBe(200);
  };
}

describe('what is told late of a phase that a dispute has left', () => {
  it('holds nothing a second time, so nothing spent comes back', async () => {
    const { member, paid } = await testApp.buyer();
    await spend(member, 250);
    const told = disputeOf(paid, 'lateOpen');
    await told('chargeback', 'open');
    await told('pre_arbitration', 'open');
    await told('chargeback', 'under_review');
    expect(await testApp.summary(member)).toMatchObject({ heldBalance: 250, wallet: { totalBalance: 0 } });
    await told('pre_arbitration', 'won');
    await told('chargeback', 'open');
    expect(await testApp.summary(member)).toMatchObject({ heldBalance: 0, wallet: { totalBalance: 250 } });
  });

  it('ends nothing, so the tokens stay held and come back in the end', async () => {
    const { member, paid } = await testApp.buyer();
    const told = disputeOf(paid, 'lateWon');
    await told('chargeback', 'open');
    await told('chargeback', 'won');
    await told('pre_arbitration', 'open');
    await told('chargeback', 'won');
    expect(await testApp.summary(member)).toMatchObject({ heldBalance: 500, wallet: { totalBalance: 0 } });
    await told('pre_arbitration', 'won');
    expect(await testApp.balance(member)).toBe(500);
  });
});

describe('two disputes of one payment', () => {
  it('hold the tokens until both are over', async () => {
    const { member, paid } = await testApp.buyer();
    const [first, second] = [disputeOf(paid, 'both1'), disputeOf(paid, 'both2')];
    await first('retrieval', 'open');
    await second('chargeback', 'open');
    await first('retrieval', 'closed');
    expect(await testApp.summary(member)).toMatchObject({ heldBalance: 500, wallet: { totalBalance: 0 } });
    await second('chargeback', 'won');
    expect(await testApp.balance(member)).toBe(500);
  });

  it('take what is held for the other one when one is lost', async () => {
    const { member, paid } = await testApp.buyer();
    const [first, second] = [disputeOf(paid, 'other1'), disputeOf(paid, 'other2')];
    await first('retrieval', 'open');
    await second('chargeback', 'open');
    await second('chargeback', 'lost');
    await first('retrieval', 'closed');
    expect(await testApp.balance(member)).toBe(0);
    expect(await owes(member)).toBe(false);
  });
});

it('a dispute that is known before the credit holds the tokens', async () => {
  const member = await testApp.member();
  const paid = await testApp.pay(await testApp.order(member), 'authorized');
  await testApp.webhook('payment.authorized', { payment: paymentEntity(paid, { status: 'authorized' }) });
  const told = disputeOf(paid, 'early');
  await told('chargeback', 'open');
  await testApp.webhook('payment.captured', { payment: paymentEntity(paid) });
  expect(await testApp.summary(member)).toMatchObject({ heldBalance: 500, wallet: { totalBalance: 0 } });
  await told('chargeback', 'won');
  expect(await testApp.balance(member)).toBe(500);
});

it('the end of a dispute of a second payment grants the rewards that waited for it', async () => {
  const { member, paid } = await testApp.buyer();
  await testApp.switches({ answer: 'error' });
  const second = { ...paid, razorpay_payment_id: 'pay_disputedSecond' };
  await testApp.webhook('payment.captured', { payment: paymentEntity(second) });
  const told = disputeOf(second, 'second');
  await told('chargeback', 'open');
  await testApp.switches({});
  const newcomer = await testApp.member({ referralCode: member.id });
  await sql`UPDATE members SET email_verified_at = now() WHERE id = ${newcomer.id}`.execute(testApp.db);
  const bought = await testApp.pay(await testApp.order(newcomer));
  expect((await testApp.verify(newcomer, bought)).status).toBe(200);
  expect((await testApp.summary(member)).wallet.referralBalance).toBe(0);
  await told('chargeback', 'won');
  expect((await testApp.summary(member)).wallet.referralBalance).toBe(150);
});
