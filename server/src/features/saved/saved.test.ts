import { type Experience, MAX_RECENT, MAX_SAVED, type SavedExperiences, type Session } from '@oriel/contract';
import { expect, it } from 'vitest';
import { PASSWORD } from '../../../testing/apps/accounts-app.ts';
import { useWalletApp } from '../../../testing/use-app.ts';

const TOURS = MAX_SAVED + 5;
const slugOf = (index: number) => `place-${index}`;

const site = useWalletApp(
  Array.from({ length: TOURS }, (_, index) => ({ slug: slugOf(index), title: `Place ${index}` })),
);

const idOf = (index: number) => site.tours.get(slugOf(index)) ?? 0;

async function call<T>(method: 'GET' | 'POST' | 'DELETE', url: string, member?: Session, payload?: object) {
  const response = await site.app.inject({
    method,
    url,
    headers: member ? { authorization: `Bearer ${member.token}` } : {},
    ...(payload && { payload }),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json<T>() };
}

const listsOf = async (member: Session) => {
  const { body } = await call<SavedExperiences>('GET', '/api/saved', member);
  return { saved: body.saved.map(({ id }) => id), recent: body.recent.map(({ id }) => id) };
};

const rowsOf = (member: Session) =>
  site.db
    .selectFrom('listed_experiences')
    .select('experience_id')
    .where('member_id', '=', member.user.id)
    .execute();

/** Fills a member's list with the first tours. */
async function saveFirst(member: Session, count: number) {
  const saved = Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    at: '2026-01-01T00:00:00.000Z',
  }));
  await call('POST', '/api/saved', member, { saved, recent: [] });
  return saved;
}

it('saves a place once, by slug or id, and takes it off again', async () => {
  const [member, other] = [await site.join(), await site.join()];
  for (const key of [slugOf(1), String(idOf(1)), slugOf(2)]) {
    const saved = await call('POST', `/api/vr360/${key}/save`, member);
    expect(saved).toMatchObject({ status: 200, body: { isSaved: true } });
    expect(saved.headers['cache-control']).toBe('no-store');
  }
  expect(new Set((await listsOf(member)).saved)).toEqual(new Set([idOf(1), idOf(2)]));
  expect(await listsOf(other)).toEqual({ saved: [], recent: [] });
  for (const _ of [1, 2]) {
    expect((await call('DELETE', `/api/vr360/${slugOf(1)}/save`, member)).body).toEqual({ isSaved: false });
  }
  expect((await listsOf(member)).saved).toEqual([idOf(2)]);
  expect((await call('POST', '/api/vr360/no-such-place/save', member)).status).toBe(404);
});

it('remembers what a member viewed last, the newest first, until they clear it', async () => {
  const member = await site.join();
  const order = [...Array(MAX_RECENT + 3).keys(), 5];
  for (const index of order) await call('POST', `/api/vr360/${slugOf(index)}/view`, member, {});
  const expected = [...new Set(order.reverse())].slice(0, MAX_RECENT).map(idOf);
  expect((await listsOf(member)).recent).toEqual(expected);
  await call('DELETE', '/api/saved/recent', member);
  expect((await listsOf(member)).recent).toEqual([]);
});

it('adds what a guest saved before signing in; repeating it changes nothing', async () => {
  const member = await site.join();
  await call('POST', `/api/vr360/${slugOf(9)}/save`, member);
  const browser = {
    saved: [
      { id: idOf(3), at: '2026-01-02T10:00:00.000Z' },
      { id: idOf(4), at: '2999-01-01T00:00:00.000Z' },
      { id: 2_000_000_000, at: '2026-01-02T10:00:00.000Z' },
    ],
    recent: [{ id: idOf(7), at: '2026-01-03T10:00:00.000Z' }],
  };
  const merged = await call<SavedExperiences>('POST', '/api/saved', member, browser);
  expect(merged.body.saved.map(({ id }) => id).sort()).toEqual([idOf(3), idOf(4), idOf(9)].sort());
  expect(merged.body.saved.every(({ at }) => Date.parse(at) <= Date.now())).toBe(true);
  expect(merged.body.recent).toEqual(browser.recent);
  const again = await call<SavedExperiences>('POST', '/api/saved', member, browser);
  expect(again.body.saved.map(({ id }) => id).sort()).toEqual(merged.body.saved.map(({ id }) => id).sort());
  expect((await call('POST', '/api/saved', member, { saved: [{ id: 'x' }], recent: [] })).status).toBe(400);
});

