import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createWalletApp,
  expectSoundLedger,
  give,
  lockedTours,
  type WalletApp,
} from '../../../testing/apps/wallet-app.ts';
import { inTransaction, sqlState, type Tx } from '../../database/database.ts';
import { expireTokens, grantTokens } from './service.ts';

const HOUR_MS = 3_600_000;

let site: WalletApp;

beforeAll(async () => {
  site = await createWalletApp(lockedTours(3));
});
afterAll(async () => {
  await expectSoundLedger(site.db);
  await site.close();
});

const later = (ms: number) => new Date(Date.now() + ms);

/** Moves the moment from which a member's lots can be spent into the past, as if time had gone by. */
const letTimePass = (memberId: string) =>
  inTransaction(site.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE wallet_lots SET available_at = now() - interval '1 second' WHERE member_id = ${memberId}`.execute(
      tx,
    );
  });

describe('tokens that wait for the email to be verified', () => {
  it('are part of the balance, cannot be spent before, and can be spent after', async () => {
    const session = await site.join();
    await give(site.db, session.user.id, 60, { kind: 'bonus', requiresVerifiedEmail: true });
    await give(site.db, session.user.id, 50);
    expect(await site.summary(session)).toMatchObject({
      wallet: { totalBalance: 110, bonusBalance: 60 },
      pendingBalance: 60,
      awaitingVerification: 60,
      lots: [
        { type: 'bonus', tokens: 60, availableAt: null, awaitsVerification: true },
        { type: 'topup', tokens: 50, availableAt: null, awaitsVerification: false },
      ],
    });
    const before = await site.unlock(session, 'locked-0');
    expect(before).toMatchObject({ status: 403, body: { code: 'verify_email_first' } });
    expect(before.text).not.toContain('secret-media');
    expect((await site.summary(session)).wallet.totalBalance).toBe(110);

    await sql`UPDATE members SET email_verified_at = now() WHERE id = ${session.user.id}`.execute(site.db);
    expect((await site.summary(session)).pendingBalance).toBe(0);
    expect((await site.unlock(session, 'locked-0')).body.wallet).toMatchObject({
      totalBalance: 10,
      topupBalance: 10,
    });
  });

  it('do not stop a member who has enough others, and are left over', async () => {
    const session = await site.join();
    await give(site.db, session.user.id, 100, {
      kind: 'bonus',
      requiresVerifiedEmail: true,
      expiresAt: later(HOUR_MS),
    });
    await give(site.db, session.user.id, 100);
    expect((await site.unlock(session, 'locked-0')).body.wallet).toMatchObject({
      bonusBalance: 100,
      topupBalance: 0,
    });
    // What is open stays open, whatever the wallet holds.
    expect((await site.unlock(session, 'locked-0')).status).toBe(200);
  });

  it('that would not suffice either leave it at "not enough tokens"', async () => {
    const session = await site.join();
    await give(site.db, session.user.id, 99, { kind: 'bonus', requiresVerifiedEmail: true });
    expect(await site.unlock(session, 'locked-0')).toMatchObject({
      status: 402,
      body: { code: 'payment_required' },
    });
  });
});

describe('tokens that wait for a moment', () => {
  it('are part of the balance, cannot be spent before it, and can be spent after', async () => {
    const session = await site.join();
    const availableAt = later(HOUR_MS);
    await give(site.db, session.user.id, 100, { kind: 'referral', availableAt });
    expect(await site.summary(session)).toMatchObject({
      wallet: { totalBalance: 100 },
      pendingBalance: 100,
      awaitingVerification: 0,
      lots: [{ availableAt: availableAt.toISOString(), awaitsVerification: false }],
    });
    expect(await site.unlock(session, 'locked-0')).toMatchObject({
      status: 402,
      body: { code: 'payment_required' },
    });
    await letTimePass(session.user.id);
    expect(await site.summary(session)).toMatchObject({ pendingBalance: 0, lots: [{ availableAt: null }] });
    expect((await site.unlock(session, 'locked-0')).status).toBe(200);
  });

  it('last for their days from that moment on', async () => {
    const { user } = await site.join();
    const availableAt = later(24 * HOUR_MS);
    const grant = { memberId: user.id, kind: 'referral', tokens: 5, validityDays: 10, availableAt } as const;
    await inTransaction(site.db, (tx) => grantTokens(tx, { ...grant, reference: `manual:test:${user.id}` }));
    const lot = await site.db
      .selectFrom('wallet_lots')
      .select(['available_at', 'expires_at'])
      .where('member_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(lot).toEqual({
      available_at: availableAt,
      expires_at: new Date(availableAt.getTime() + 240 * HOUR_MS),
    });
  });

  it('expire like all others where that moment never came', async () => {
    const { user } = await site.join();
    await give(site.db, user.id, 8, { kind: 'bonus', expiresAt: later(-1000), requiresVerifiedEmail: true });
    expect(await expireTokens(site.db, user.id)).toBe(8);
  });
});

it('a reference that is used again for something else is an error, for the same grant it is none', async () => {
  const [anna, ben] = [await site.join(), await site.join()];
  const grant = {
    memberId: anna.user.id,
    kind: 'bonus',
    tokens: 10,
    validityDays: 1,
    reference: `manual:test:${anna.user.id}`,
  } as const;
  const again = (changes: Partial<Parameters<typeof grantTokens>[1]>) =>
    inTransaction(site.db, (tx) => grantTokens(tx, { ...grant, ...changes })).catch(sqlState);
  expect(await again({})).toBeTypeOf('number');
  expect(await again({ validityDays: 2 })).toBeUndefined();
  for (const changes of [{ tokens: 11 }, { kind: 'topup' }, { memberId: ben.user.id }] as const) {
    expect(await again(changes)).toBe('23505');
  }
});

it('an unlock updates lots in place and writes the wallet once', async () => {
  const { user } = await site.join();
  await give(site.db, user.id, 15, { kind: 'bonus', expiresAt: later(HOUR_MS) });
  await give(site.db, user.id, 1000);
  const counts = async (tx: Tx) => {
    const { rows } = await sql<{ hot: number; lots: number; wallets: number }>`
      SELECT pg_stat_get_xact_tuples_hot_updated('wallet_lots'::regclass)::int AS hot,
        pg_stat_get_xact_tuples_updated('wallet_lots'::regclass)::int AS lots,
        pg_stat_get_xact_tuples_updated('wallets'::regclass)::int AS wallets
    `.execute(tx);
    return rows[0] ?? { hot: 0, lots: 0, wallets: 0 };
  };
  const [before, after] = await inTransaction(site.db, async (tx) => {
    const before = await counts(tx);
    for (const tour of [901, 902, 903])
      await sql`SELECT unlock_experience(${user.id}, ${tour}, 10)`.execute(tx);
    return [before, await counts(tx)] as const;
  });
  expect({
    hot: after.hot - before.hot,
    lots: after.lots - before.lots,
    wallets: after.wallets - before.wallets,
  }).toEqual({ hot: 3, wallets: 3, lots: 4 });
});

it('of many lots the summary lists the first to expire, and counts all', async () => {
  const session = await site.join();
  await sql`
    SELECT grant_tokens(${session.user.id}, 'referral', 2, now() + n * interval '1 hour', ${`manual:test:${session.user.id}:`} || n)
    FROM generate_series(1, 130) AS n
  `.execute(site.db);
  const { wallet, lots } = await site.summary(session);
  expect(wallet).toMatchObject({ totalBalance: 260, referralBalance: 260 });
  expect(lots).toHaveLength(100);
  expect(lots.map(({ expiresAt }) => expiresAt)).toEqual(lots.map(({ expiresAt }) => expiresAt).sort());
  expect(Date.parse(lots[0]?.expiresAt ?? '') - Date.now()).toBeLessThan(HOUR_MS);
});
