import { Writable } from 'node:stream';
import type { ReferralSummary, Session } from '@oriel/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEmail, newIp, PASSWORD } from '../../../testing/apps/accounts-app.ts';
import { createWalletApp, expectSoundLedger, type WalletApp } from '../../../testing/apps/wallet-app.ts';
import { createLog } from '../../log.ts';
import { referralSteps } from './referrals.fixture.ts';
import { createReferrals } from './service.ts';

/** These tests place the orders of plans, and nobody pays them. */
const UNPAID = /no paid order says so|has not paid for a plan/;

interface Line {
  level: number;
  alert?: boolean;
  msg: string;
  referrer?: string;
  signUps?: number;
}

let site: WalletApp;
const lines: Line[] = [];

beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  site = await createWalletApp([], { log: createLog('error', destination) });
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(async () => {
  await expectSoundLedger(site.db, UNPAID);
  await site.close();
});

const { holds, verify, buyTier } = referralSteps(() => site);
const alerts = (words: string) => lines.filter(({ alert, msg }) => alert === true && msg.includes(words));

const rewardsOf = (newcomer: Session) =>
  site.db
    .selectFrom('referral_rewards')
    .select(['kind', 'state'])
    .where('newcomer_id', '=', newcomer.user.id)
    .orderBy('id')
    .execute();

