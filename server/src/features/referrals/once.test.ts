import type { Session } from '@oriel/contract';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, PASSWORD } from '../../../testing/apps/accounts-app.ts';
import { createWalletApp, expectSoundLedger, type WalletApp } from '../../../testing/apps/wallet-app.ts';
import { race, raceTimeoutMs, repeatRace } from '../../../testing/index.ts';
import { forgetOldLeavers } from './mailbox-store.ts';
import { referralSteps } from './referrals.fixture.ts';
import { createReferrals } from './service.ts';

/** These tests place the orders of plans, and nobody pays them. */
const UNPAID = /no paid order says so|has not paid for a plan/;

let site: WalletApp;
let mailboxes = 0;

beforeAll(async () => {
  site = await createWalletApp();
});
afterAll(() => site.close());

const { visit, holds, verify, buyTier } = referralSteps(() => site);

describe('W22: no member is rewarded twice or for themselves', () => {
  const patiently = { timeout: raceTimeoutMs(15_000) };

  it('50 parallel verifications and sign-ins by code give one reward', patiently, async () => {
    await repeatRace(async () => {
      const referrer = await site.join();
      const newcomer = await site.join({ referralCode: referrer.user.id });
      const statuses = await verify(newcomer, 50);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(await holds(referrer)).toEqual([0, 100, 100]);
      await verify(newcomer);
      expect(await holds(referrer)).toEqual([0, 100, 100]);
    });
  });

  it('50 parallel sign-ups with one address make one newcomer', patiently, async () => {
    await repeatRace(signUpAtOnce);
  });

  async function signUpAtOnce() {
    const referrer = await site.join();
    const email = newEmail();
    const answers = await race(50, () =>
      site.call('POST', 'signup', {
        body: { email, password: PASSWORD, firstName: 'N', lastName: 'C', referralCode: referrer.user.id },
      }),
    );
    const joined = answers
      .filter(({ statusCode }) => statusCode === 200)
      .map((answer) => answer.json<Session>());
    expect(joined).toHaveLength(1);
    const [newcomer] = joined;
    if (newcomer === undefined) throw new Error('nobody joined');
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    await verify(newcomer);
    expect(await holds(referrer)).toEqual([0, 100, 100]);
    await expectSoundLedger(site.db, UNPAID);
  }

  it('50 newcomers at once bring as many rewards as the caps allow', async () => {
    site.config.referrals.caps.perDay = 40;
    const referrer = await site.join();
    const newcomers = await race(50, () => site.join({ referralCode: referrer.user.id }));
    await Promise.all(newcomers.map((newcomer) => verify(newcomer)));
    expect(await holds(referrer)).toEqual([0, 4000, 4000]);
    site.config.referrals.caps.perDay = 10;
    await expectSoundLedger(site.db, UNPAID);
  });

  it('50 parallel sign-ups with addresses of one mailbox make one newcomer', patiently, async () => {
    await repeatRace(async () => {
      const referrer = await site.join();
      mailboxes += 1;
      const newcomers = await race(50, (index) =>
        site.join({ referralCode: referrer.user.id, email: `shared-${mailboxes}+${index}@example.org` }),
      );
      const held = await Promise.all(newcomers.map(holds));
      expect(held.map(([bonus]) => bonus).sort()).toEqual([...Array(49).fill(0), 100].sort());
      await Promise.all(newcomers.map((newcomer) => verify(newcomer)));
      expect(await holds(referrer)).toEqual([0, 100, 100]);
      await expectSoundLedger(site.db, UNPAID);
    });
  });

  it('who leaves and comes back by a friend’s link is no newcomer', async () => {
    const referrer = await site.join();
    const first = await site.join({ referralCode: referrer.user.id });
    await verify(first);
    await site.call('DELETE', 'me', { token: first.token, body: { password: PASSWORD } });
    const second = await site.join({ referralCode: referrer.user.id, email: first.user.email });
    expect(await holds(second)).toEqual([0, 0, 0]);
    await verify(second);
    await buyTier(second);
    expect(await holds(referrer)).toEqual([0, 100, 100]);
    const kept = await site.db.selectFrom('left_addresses').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(first.user.email);
    // Not forever.
    const { formerMemberMonths } = site.config.retention;
    const leftAt = (days: number) =>
      new Date(Date.now() - formerMemberMonths * 30.5 * 86_400_000 - days * 86_400_000);
    await site.db
      .updateTable('left_addresses')
      .set({ left_at: leftAt(-10) })
      .execute();
    await forgetOldLeavers(site.db, formerMemberMonths);
    expect(await site.db.selectFrom('left_addresses').selectAll().execute()).toHaveLength(kept.length);
    await site.db
      .updateTable('left_addresses')
      .set({ left_at: leftAt(10) })
      .execute();
    await forgetOldLeavers(site.db, formerMemberMonths);
    expect(await site.db.selectFrom('left_addresses').selectAll().execute()).toEqual([]);
  });

  it('a circle of members rewards each newcomer’s referrer once', async () => {
    const anna = await site.join();
    const ben = await site.join({ referralCode: anna.user.id });
    await verify(ben);
    // Anna is no newcomer any more, whatever she sends along.
    await site.call('POST', 'login', {
      body: { email: anna.user.email, password: PASSWORD, referralCode: ben.user.id },
    });
    await site.call('PATCH', 'me', {
      token: anna.token,
      body: { referredBy: ben.user.id, referralCode: ben.user.id },
    });
    await verify(anna);
    expect(await holds(anna)).toEqual([0, 100, 100]);
    expect(await holds(ben)).toEqual([100, 0, 100]);
  });

  it('forged, changed, foreign and old tokens count as none', async () => {
    const referrer = await site.join();
    const good = (await visit(referrer.user.id)).body.referral.trackingToken;
    const [header = '', payload = '', signature = ''] = good.split('.');
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const terms = { ...site.config.referrals, visitDays: -1 };
    const old = createReferrals({ ...site.config, referrals: terms }, site.app.log);
    const secretKey = 'the key of another installation, long';
    const elsewhere = createReferrals({ ...site.config, secretKey }, site.app.log);
    const tokens = [
      `${header}.${payload}.${signature.slice(0, -2)}AA`,
      `${header}.${encode({ ...claims, exp: claims.exp + 9 })}.${signature}`,
      `${encode({ alg: 'none', typ: 'referral+jwt' })}.${payload}.`,
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'referral+jwt' })
        .sign(new TextEncoder().encode(site.config.secretKey)),
      (await old.visit(site.db, referrer.user.id)).trackingToken,
      (await elsewhere.visit(site.db, referrer.user.id)).trackingToken,
      // A bearer token names a member too.
      referrer.token,
      'nonsense',
    ];
    for (const referralToken of tokens) {
      expect(await holds(await site.join({ referralToken }))).toEqual([0, 0, 0]);
    }
  });

  it('the code says whose link it was, also where the token is of another referrer', async () => {
    const [anna, ben] = [await site.join(), await site.join()];
    const { trackingToken } = (await visit(ben.user.id)).body.referral;
    const newcomer = await site.join({ referralCode: anna.user.id, referralToken: trackingToken });
    await verify(newcomer);
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    expect(await holds(anna)).toEqual([0, 100, 100]);
    expect(await holds(ben)).toEqual([0, 0, 0]);
  });
});
