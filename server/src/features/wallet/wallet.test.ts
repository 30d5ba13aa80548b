import type { Movement, Session } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { expectSoundLedger, give, lockedTours } from '../../../testing/apps/wallet-app.ts';
import { useWalletApp } from '../../../testing/use-app.ts';
import { inTransaction } from '../../database/database.ts';
import { readHistory } from './history.ts';
import { expireDueTokens, readWallet } from './service.ts';
import { dueLots } from './store.ts';

const site = useWalletApp(lockedTours(4));

async function history(
  session: Session,
  query = '',
): Promise<{ transactions: Movement[]; next: string | undefined }> {
  const answer = await site.send<{ transactions: Movement[] }>('GET', `/api/tokens/history${query}`, {
    token: session.token,
  });
  expect(answer.status).toBe(200);
  const next = /cursor=([\w-]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  return { transactions: answer.body.transactions, next };
}

const soon = (ms: number) => new Date(Date.now() + ms);

describe('the summary', () => {
  it('of a member without tokens', async () => {
    const session = await site.join();
    expect(await site.summary(session)).toEqual({
      wallet: { totalBalance: 0, bonusBalance: 0, referralBalance: 0, topupBalance: 0 },
      pendingBalance: 0,
      heldBalance: 0,
      awaitingVerification: 0,
      referralLink: `${site.config.publicUrl}/join?ref=${session.user.id}`,
      subscriptionType: 'Free',
      subscriptionUntil: null,
      lots: [],
    });
  });

  it('of a member with lots and a plan', async () => {
    const session = await site.join();
    const { id } = session.user;
    await give(site.db, id, 300, { expiresAt: soon(86_400_000) });
    await give(site.db, id, 20, { kind: 'bonus', expiresAt: soon(3_600_000) });
    await give(site.db, id, 7, { kind: 'referral', expiresAt: soon(7_200_000) });
    const until = new Date('2099-01-01T00:00:00Z');
    await site.db
      .updateTable('members')
      .set({ tier: 'Plus', tier_until: until })
      .where('id', '=', id)
      .execute();
    const summary = await site.summary(session);
    expect(summary).toMatchObject({
      wallet: { totalBalance: 327, bonusBalance: 20, referralBalance: 7, topupBalance: 300 },
      subscriptionType: 'Plus',
      subscriptionUntil: until.toISOString(),
    });
    expect(summary.lots.map(({ type, tokens }) => [type, tokens])).toEqual([
      ['bonus', 20],
      ['referral', 7],
      ['topup', 300],
    ]);
    // Nobody paid for it.
    await site.db
      .updateTable('members')
      .set({ tier: 'Free', tier_until: null })
      .where('id', '=', id)
      .execute();
  });

  it('is for members, and is not kept', async () => {
    expect((await site.send('GET', '/api/tokens/summary')).status).toBe(401);
    expect((await site.send('GET', '/api/tokens/history')).status).toBe(401);
    const { token } = await site.join();
    const answer = await site.send('GET', '/api/tokens/summary', { token });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('writes off what is past its time first', async () => {
    const session = await site.join();
    await give(site.db, session.user.id, 50, { expiresAt: soon(-1) });
    await give(site.db, session.user.id, 30);
    expect((await readWallet(site.db, session.user.id)).totalBalance).toBe(30);
    expect((await site.summary(session)).wallet.totalBalance).toBe(30);
    const { transactions } = await history(session);
    expect(transactions.map(({ type, amount }) => [type, amount])).toContainEqual(['expiry', -50]);
    await expectSoundLedger(site.db);
  });

  it('W25: adds up while tokens move', async () => {
    const session = await site.join();
    const { id } = session.user;
    await give(site.db, id, 1000);
    let isMoving = true;
    const move = async () => {
      for (let round = 0; round < 12; round += 1) {
        await give(site.db, id, 1 + round, { kind: round % 2 ? 'bonus' : 'referral' });
        await sql`SELECT unlock_experience(${id}, ${1000 + round}, 13)`.execute(site.db);
      }
      isMoving = false;
    };
    const look = async () => {
      let looks = 0;
      for (; isMoving || looks === 0; looks += 1) {
        const { wallet, lots } = await site.summary(session);
        expect(wallet.totalBalance).toBe(wallet.bonusBalance + wallet.referralBalance + wallet.topupBalance);
        expect(wallet.totalBalance).toBe(lots.reduce((sum, { tokens }) => sum + tokens, 0));
      }
      return looks;
    };
    const [, ...looks] = await Promise.all([move(), ...Array.from({ length: 8 }, look)]);
    expect(Math.min(...looks)).toBeGreaterThan(0);
    await expectSoundLedger(site.db);
  });
});

describe('the history', () => {
  it('tells every movement, newest first, with its tour, and adds up to the balance', async () => {
    const session = await site.join();
    const { id } = session.user;
    await give(site.db, id, 150, { kind: 'bonus' });
    await give(site.db, id, 100, { kind: 'referral' });
    await site.unlock(session, 'locked-0');
    await site.unlock(session, 'locked-0');
    const { transactions, next } = await history(session);
    expect(next).toBeUndefined();
    expect(transactions).toMatchObject([
      { type: 'unlock', amount: -100, status: 'success', title: 'Locked 0' },
      { type: 'referral', amount: 100, status: 'success' },
      { type: 'bonus', amount: 150, status: 'success' },
    ]);
    for (const { trnId, date } of transactions) {
      expect(trnId).toMatch(/^TRN\d+$/);
      expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
    }
    const sum = transactions.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe((await site.summary(session)).wallet.totalBalance);
  });

  it('tells of tokens that have just ended, so that it adds up to the balance', async () => {
    const session = await site.join();
    await give(site.db, session.user.id, 50, { expiresAt: soon(-1) });
    expect((await history(session)).transactions.map(({ amount }) => amount)).toEqual([-50, 50]);
  });

  it('shows no movements of other members', async () => {
    const [anna, other] = [await site.join(), await site.join()];
    await give(site.db, anna.user.id, 150);
    expect((await history(other)).transactions).toEqual([]);
  });

  it('comes in pages that miss nothing, also where several moments are the same', async () => {
    const session = await site.join();
    const { id } = session.user;
    // In one transaction, so at one moment.
    await sql`
      SELECT grant_tokens(${id}, 'bonus', n, now() + interval '1 day', ${`manual:test:${id}-`} || n) FROM generate_series(1, 23) AS n
    `.execute(site.db);
    const amounts: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await history(session, `?limit=5${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page.transactions.length).toBeGreaterThan(0);
      amounts.push(...page.transactions.map(({ amount }) => amount));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(amounts).toEqual(Array.from({ length: 23 }, (_, index) => 23 - index));
  });

  it.each([
    'nonsense',
    'W10',
    Buffer.from('[1e999,"TRN1"]').toString('base64url'),
    Buffer.from('[1,"; DROP"]').toString('base64url'),
    Buffer.from('[-8640000000000000,"TRN1"]').toString('base64url'),
    Buffer.from('[-250000000000000,"TRN1"]').toString('base64url'),
  ])('refuses the cursor %s', async (cursor) => {
    const { token } = await site.join();
    const answer = await site.send('GET', `/api/tokens/history?cursor=${cursor}`, { token });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });

  it('takes in what other features tell, in the order of time, page by page', async () => {
    const { user } = await site.join();
    await give(site.db, user.id, 11);
    await give(site.db, user.id, 12);
    const others = [soon(60_000), soon(-60_000)].map((date, index) => ({
      trnId: `TRN-order-${index}`,
      type: 'topup' as const,
      amount: 100,
      status: 'failed' as const,
      date,
    }));
    const source = {
      describe: async (_: unknown, ids: readonly number[]) => new Map(ids.map((id) => [id, { price: 199 }])),
      otherMovements: async (
        _: unknown,
        __: string,
        page: { before: { date: Date } | undefined; limit: number },
      ) =>
        others
          .filter(({ date }) => page.before === undefined || date < page.before.date)
          .slice(0, page.limit),
    };
    const seen: (string | number)[] = [];
    let cursor: string | undefined;
    do {
      const page = await readHistory(site.db, [source], { memberId: user.id, limit: 1, cursor });
      seen.push(
        ...page.transactions.map(({ trnId, status, amount }) => (status === 'failed' ? trnId : amount)),
      );
      if (page.transactions[0]?.status === 'success') expect(page.transactions[0].price).toBe(199);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(['TRN-order-0', 12, 11, 'TRN-order-1']);
  });
});

describe('expiry', () => {
  it('in several processes at once writes off each lot once', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => site.join()));
    for (const { user } of members) {
      await give(site.db, user.id, 40, { expiresAt: soon(-5) });
      await give(site.db, user.id, 50, { expiresAt: soon(-4), kind: 'bonus' });
      await give(site.db, user.id, 60);
    }
    await Promise.all(Array.from({ length: 8 }, () => expireDueTokens(site.db)));
    for (const session of members) {
      const { transactions } = await history(session);
      expect(
        transactions
          .filter(({ type }) => type === 'expiry')
          .map(({ amount }) => amount)
          .sort(),
      ).toEqual([-40, -50]);
      expect((await site.summary(session)).wallet.totalBalance).toBe(60);
    }
    await expectSoundLedger(site.db);
  });

  it('goes on after a member whose lots cannot be written off', async () => {
    const [broken, fine] = [await site.join(), await site.join()];
    // The broken one's lot ended long before.
    await give(site.db, broken.user.id, 5, { expiresAt: soon(-60_000) });
    await give(site.db, fine.user.id, 6, { expiresAt: soon(-1_000) });
    const failures: string[] = [];
    await sql`
      CREATE FUNCTION refuse_broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$
    `.execute(site.db);
    await sql`
      CREATE TRIGGER broken BEFORE UPDATE ON wallet_lots FOR EACH ROW
        WHEN (OLD.member_id = ${sql.lit(broken.user.id)}) EXECUTE FUNCTION refuse_broken()
    `.execute(site.db);
    try {
      await expireDueTokens(site.db, (memberId) => failures.push(memberId));
    } finally {
      await sql`DROP FUNCTION refuse_broken CASCADE`.execute(site.db);
    }
    expect(failures).toEqual([broken.user.id]);
    expect((await history(fine)).transactions[0]).toMatchObject({ type: 'expiry', amount: -6 });
    await expireDueTokens(site.db);
    expect((await history(broken)).transactions[0]).toMatchObject({ type: 'expiry', amount: -5 });
  });

  it('reads no more than a page of due lots, however many are due', async () => {
    const { user } = await site.join();
    const rolledBack = inTransaction(site.db, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql`
        INSERT INTO wallet_lots (member_id, kind, transaction_id, granted, remaining, expires_at)
        SELECT ${user.id}, 'bonus', -n, 1, 1, now() - n * interval '1 second' FROM generate_series(1, 20000) AS n
      `.execute(tx);
      await sql`ANALYZE wallet_lots`.execute(tx);
      const [first] = await dueLots(tx, { after: undefined, limit: 1 }).execute();
      for (const after of [undefined, first]) {
        const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
          EXPLAIN (ANALYZE, FORMAT JSON) ${dueLots(tx, { after, limit: 100 })}
        `.execute(tx);
        const plan = JSON.stringify(rows);
        expect(plan).toContain('"Index Name":"wallet_lots_due"');
        expect(plan).not.toMatch(/"Node Type":"(Sort|Incremental Sort|Aggregate|Seq Scan)"/);
        const read = [...plan.matchAll(/"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count));
        expect(Math.max(...read)).toBe(100);
      }
      throw new Error('take it back');
    });
    await expect(rolledBack).rejects.toThrow('take it back');
  });
});