describe('addresses of one mailbox', () => {
  it('bring one reward of each kind, whichever is verified and whichever client sends them', async () => {
    const [anna, ben] = [await site.join(), await site.join()];
    const first = await site.join({ referralCode: anna.user.id, email: 'c.lara@gmail.com' });
    const others = [
      await site.join({ referralCode: anna.user.id, email: 'clara+1@gmail.com' }),
      await site.join({ referralCode: ben.user.id, email: 'Clara@GoogleMail.com' }),
    ];
    for (const other of others) {
      await verify(other);
      await buyTier(other);
      expect(await holds(other)).toEqual([0, 0, 0]);
      expect(await rewardsOf(other)).toEqual([]);
    }
    expect([await holds(anna), await holds(ben)]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    await verify(first);
    await buyTier(first);
    expect(await holds(first)).toEqual([100, 0, 100]);
    expect(await holds(anna)).toEqual([0, 250, 250]);
  });

  it('are not new where one of them is a member already, without a referrer', async () => {
    const anna = await site.join({ email: 'anna-of-many@example.org' });
    const self = await site.join({ referralCode: anna.user.id, email: 'anna-of-many+self@example.org' });
    await verify(self);
    expect(await holds(self)).toEqual([0, 0, 0]);
    expect(await holds(anna)).toEqual([0, 0, 0]);
  });

  it('are known also of members from before mailboxes were recorded', async () => {
    const anna = await site.join({ email: 'early@example.org' });
    await site.db.deleteFrom('member_mailboxes').where('member_id', '=', anna.user.id).execute();
    const referrals = createReferrals(site.config, site.app.log);
    const never = new AbortController().signal;
    await Promise.all([referrals.recordMailboxes(site.db, never), referrals.recordMailboxes(site.db, never)]);
    const self = await site.join({ referralCode: anna.user.id, email: 'early+self@example.org' });
    expect(await holds(self)).toEqual([0, 0, 0]);
  });

  it('are no newcomers either once one has left, and nothing leads from the digest to the member', async () => {
    const referrer = await site.join();
    const first = await site.join({ referralCode: referrer.user.id, email: 'leaver@example.org' });
    await verify(first);
    await site.call('DELETE', 'me', { token: first.token, body: { password: PASSWORD } });
    const second = await site.join({ referralCode: referrer.user.id, email: 'leaver+2@example.org' });
    await verify(second);
    expect(await holds(second)).toEqual([0, 0, 0]);
    expect(await holds(referrer)).toEqual([0, 100, 100]);
    const traces = await site.db
      .selectFrom('member_mailboxes')
      .selectAll()
      .where('member_id', '=', first.user.id)
      .execute();
    expect(traces).toEqual([]);
    const rewards = await site.db
      .selectFrom('referral_rewards')
      .select('mailbox')
      .where('newcomer_id', '=', first.user.id)
      .execute();
    expect(rewards).toEqual([{ mailbox: null }, { mailbox: null }]);
  });

  it('one that leaves does not spoil what the first of them earns', async () => {
    const referrer = await site.join();
    const first = await site.join({ referralCode: referrer.user.id, email: 'stays@example.org' });
    const alias = await site.join({ email: 'stays+x@example.org' });
    await site.call('DELETE', 'me', { token: alias.token, body: { password: PASSWORD } });
    await verify(first);
    expect(await holds(referrer)).toEqual([0, 100, 100]);
  });
});

describe('caps', () => {
  const verifyMany = async (referrer: Session, count: number) => {
    for (let index = 0; index < count; index += 1) {
      await verify(await site.join({ referralCode: referrer.user.id }));
    }
  };

  it('ten newcomers a day are rewarded; the eleventh is recorded and told to operators', async () => {
    const referrer = await site.join();
    await verifyMany(referrer, 10);
    expect(alerts('cap')).toEqual([]);
    const eleventh = await site.join({ referralCode: referrer.user.id });
    await verify(eleventh);
    expect(await holds(referrer)).toEqual([0, 1000, 1000]);
    // The newcomer did nothing wrong.
    expect(await holds(eleventh)).toEqual([100, 0, 100]);
    expect(await rewardsOf(eleventh)).toEqual([
      { kind: 'welcome', state: 'granted' },
      { kind: 'newcomer', state: 'capped' },
    ]);
    expect(alerts('cap')).toMatchObject([{ referrer: referrer.user.id }]);
    const { body } = await site.send<ReferralSummary>('GET', '/api/referrals', { token: referrer.token });
    expect(body).toMatchObject({ joined: 11, rewarded: 10, tokens: 1000 });

    // A day later it goes on.
    await site.db
      .updateTable('referral_rewards')
      .set({ granted_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('member_id', '=', referrer.user.id)
      .where('granted_at', 'is not', null)
      .execute();
    await verifyMany(referrer, 1);
    expect(await holds(referrer)).toEqual([0, 1100, 1100]);
  });

  it('fifty a month', async () => {
    site.config.referrals.caps.perMonth = 3;
    const referrer = await site.join();
    await verifyMany(referrer, 3);
    await site.db
      .updateTable('referral_rewards')
      .set({ granted_at: new Date(Date.now() - 29 * 86_400_000) })
      .where('member_id', '=', referrer.user.id)
      .execute();
    await verifyMany(referrer, 1);
    expect(await holds(referrer)).toEqual([0, 300, 300]);
    site.config.referrals.caps.perMonth = 50;
  });
});

it('a referrer who has left gets nothing for a plan that waited for the verification', async () => {
  const referrer = await site.join();
  const newcomer = await site.join({ referralCode: referrer.user.id });
  await buyTier(newcomer);
  await site.call('DELETE', 'me', { token: referrer.token, body: { password: PASSWORD } });
  await verify(newcomer);
  const lots = await site.db
    .selectFrom('wallet_lots')
    .select('kind')
    .where('member_id', '=', referrer.user.id)
    .execute();
  expect(lots).toEqual([]);
});

it('many sign-ups with one code from one source are told to operators, others are not', async () => {
  const [anna, ben] = [await site.join(), await site.join()];
  const from = newIp();
  for (let index = 0; index < 5; index += 1) {
    await site.join({ referralCode: anna.user.id, email: newEmail() }, { from });
    await site.join({ referralCode: ben.user.id, email: newEmail() });
  }
  expect(alerts('sign-ups')).toMatchObject([{ referrer: anna.user.id, signUps: 5 }]);
});