it('refuses more than a list holds, and says so', async () => {
  const member = await site.join();
  await saveFirst(member, MAX_SAVED);
  const refused = await call('POST', `/api/vr360/${slugOf(MAX_SAVED + 1)}/save`, member);
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_saved' } });
  expect((await call('POST', `/api/vr360/${slugOf(3)}/save`, member)).status).toBe(200);
  expect((await listsOf(member)).saved).toHaveLength(MAX_SAVED);
});

it('takes the newest of what a guest saved into the room that is left, beside what is saved already', async () => {
  const member = await site.join();
  const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const full = await saveFirst(member, MAX_SAVED - 1);
  const browser = [
    { id: idOf(0), at: at(1) },
    { id: idOf(MAX_SAVED), at: at(2) },
    { id: idOf(MAX_SAVED + 1), at: at(3) },
    { id: 2_000_000_000, at: at(4) },
  ];
  await call('POST', '/api/saved', member, { saved: browser, recent: [] });
  const { saved } = await listsOf(member);
  expect(new Set(saved)).toEqual(new Set([...full.map(({ id }) => id), idOf(MAX_SAVED + 1)]));
});

it('holds no more than it may when saves overlap', async () => {
  const member = await site.join();
  await saveFirst(member, MAX_SAVED - 1);
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      return (await call('POST', `/api/vr360/${slugOf(MAX_SAVED - 1 + index)}/save`, member)).status;
    }),
  );
  expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect((await listsOf(member)).saved).toHaveLength(MAX_SAVED);
});

it('keeps nothing that is saved or viewed while the account is deleted', async () => {
  const member = await site.join();
  await Promise.all([
    call('DELETE', '/api/auth/me', member, { password: PASSWORD }),
    ...Array.from({ length: 6 }, (_, index) => call('POST', `/api/vr360/${slugOf(index)}/save`, member)),
    ...Array.from({ length: 6 }, (_, index) => call('POST', `/api/vr360/${slugOf(index)}/view`, member, {})),
  ]);
  expect(await rowsOf(member)).toEqual([]);
});

it('P3 is part of the export, and gone with the account', async () => {
  const member = await site.join();
  await call('POST', `/api/vr360/${slugOf(1)}/save`, member);
  await call('POST', `/api/vr360/${slugOf(2)}/view`, member, {});
  const exported = await call<object>('GET', '/api/auth/me/export', member);
  expect(exported.body).toMatchObject({
    saved: [{ slug: slugOf(1), title: 'Place 1' }],
    recentlyViewed: [{ slug: slugOf(2), title: 'Place 2' }],
  });
  expect((await call('DELETE', '/api/auth/me', member, { password: PASSWORD })).status).toBe(200);
  expect(await rowsOf(member)).toEqual([]);
});

it('answers cards by their ids, in the order asked for', async () => {
  const ids = [idOf(5), idOf(1), 2_000_000_000, idOf(3)];
  const url = `/api/cards?ids=${ids.join()}`;
  const [guest, member] = [await call<Experience[]>('GET', url), await site.join()];
  expect(guest.body.map(({ id }) => id)).toEqual([idOf(5), idOf(1), idOf(3)]);
  await call('POST', `/api/vr360/${slugOf(1)}/like`, member, {});
  const own = await call<Experience[]>('GET', url, member);
  expect(own.body.map(({ isLiked }) => isLiked)).toEqual([false, true, false]);
  const tooMany = Array.from({ length: 101 }, (_, index) => index + 1).join();
  for (const wrong of ['', '1,', 'a', '0', '99999999999', tooMany]) {
    expect((await call('GET', `/api/cards?ids=${wrong}`)).status, wrong).toBe(400);
  }
});
