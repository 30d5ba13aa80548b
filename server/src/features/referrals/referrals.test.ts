import type { Problem, ReferralSummary } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../testing/apps/accounts-app.ts';
import {
  createWalletApp,
  expectSoundLedger,
  lockedTours,
  type WalletApp,
} from '../../../testing/apps/wallet-app.ts';
import { referralSteps } from './referrals.fixture.ts';

/** These tests place the orders of plans, and nobody pays them. */
const UNPAID = /no paid order says so|has not paid for a plan/;

const DAY_MS = 24 * 60 * 60 * 1000;

let site: WalletApp;

beforeAll(async () => {
  site = await createWalletApp(lockedTours(1));
});
afterAll(() => site.close());

const { visit, holds, verify, buyTier } = referralSteps(() => site);

describe('following a link', () => {
  it('of a member answers a token for 30 days', async () => {
    const { user } = await site.join();
    const { status, body } = await visit(user.id);
    expect(status).toBe(200);
    expect(body.referral.referrerUserId).toBe(user.id);
    expect(body.referral.welcomeTokens).toBe(100);
    const days = (Date.parse(body.referral.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    expect(body.referral.trackingToken.length).toBeLessThan(1000);
  });

  it('of no member, or of one who has left, says so', async () => {
    const left = await site.join();
    await site.call('DELETE', 'me', { token: left.token, body: { password: PASSWORD } });
    for (const code of ['m_AAAAAAAAAAAAAAAAAAAAAA', 'nonsense', left.user.id, "' OR 1=1"]) {
      expect(await visit(code)).toMatchObject({
        status: 404,
        body: { code: 'referral_not_found', detail: 'This referral link is no longer valid.' },
      });
    }
    for (const code of [null, 5, '', ['x'], {}]) expect((await visit(code)).status).toBe(400);
  });

  it('is limited for one address', async () => {
    const limited = await createWalletApp();
    try {
      const { user } = await limited.join();
      const body = { referralCode: user.id };
      const statuses = [];
      for (let index = 0; index < 61; index += 1) {
        statuses.push((await limited.send('POST', '/api/referrals/visit', { body })).status);
      }
      expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
      expect(statuses[60]).toBe(429);
    } finally {
      await limited.close();
    }
  });
});

describe('rewards', () => {
  it('newcomers without a referral hold nothing, those with one exactly 100 bonus tokens', async () => {
    const referrer = await site.join();
    expect(await holds(referrer)).toEqual([0, 0, 0]);
    const newcomer = await site.join({ referralCode: referrer.user.id });
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    const [lot] = (await site.summary(newcomer)).lots;
    const days = (Date.parse(lot?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    // The referrer waits until the newcomer's email is verified.
    expect(await holds(referrer)).toEqual([0, 0, 0]);
    expect(await verify(newcomer)).toEqual([200]);
    expect(await holds(referrer)).toEqual([0, 100, 100]);
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    await expectSoundLedger(site.db, UNPAID);
  });

  it('the token of the visit is enough to say who it was', async () => {
    const referrer = await site.join();
    const { trackingToken } = (await visit(referrer.user.id)).body.referral;
    const newcomer = await site.join({ referralToken: trackingToken });
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    await verify(newcomer);
    expect(await holds(referrer)).toEqual([0, 100, 100]);
  });

  it('a Pro referrer gets half as much again, of both rewards', async () => {
    const referrer = await site.join();
    await site.db
      .updateTable('members')
      .set({ tier: 'Pro', tier_until: new Date(Date.now() + 60_000) })
      .where('id', '=', referrer.user.id)
      .execute();
    const newcomer = await site.join({ referralCode: referrer.user.id });
    await verify(newcomer);
    expect(await holds(referrer)).toEqual([0, 150, 150]);
    await buyTier(newcomer, new Date(Date.now() - 1000));
    expect(await holds(referrer)).toEqual([0, 375, 375]);
    await expectSoundLedger(site.db, UNPAID);
  });

  it('a newcomer who buys a tier within ten days brings 150 more, once', async () => {
    const referrer = await site.join();
    const newcomer = await site.join({ referralCode: referrer.user.id });
    await verify(newcomer);
    await Promise.all([buyTier(newcomer), buyTier(newcomer), buyTier(newcomer)]);
    expect(await holds(referrer)).toEqual([0, 250, 250]);
    await buyTier(referrer);
    expect(await holds(referrer)).toEqual([0, 250, 250]);
    await expectSoundLedger(site.db, UNPAID);
  });

  it('the ten days, and whether the referrer is Pro, are those of the order, however late it is paid', async () => {
    const referrer = await site.join();
    const joined = await site.join({ referralCode: referrer.user.id });
    const late = await site.join({ referralCode: referrer.user.id });
    await Promise.all([verify(joined), verify(late)]);
    const signedUp = new Date(Date.now() - 11 * DAY_MS);
    await site.db
      .updateTable('members')
      .set({ created_at: signedUp })
      .where('id', 'in', [joined.user.id, late.user.id])
      .execute();
    // Pro on the day of the order, and not any more.
    await site.db
      .updateTable('members')
      .set({ tier: 'Pro', tier_until: new Date(signedUp.getTime() + 10 * DAY_MS + 1000) })
      .where('id', '=', referrer.user.id)
      .execute();
    await buyTier(late, new Date(signedUp.getTime() + 10 * DAY_MS + 1));
    expect(await holds(referrer)).toEqual([0, 200, 200]);
    await buyTier(joined, new Date(signedUp.getTime() + 10 * DAY_MS));
    expect(await holds(referrer)).toEqual([0, 425, 425]);
  });

  it('a plan bought before the email is verified is rewarded once it is', async () => {
    const referrer = await site.join();
    const newcomer = await site.join({ referralCode: referrer.user.id });
    await buyTier(newcomer);
    expect(await holds(referrer)).toEqual([0, 0, 0]);
    await verify(newcomer);
    expect(await holds(referrer)).toEqual([0, 250, 250]);
  });

  it('the tokens for a plan count at once and can be spent after a week', async () => {
    const referrer = await site.join();
    const newcomer = await site.join({ referralCode: referrer.user.id });
    await verify(newcomer);
    await buyTier(newcomer);
    const { wallet, pendingBalance, lots } = await site.summary(referrer);
    expect([wallet.totalBalance, pendingBalance]).toEqual([250, 150]);
    const [spendable, pending] = lots;
    expect(spendable).toMatchObject({ tokens: 100, availableAt: null, awaitsVerification: false });
    expect((Date.parse(pending?.availableAt ?? '') - Date.now()) / DAY_MS).toBeCloseTo(7, 2);
  });

  it('welcome tokens open a tour once the email is verified, not before', async () => {
    const referrer = await site.join();
    const newcomer = await site.join({ referralCode: referrer.user.id });
    const open = () => site.send<Problem>('POST', '/api/vr360/locked-0/access', { token: newcomer.token });
    expect(await open()).toMatchObject({
      status: 403,
      body: { code: 'verify_email_first', detail: expect.stringContaining('verify your email') },
    });
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    await verify(newcomer);
    expect((await open()).status).toBe(200);
    expect(await holds(newcomer)).toEqual([0, 0, 0]);
  });

  it('a referrer who has left gets nothing, and the newcomer is not held up', async () => {
    const referrer = await site.join();
    const newcomer = await site.join({ referralCode: referrer.user.id });
    await site.call('DELETE', 'me', { token: referrer.token, body: { password: PASSWORD } });
    expect(await verify(newcomer)).toEqual([200]);
    await buyTier(newcomer);
    const given = await site.db
      .selectFrom('ledger_transactions')
      .select('id')
      .where('member_id', '=', referrer.user.id)
      .execute();
    expect(given).toEqual([]);
  });
});

describe('what a link has brought', () => {
  const read = (token?: string) =>
    site.send<ReferralSummary>('GET', '/api/referrals', { ...(token !== undefined && { token }) });

  it('is told to its member alone, newest first, whatever has been spent', async () => {
    const referrer = await site.join();
    const terms = { welcomeTokens: 100, newcomerTokens: 100 };
    const nothing = { joined: 0, rewarded: 0, tokens: 0, rewards: [], ...terms };
    expect(await read(referrer.token)).toMatchObject({ status: 200, body: nothing });
    const [first, second] = [
      await site.join({ referralCode: referrer.user.id }),
      await site.join({ referralCode: referrer.user.id }),
    ];
    expect((await read(referrer.token)).body).toEqual({ ...nothing, joined: 2 });
    await verify(first);
    await buyTier(first);
    const { body, headers, text } = await read(referrer.token);
    expect(body).toMatchObject({ joined: 2, rewarded: 1, tokens: 250 });
    expect(body.rewards.map(({ reason, tokens }) => [reason, tokens])).toEqual([
      ['tier', 150],
      ['newcomer', 100],
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    // Who it was stays theirs to tell.
    for (const { user } of [first, second]) {
      expect(text).not.toContain(user.id);
      expect(text).not.toContain(user.email);
    }
    expect((await read(second.token)).body).toEqual(nothing);
    expect((await read()).status).toBe(401);
  });

  it('shows the 20 newest rewards and counts all', async () => {
    site.config.referrals.caps.perDay = 30;
    const referrer = await site.join();
    for (let index = 0; index < 22; index += 1) {
      await verify(await site.join({ referralCode: referrer.user.id }));
    }
    const { body } = await read(referrer.token);
    expect(body).toMatchObject({ joined: 22, rewarded: 22, tokens: 2200 });
    expect(body.rewards).toHaveLength(20);
    const ids = body.rewards.map(({ trnId }) => trnId);
    expect(ids).toEqual([...ids].sort().reverse());
    const history = await site.send<{ transactions: { trnId: string }[] }>('GET', '/api/tokens/history', {
      token: referrer.token,
    });
    expect(ids).toEqual(history.body.transactions.slice(0, 20).map(({ trnId }) => trnId));
    site.config.referrals.caps.perDay = 10;
  });
});
