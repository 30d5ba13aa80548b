import type { Experience } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueApp, createCatalogueApp, signedIn } from '../../../testing/apps/catalogue-app.ts';
import { refreshPopularity } from './counters.ts';

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

/** The cookie that an answer sets, as the browser sends it back. */
function cookieOf(header: string | string[] | undefined): string {
  return String(header).split(';', 1)[0] ?? '';
}

describe('views', () => {
  it('64 at once count 64', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        site.post('/api/vr360/viewed/view', {}, { userId: 0, createdDate: new Date().toISOString() }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(64).fill(200));
    const counts = answers.map((answer) => answer.json<{ viewCount: number }>().viewCount);
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

  it('go on while the experience is being edited', async () => {
    await site.db.transaction().execute(async (tx) => {
      await tx.updateTable('experiences').set({ title: 'edited' }).where('slug', '=', 'viewed').execute();
      const answer = await site.post('/api/vr360/viewed/view');
      expect(answer.json()).toMatchObject({ viewCount: 66 });
    });
  });

  it('show in lists within two seconds', async () => {
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
  it('count once for a session, however often and parallel they come', async () => {
    const first = await site.post('/api/vr360/liked/like', {}, { userId: 0, createdDate: '2026-01-01' });
    expect(first.json()).toMatchObject({ likeCount: 1, experience: { isLiked: true, likeCount: 1 } });
    const setCookie = String(first.headers['set-cookie']);
    expect(setCookie).toMatch(/^oriel_session=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = cookieOf(setCookie);
    const again = await Promise.all(
      Array.from({ length: 64 }, () => site.post('/api/vr360/liked/like', { cookie })),
    );
    for (const answer of again) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ likeCount: 1, experience: { isLiked: true } });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const other = await site.post('/api/vr360/joined/like', { cookie });
    expect(other.json()).toMatchObject({ likeCount: 1 });
  });

  it('count again for another session, and a made-up cookie is no session', async () => {
    expect((await site.post('/api/vr360/liked/like')).json()).toMatchObject({ likeCount: 2 });
    const forged = await site.post('/api/vr360/liked/like', { cookie: 'oriel_session=short; x=y' });
    expect(forged.headers['set-cookie']).toBeDefined();
    expect(forged.json()).toMatchObject({ likeCount: 3 });
  });

  it('count once for a member in any session; a userId in the body is ignored', async () => {
    const bodies = [{ userId: 1 }, { userId: 2 }, { userId: 'bea' }];
    for (const body of bodies) {
      const answer = await site.post('/api/vr360/liked/like', signedIn('Free-anna'), body);
      expect(answer.json()).toMatchObject({ likeCount: 4 });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const parallel = await Promise.all(
      Array.from({ length: 32 }, () => site.post('/api/vr360/liked/like', signedIn('Free-bea'))),
    );
    expect(new Set(parallel.map((answer) => answer.json().likeCount))).toEqual(new Set([5]));
  });

  it('are shown in every response to the member who likes, and to no other visitor', async () => {
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

  it('keep no cookie as it is', async () => {
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

it('guests of one address like a tour twenty times a day, whatever cookies they make up', async () => {
  const madeUp = (name: string) => ({ cookie: `oriel_session=${name.padEnd(22, '0')}` });
  const before = (await site.get('/api/vr360/joined')).json<Experience>().likeCount ?? 0;
  const answers = [];
  for (let guest = 0; guest < 22; guest += 1) {
    answers.push(await likeFrom(`2001:db8::${guest}`, 'joined', guest % 2 ? madeUp(`guest${guest}`) : {}));
  }
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(200), 429, 429]);
  expect(answers[19]?.json().likeCount).toBe(before + 20);
  // Whoever is counted stays so; members and other addresses are not stopped.
  const again = await likeFrom('2001:db8::1', 'joined', madeUp('guest1'));
  expect(again.json()).toMatchObject({ likeCount: before + 20, experience: { isLiked: true } });
  expect((await likeFrom('2001:db8::1', 'joined', signedIn('Free-dora'))).json().likeCount).toBe(before + 21);
  expect((await likeFrom('2001:db8:0:1::1', 'joined')).json().likeCount).toBe(before + 22);
});

describe('popularity', () => {
  const popular = async () =>
    (await site.get('/api/vr360?sort=popular&limit=2')).json<Experience[]>().map(({ slug }) => slug);

  it('follows views and likes once it is refreshed', async () => {
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

it('one address may react only so often', async () => {
  const strict = await createCatalogueApp(() => [{ slug: 'tour', title: 'Tour' }], {
    config: { reactionsPerMinute: 5 },
  });
  try {
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await strict.post('/api/vr360/tour/view'));
    for (let count = 0; count < 4; count += 1) answers.push(await strict.post('/api/vr360/tour/like'));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await strict.close();
  }
});
