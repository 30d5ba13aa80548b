import { randomUUID } from 'node:crypto';
import type { Experience, ExperienceDetail, Session } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { expectSoundLedger, give, lockedTours } from '../../../testing/apps/wallet-app.ts';
import { race, raceTimeoutMs, repeatRace } from '../../../testing/index.ts';
import { useWalletApp } from '../../../testing/use-app.ts';
import { attachMedia, changeCatalogue, updateExperience } from '../catalogue/service.ts';

const SECRET = 'secret-media';
/** As the machine has it: 64 requests at once. */
const AT_ONCE = 64;

const site = useWalletApp([
  ...lockedTours(AT_ONCE),
  ...lockedTours(1, { slug: 'packaged', partOfPackage: true }),
  ...lockedTours(1, { slug: 'dear', tokensRequired: 10_000 }),
  { slug: 'free', title: 'Free', mediaUrl: 'https://cdn.example/free.mp4' },
]);

const balance = async (session: Session) => (await site.summary(session)).wallet.totalBalance;

const makeTier = (session: Session, tier: 'Plus' | 'Pro', until: Date) =>
  site.db.updateTable('members').set({ tier, tier_until: until }).where('id', '=', session.user.id).execute();

/** What the ledger says was taken from a member for tours, one number for each. */
async function debits(session: Session): Promise<number[]> {
  const rows = await site.db
    .selectFrom('ledger_transactions as moved')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'moved.id')
    .select('entry.amount')
    .where('moved.member_id', '=', session.user.id)
    .where('entry.account', '=', 'tours')
    .execute();
  return rows.map(({ amount }) => amount);
}

