import type { ReferralSummary, Session, visitReferral } from '@oriel/contract';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { race, raceTimeoutMs, repeatRace } from '../../../testing/index.ts';
import { createTokensApp, expectSoundLedger, type TokensApp } from '../../../testing/tokens-app.ts';
import { inTransaction } from '../../database.ts';
import { newEmail, PASSWORD } from '../accounts/accounts.fixture.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { issueToken } from '../accounts/secrets.ts';
import { createReferrals } from './service.ts';

type Visit = z.infer<typeof visitReferral.response>['referral'];

let site: TokensApp;

beforeAll(async () => {
  site = await createTokensApp();
});
afterAll(() => site.close());

const visit = (referralCode: unknown) =>
  site.send<{ referral: Visit }>('POST', '/api/referrals/visit', { body: { referralCode } });

async function holds(session: Session): Promise<[bonus: number, referral: number, total: number]> {
  const { bonusBalance, referralBalance, totalBalance } = (await site.summary(session)).wallet;
  return [bonusBalance, referralBalance, totalBalance];
}

/** Follows the link of the mail that a newcomer gets, so many times at once. */
async function verify(session: Session, atOnce = 1): Promise<number[]> {
  const accounts = createAccounts({ db: site.db, config: site.config, log: site.app.log, jobs: site.jobs });
  const token = await inTransaction(site.db, (tx) =>
    issueToken(tx, accounts, 'verify-token', session.user.email),
  );
  const answers = await race(atOnce, () => site.call('POST', 'email/verify', { body: { token } }));
  return answers.map(({ statusCode }) => statusCode);
}

const buyTier = (session: Session) =>
  inTransaction(site.db, (tx) => createReferrals(site.config).onTierBought(tx, session.user.id));

describe('following a link', () => {
  test('of a member answers a token for 30 days', async () => {
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

  test('of nobody, or of somebody who has left, says so', async () => {
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

  test('is limited for one address', async () => {
    const limited = await createTokensApp();
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
  test('newcomers without a referral hold nothing, those with one exactly 100 bonus tokens', async () => {
    const referrer = await site.join();
    expect(await holds(referrer)).toEqual([0, 0, 0]);
    const newcomer = await site.join({ referralCode: referrer.user.id });
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    const [lot] = (await site.summary(newcomer)).lots;
    const days = (Date.parse(lot?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    // The referrer waits until the newcomer's address is verified.
    expect(await holds(referrer)).toEqual([0, 0, 0]);
    expect(await verify(newcomer)).toEqual([200]);
    expect(await holds(referrer)).toEqual([0, 100, 100]);
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    await expectSoundLedger(site.db);
  });

  test('the token of the visit is enough to say who it was', async () => {
    const referrer = await site.join();
    const { trackingToken } = (await visit(referrer.user.id)).body.referral;
    const newcomer = await site.join({ referralToken: trackingToken });
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    await verify(newcomer);
    expect(await holds(referrer)).toEqual([0, 100, 100]);
  });

  test('a Pro referrer gets half as much again, of both rewards', async () => {
    const referrer = await site.join();
    await site.db
      .updateTable('members')
      .set({ tier: 'Pro', tier_until: new Date(Date.now() + 60_000) })
      .where('id', '=', referrer.user.id)
      .execute();
    const newcomer = await site.join({ referralCode: referrer.user.id });
    await verify(newcomer);
    expect(await holds(referrer)).toEqual([0, 150, 150]);
    await buyTier(newcomer);
    expect(await holds(referrer)).toEqual([0, 375, 375]);
    await expectSoundLedger(site.db);
  });

  test('a newcomer who buys a tier within ten days brings 150 more, once', async () => {
    const referrer = await site.join();
    const newcomer = await site.join({ referralCode: referrer.user.id });
    await Promise.all([buyTier(newcomer), buyTier(newcomer), buyTier(newcomer)]);
    expect(await holds(referrer)).toEqual([0, 150, 150]);
    const late = await site.join({ referralCode: referrer.user.id });
    await site.db
      .updateTable('members')
      .set({ created_at: new Date(Date.now() - 10 * 86_400_000 - 1000) })
      .where('id', '=', late.user.id)
      .execute();
    await buyTier(late);
    await buyTier(referrer);
    expect(await holds(referrer)).toEqual([0, 150, 150]);
  });

  test('a referrer who has left gets nothing, and the newcomer is not held up', async () => {
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

  test('is told to its member alone, newest first, whatever has been spent', async () => {
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

  test('shows the 20 newest rewards and counts all', async () => {
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
  });
});

describe('W22: nobody is rewarded twice or for themselves', () => {
  const patiently = { timeout: raceTimeoutMs(15_000) };

  test('50 parallel verifications and sign-ins by code give one reward', patiently, async () => {
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

  test('50 parallel sign-ups with one address make one newcomer', patiently, async () => {
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
    await expectSoundLedger(site.db);
  }

  test('50 newcomers at once bring 50 rewards', async () => {
    const referrer = await site.join();
    const newcomers = await race(50, () => site.join({ referralCode: referrer.user.id }));
    await Promise.all(newcomers.map((newcomer) => verify(newcomer)));
    expect(await holds(referrer)).toEqual([0, 5000, 5000]);
    await expectSoundLedger(site.db);
  });

  test('who leaves and comes back by a friend’s link is no newcomer', async () => {
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
  });

  test('a circle of members rewards each newcomer’s referrer once', async () => {
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

  test('forged, changed, foreign and old tokens count as none', async () => {
    const referrer = await site.join();
    const good = (await visit(referrer.user.id)).body.referral.trackingToken;
    const [header = '', payload = '', signature = ''] = good.split('.');
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const old = createReferrals({ ...site.config, referrals: { ...site.config.referrals, visitDays: -1 } });
    const elsewhere = createReferrals({ ...site.config, secretKey: 'the key of another installation, long' });
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

  test('the code says whose link it was, also where the token is somebody else’s', async () => {
    const [anna, ben] = [await site.join(), await site.join()];
    const { trackingToken } = (await visit(ben.user.id)).body.referral;
    const newcomer = await site.join({ referralCode: anna.user.id, referralToken: trackingToken });
    await verify(newcomer);
    expect(await holds(newcomer)).toEqual([100, 0, 100]);
    expect(await holds(anna)).toEqual([0, 100, 100]);
    expect(await holds(ben)).toEqual([0, 0, 0]);
  });
});
