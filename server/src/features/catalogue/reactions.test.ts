import type { Experience } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueApp, createCatalogueApp, signedIn } from '../../../testing/apps/catalogue-app.ts';
import { refreshPopularity } from './reaction-store.ts';

let site: CatalogueApp;

beforeAll(async () => {
  const slugs = ['viewed', 'liked', 'joined', 'ranked', 'rival', 'limited'];
  site = await createCatalogueApp(() =>
    slugs.map((slug, index) => ({
      slug,
      title: slug,
      sortOrder: index,
      viewCount: slug === 'rival' ? 500 : 0,
      likeCount: 0,
    })),
  );
});
afterAll(() => site.close());

/** The cookie that a response sets, as a browser sends it. */
function cookieOf(header: string | string[] | undefined): string {
  return String(header).split(';', 1)[0] ?? '';
}

describe('views', () => {
  it('count 64 concurrent views as 64', async () => {
    const responses = await Promise.all(
      Array.from({ length: 64 }, () =>
        site.post('/api/vr360/viewed/view', {}, { userId: 0, createdDate: new Date().toISOString() }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(64).fill(200));
    const counts = responses.map((response) => response.json<{ viewCount: number }>().viewCount);
    expect(Math.max(...counts)).toBe(64);
    const last = (await site.post('/api/vr360/viewed/view')).json();
    expect(last).toMatchObject({ viewCount: 65, experience: { slug: 'viewed', viewCount: 65 } });
    const { rows } = await site.db
      .selectFrom('experience_counters')
      .select(({ fn }) => fn.sum<string>('views').as('views'))
      .where('experience_id', '=', last.experience.id)
      .execute()
      .then((result) => ({ rows: result }));
    expect(Number(rows[0]?.views)).toBe(65);
  });

  it('are counted while the experience is being edited', async () => {
    await site.db.transaction().execute(async (tx) => {
      await tx.updateTable('experiences').set({ title: 'edited' }).where('slug', '=', 'viewed').execute();
      const response = await site.post('/api/vr360/viewed/view');
      expect(response.json()).toMatchObject({ viewCount: 66 });
    });
  });

  it('are visible to guests within two seconds', async () => {
    await site.get('/api/vr360/viewed');
    await site.post('/api/vr360/viewed/view');
    await expect
      .poll(async () => (await site.get('/api/vr360/viewed')).json<Experience>().viewCount, {
        timeout: 2000,
        interval: 100,
      })
      .toBe(67);
  });
});

describe('likes', () => {
  it('count once for a session, however many concurrent requests it sends', async () => {
    const first = await site.post('/api/vr360/liked/like', {}, { userId: 0, createdDate: '2026-01-01' });
    expect(first.json()).toMatchObject({ likeCount: 1, experience: { isLiked: true, likeCount: 1 } });
    const setCookie = String(first.headers['set-cookie']);
    expect(setCookie).toMatch(/^oriel_session=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = cookieOf(setCookie);
    const again = await Promise.all(
      Array.from({ length: 64 }, () => site.post('/api/vr360/liked/like', { cookie })),
    );
    for (const response of again) {
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ likeCount: 1, experience: { isLiked: true } });
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    const other = await site.post('/api/vr360/joined/like', { cookie });
    expect(other.json()).toMatchObject({ likeCount: 1 });
  });

  it('count for each session, and a malformed cookie starts a new one', async () => {
    expect((await site.post('/api/vr360/liked/like')).json()).toMatchObject({ likeCount: 2 });
    const forged = await site.post('/api/vr360/liked/like', { cookie: 'oriel_session=short; x=y' });
    expect(forged.headers['set-cookie']).toBeDefined();
    expect(forged.json()).toMatchObject({ likeCount: 3 });
  });

  it('count once for a member in all sessions; a userId in the body is ignored', async () => {
    const bodies = [{ userId: 1 }, { userId: 2 }, { userId: 'bea' }];
    for (const body of bodies) {
      const response = await site.post('/api/vr360/liked/like', signedIn('Free-anna'), body);
      expect(response.json()).toMatchObject({ likeCount: 4 });
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    const parallel = await Promise.all(
      Array.from({ length: 32 }, () => site.post('/api/vr360/liked/like', signedIn('Free-bea'))),
    );
    expect(new Set(parallel.map((response) => response.json().likeCount))).toEqual(new Set([5]));
  });

  it('are included in every response to the member who likes, and to no other visitor', async () => {
    const isLiked = async (url: string, headers = {}) => {
      const body = (await site.get(url, headers)).json<Experience | Experience[]>();
      return [body].flat().find(({ slug }) => slug === 'liked')?.isLiked;
    };
    for (const url of ['/api/vr360', '/api/vr360/liked']) {
      expect(await isLiked(url, signedIn('Free-anna'))).toBe(true);
      expect(await isLiked(url, signedIn('Free-carl'))).toBe(false);
      expect(await isLiked(url)).toBe(false);
    }
  });

  it('store cookies as hashes alone', async () => {
    const cookie = cookieOf((await site.post('/api/vr360/joined/like')).headers['set-cookie']?.toString());
    const token = cookie.split('=')[1] ?? '';
    const rows = await site.db.selectFrom('experience_likes').selectAll().execute();
    expect(token).toHaveLength(22);
    expect(JSON.stringify(rows.map((row) => row.session_hash?.toString('latin1')))).not.toContain(token);
    expect(rows.every((row) => row.session_hash === null || row.session_hash.length === 32)).toBe(true);
  });
});

/** A guest without a cookie. */
const likeFrom = (remoteAddress: string, slug: string, headers = {}) =>
  site.app.inject({ method: 'POST', url: `/api/vr360/${slug}/like`, remoteAddress, headers });

it('limits the likes of guests to twenty per tour, network and day, whatever cookies they send', async () => {
  const forged = (name: string) => ({ cookie: `oriel_session=${name.padEnd(22, '0')}` });
  const before = (await site.get('/api/vr360/joined')).json<Experience>().likeCount ?? 0;
  const responses = [];
  for (let guest = 0; guest < 22; guest += 1) {
    responses.push(await likeFrom(`2001:db8::${guest}`, 'joined', guest % 2 ? forged(`guest${guest}`) : {}));
  }
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(200), 429, 429]);
  expect(responses[19]?.json().likeCount).toBe(before + 20);
  // Earlier likes stay counted; members and other networks are not limited.
  const again = await likeFrom('2001:db8::1', 'joined', forged('guest1'));
  expect(again.json()).toMatchObject({ likeCount: before + 20, experience: { isLiked: true } });
  expect((await likeFrom('2001:db8::1', 'joined', signedIn('Free-dora'))).json().likeCount).toBe(before + 21);
  expect((await likeFrom('2001:db8:0:1::1', 'joined')).json().likeCount).toBe(before + 22);
});

describe('popularity', () => {
  const popular = async () =>
    (await site.get('/api/vr360?sort=popular&limit=2')).json<Experience[]>().map(({ slug }) => slug);

  it('includes new views and likes after a refresh', async () => {
    await refreshPopularity(site.db);
    site.app.responseCache.clear();
    expect((await popular())[0]).toBe('rival');
    await Promise.all(Array.from({ length: 60 }, (_, guest) => likeFrom(`198.18.0.${guest}`, 'ranked')));
    await Promise.all([refreshPopularity(site.db), refreshPopularity(site.db)]);
    site.app.responseCache.clear();
    expect(await popular()).toEqual(['ranked', 'rival']);
    const fresh = await site.db
      .selectFrom('experience_counters')
      .select('shard')
      .where('is_fresh', '=', true)
      .execute();
    expect(fresh).toEqual([]);
  });
});

it('limits the reactions of one IP', async () => {
  const strict = await createCatalogueApp(() => [{ slug: 'tour', title: 'Tour' }], {
    config: { reactionsPerMinute: 5 },
  });
  try {
    const responses = [];
    for (let count = 0; count < 4; count += 1) responses.push(await strict.post('/api/vr360/tour/view'));
    for (let count = 0; count < 4; count += 1) responses.push(await strict.post('/api/vr360/tour/like'));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});