describe('opening', () => {
  it('takes the price once and answers the tour with its media and the wallet', async () => {
    const session = await site.memberWith(250);
    const first = await site.unlock(session, 'locked-0', { userId: 1, createdDate: '2026-01-01' });
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(first.body).toMatchObject({
      experience: { slug: 'locked-0', isPermission: true, vrUrl: `https://${SECRET}.example/0.mp4` },
      wallet: { totalBalance: 150, topupBalance: 150, bonusBalance: 0, referralBalance: 0 },
    });
    const again = await site.unlock(session, 'locked-0');
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    // By its number it is the same tour.
    const byId = await site.unlock(session, String(site.tours.get('locked-0')));
    expect(byId.body.wallet.totalBalance).toBe(150);
    expect(await debits(session)).toEqual([100]);
    await expectSoundLedger(site.db);
  });

  it('is refused without a session, without tokens, and where there is no such tour', async () => {
    const session = await site.memberWith(99);
    const cases = [
      [await site.send('POST', '/api/vr360/locked-0/access'), 401, 'not_signed_in'],
      [await site.send('POST', '/api/vr360/locked-0/access', { token: 'x.y.z' }), 401, 'invalid_token'],
      [await site.unlock(session, 'locked-0'), 402, 'payment_required'],
      [await site.unlock(session, 'packaged'), 402, 'payment_required'],
      [await site.unlock(session, 'no-such-tour'), 404, 'experience_not_found'],
      [await site.unlock(session, '2147483647'), 404, 'experience_not_found'],
      [await site.unlock(session, '99999999999999999999'), 404, 'experience_not_found'],
    ] as const;
    for (const [answer, status, code] of cases) {
      expect(answer).toMatchObject({ status, body: { code, status } });
      expect(answer.text).not.toContain(SECRET);
    }
    expect(await balance(session)).toBe(99);
  });

  it('what is free costs nothing', async () => {
    const session = await site.memberWith(0);
    const answer = await site.unlock(session, 'free');
    expect(answer).toMatchObject({
      status: 200,
      body: { experience: { vrUrl: 'https://cdn.example/free.mp4' }, wallet: { totalBalance: 0 } },
    });
  });

  it('what an active plan includes costs nothing, and is not theirs when the plan has ended', async () => {
    const session = await site.memberWith(500);
    await makeTier(session, 'Plus', new Date(Date.now() + 60_000));
    expect((await site.unlock(session, 'packaged')).body).toMatchObject({
      experience: { isPermission: true, vrUrl: expect.stringContaining(SECRET) },
      wallet: { totalBalance: 500 },
    });
    // A plan includes nothing but what is in the package.
    expect((await site.unlock(session, 'locked-1')).body.wallet.totalBalance).toBe(400);
    await makeTier(session, 'Pro', new Date(Date.now() - 1000));
    const closed = await site.send<Experience>('GET', '/api/vr360/packaged', { token: session.token });
    expect(closed.body.isPermission).toBe(false);
    expect(closed.text).not.toContain(SECRET);
    expect((await site.unlock(session, 'packaged')).body.wallet.totalBalance).toBe(300);
  });

  it('a tour stays unlocked for the member on every device, whatever it costs later, and for no other member', async () => {
    const session = await site.memberWith(100);
    const other = await site.memberWith(50);
    await site.unlock(session, 'locked-2');
    const reprice = (tokensRequired: number) =>
      changeCatalogue(site.db, site.app.responseCache, (tx) =>
        updateExperience(tx, site.tours.get('locked-2') ?? 0, { tokensRequired }),
      );
    await reprice(5000);
    const elsewhere = (await site.signIn(session.user.email, 'a quiet corridor at noon')).json<Session>();
    expect(await site.unlock(elsewhere, 'locked-2')).toMatchObject({
      status: 200,
      body: { wallet: { totalBalance: 0 } },
    });
    const listed = await site.send<Experience[]>('GET', '/api/vr360?limit=100', { token: elsewhere.token });
    expect(
      listed.body
        .filter(({ isPermission }) => isPermission)
        .map(({ slug }) => slug)
        .sort(),
    ).toEqual(['free', 'locked-2']);
    expect((await site.unlock(other, 'locked-2')).status).toBe(402);
    await reprice(100);
  });

  it('W23: the price, the payer and the balance are the server’s, whatever a body says', async () => {
    const rich = await site.memberWith(1000);
    const poor = await site.memberWith(0);
    const claims = {
      userId: rich.user.id,
      memberId: rich.user.id,
      tokensRequired: 0,
      price: 0,
      isPermission: true,
      wallet: { totalBalance: 1000 },
    };
    expect((await site.unlock(poor, 'locked-3', claims)).status).toBe(402);
    expect(await balance(rich)).toBe(1000);
    expect(
      (await site.unlock(rich, 'locked-3', { ...claims, userId: poor.user.id })).body.wallet.totalBalance,
    ).toBe(900);
    expect(await debits(poor)).toEqual([]);
  });

  it('locked media is in no answer before, and signed in the answers after', async () => {
    const session = await site.memberWith(100);
    const reads = [
      '/api/vr360?limit=100',
      '/api/vr360/locked-4',
      '/api/vr360?q=locked',
      '/api/tokens/history',
    ];
    const look = (token?: string) =>
      Promise.all(reads.map((path) => site.send('GET', path, token === undefined ? {} : { token })));
    for (const { text } of [...(await look()), ...(await look(session.token))])
      expect(text).not.toContain(SECRET);
    await site.unlock(session, 'locked-4');
    const mine = await site.send<ExperienceDetail>('GET', '/api/vr360/locked-4', { token: session.token });
    expect(mine.body.vrUrl).toBe(`https://${SECRET}.example/4.mp4`);
    for (const { text } of await look()) expect(text).not.toContain(SECRET);
  });

  it('stored media is reached by signed addresses, once it is unlocked', async () => {
    const assetId = randomUUID();
    await changeCatalogue(site.db, site.app.responseCache, (tx) =>
      attachMedia(tx, site.tours.get('locked-7') ?? 0, {
        mediaType: 'photo',
        assetId,
        gated: true,
        file: 'panorama.jpg',
        panorama: { tiles: { tileSize: 512, url: 'tiles/{level}/{row}-{column}.jpg', levels: [] } },
      }),
    );
    const session = await site.memberWith(100);
    const reads = ['/api/vr360?limit=100', '/api/vr360/locked-7'];
    for (const path of reads) {
      const { text } = await site.send('GET', path, { token: session.token });
      expect(text).not.toContain(assetId);
      expect(text).not.toContain('/media/s/');
    }
    for (const action of ['view', 'like']) {
      const { text } = await site.send('POST', `/api/vr360/locked-7/${action}`, { token: session.token });
      expect(text).not.toContain(assetId);
    }
    const opened = await site.send<{ experience: ExperienceDetail }>('POST', '/api/vr360/locked-7/access', {
      token: session.token,
    });
    const { vrUrl, panorama } = opened.body.experience;
    expect(vrUrl).toMatch(/^\/media\/s\/.+\/panorama\.jpg$/);
    expect(panorama?.tiles?.url).toMatch(/^\/media\/s\//);
    const minutes = (Date.parse(panorama?.expiresAt ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(0);
    expect(minutes).toBeLessThanOrEqual(10);
    expect((await site.send('GET', '/api/vr360/locked-7')).text).not.toContain(assetId);
  });

  it('spends what expires first, whatever its kind', async () => {
    const session = await site.join();
    const { id } = session.user;
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    await give(site.db, id, 80, { kind: 'topup', expiresAt: inHours(3) });
    await give(site.db, id, 80, { kind: 'referral', expiresAt: inHours(1) });
    await give(site.db, id, 80, { kind: 'bonus', expiresAt: inHours(2) });
    expect((await site.unlock(session, 'locked-5')).body.wallet).toEqual({
      totalBalance: 140,
      referralBalance: 0,
      bonusBalance: 60,
      topupBalance: 80,
    });
    await expectSoundLedger(site.db);
  });

  it('C5: a lost response is given again to a repeated request, at no further cost', async () => {
    const session = await site.memberWith(300);
    const abort = new AbortController();
    const lost = fetch(`${site.url}/api/vr360/locked-6/access`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}` },
      signal: abort.signal,
    }).catch(() => undefined);
    // The connection is cut as soon as the database has taken the tokens.
    await expect.poll(() => debits(session), { interval: 1 }).toEqual([100]);
    abort.abort();
    await lost;
    const answer = await site.unlock(session, 'locked-6');
    expect(answer).toMatchObject({
      status: 200,
      body: { experience: { vrUrl: expect.stringContaining(SECRET) }, wallet: { totalBalance: 200 } },
    });
    expect(await debits(session)).toEqual([100]);
  });
});

describe('races', () => {
  it(
    'W1: 64 parallel unlocks of one tour take its price once, and all succeed',
    async () => {
      await repeatRace(async (round) => {
        const session = await site.memberWith(1000);
        const answers = await race(AT_ONCE, () => site.unlock(session, `locked-${round % AT_ONCE}`));
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        expect(new Set(answers.map(({ body }) => body.wallet.totalBalance))).toEqual(new Set([900]));
        expect(await debits(session)).toEqual([100]);
        expect(await balance(session)).toBe(900);
        await expectSoundLedger(site.db);
      });
    },
    raceTimeoutMs(5000),
  );

  it(
    'W2: of 64 tours with tokens for 3, three are unlocked and the others refused',
    async () => {
      await repeatRace(async () => {
        const session = await site.join();
        // In lots that no price fits, so that each unlock takes of two.
        for (const tokens of [150, 70, 99]) await give(site.db, session.user.id, tokens);
        const answers = await race(AT_ONCE, (index) => site.unlock(session, `locked-${index}`));
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
        expect(answers.filter(({ status }) => status === 402)).toHaveLength(61);
        expect(await debits(session)).toEqual([100, 100, 100]);
        expect(await balance(session)).toBe(19);
        for (const { status, text } of answers) if (status === 402) expect(text).not.toContain(SECRET);
        await expectSoundLedger(site.db);
      });
    },
    raceTimeoutMs(5000),
  );

  it('unlocks, grants and reads of many members at once', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => site.memberWith(150)));
    await race(AT_ONCE, async (index) => {
      const session = sessions[index % sessions.length] as Session;
      if (index % 3 === 0) await give(site.db, session.user.id, 10, { kind: 'bonus' });
      await site.unlock(session, `locked-${index % 5}`);
      await site.summary(session);
    });
    await expectSoundLedger(site.db);
  });
});
