// @module-tag processes
import type { ExperienceDetail, Problem, SceneDetail, ShareLink } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { aTour } from '../studio-tours/drafts.fixture.ts';
import { usePublisher } from '../studio-tours/publication.fixture.ts';

const { site, cast, send, takePicture, published, detail, statusOf } = usePublisher();

type Opened = Problem & { experience: ExperienceDetail; visit: string; until: string };
const post = <T>(path: string, body: object) =>
  site.send<T & Problem>('POST', `/api/share-links/${path}`, { body });
const open = (secret: string, password?: string) =>
  post<Opened>('visits', { secret, ...(password !== undefined && { password }) });

/** A published tour that opens by link, whatever it costs. */
async function byLink(width: number, price = 100) {
  const tour = await published({ price, document: aTour(await takePicture(width)) });
  expect((await send('POST', `/${tour.id}/visibility`, { body: { visibility: 'link' } })).status).toBe(200);
  const make = async (fields: object = {}) => {
    const body = { label: 'The planner', ...fields };
    const made = await send<ShareLink & { path: string }>('POST', `/${tour.id}/links`, { body });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return { ...made.body, secret: made.body.path.replace('/shared#', '') };
  };
  const list = async () => (await send<{ links: ShareLink[] }>('GET', `/${tour.id}/links`)).body.links;
  const revoke = ({ id }: ShareLink) => send('DELETE', `/${tour.id}/links/${id}`);
  return { tour, make, list, revoke };
}

describe('a link', () => {
  it('opens the whole tour with signed files, for who has it alone', async () => {
    const { make, list } = await byLink(2200);
    const { secret, ...link } = await make();
    expect((await detail()).status).toBe(404);
    expect((await detail(await site.memberWith(100))).status).toBe(404);
    const { status, body } = await open(secret);
    expect([status, body.experience.isPermission, body.experience.isUnlisted]).toEqual([200, true, true]);
    const scene = await post<SceneDetail>('scene', { visit: body.visit, scene: 'lobby' });
    expect(scene.status).toBe(200);
    for (const answer of [body, scene.body]) {
      const file = /\/media\/s\/[^/]+\/[0-9a-f-]{36}\/[\w.]+/.exec(JSON.stringify(answer))?.[0] ?? '';
      expect(await statusOf(file)).toBe(200);
      expect(JSON.stringify(answer)).not.toMatch(/"\/media\/[0-9a-f-]{36}/);
    }
    // The visit goes on without counting again.
    expect((await post('tour', { visit: body.visit })).status).toBe(200);
    expect(await list()).toMatchObject([{ id: link.id, openings: 1, hasPassword: false }]);
    const rows = await site.db.selectFrom('share_links').selectAll().where('id', '=', link.id).execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('ends at once when it is revoked, and with the tour', async () => {
    const { tour, make, list, revoke } = await byLink(2204);
    const [one, two] = [await make(), await make({ label: 'Another' })];
    const visits = [(await open(one.secret)).body.visit, (await open(two.secret)).body.visit];
    const goesOn = async () =>
      Promise.all(visits.map(async (visit) => (await post('tour', { visit })).status));
    expect(await goesOn()).toEqual([200, 200]);
    await revoke(one);
    expect(await goesOn()).toEqual([404, 200]);
    expect((await open(one.secret)).body.code).toBe('link_ended');
    expect((await revoke(one)).status).toBe(404);
    expect(await list()).toHaveLength(1);
    await send('POST', `/${tour.id}/visibility`, { body: { visibility: 'private' } });
    expect(await goesOn()).toEqual([404, 404]);
    expect((await open(two.secret)).body.code).toBe('link_ended');
    await send('POST', `/${tour.id}/visibility`, { body: { visibility: 'link' } });
    expect(await goesOn()).toEqual([404, 200]);
    await send('DELETE', `/${tour.id}/publication`);
    expect(await goesOn()).toEqual([404, 404]);
  });

  it('ends in time, and so do its visits', async () => {
    const { make } = await byLink(2208);
    const { id, secret, expiresAt } = await make({ days: 7 });
    expect(Date.parse(expiresAt ?? '') - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
    const { visit, until } = (await open(secret)).body;
    expect(Date.parse(until)).toBeLessThan(Date.now() + 12.1 * 3_600_000);
    const age = { expires_at: new Date(Date.now() - 1000) };
    await site.db.updateTable('share_links').set(age).where('id', '=', id).execute();
    expect([(await open(secret)).status, (await post('tour', { visit })).status]).toEqual([404, 404]);
  });

  it('S7: opens exactly as often as it may, of 64 at once', async () => {
    const { make, list } = await byLink(2212);
    const { secret } = await make({ maxOpenings: 5 });
    const all = await Promise.all(Array.from({ length: 64 }, () => open(secret)));
    const opened = all.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(5);
    expect(new Set(opened.map(({ body }) => body.visit)).size).toBe(5);
    expect(new Set(all.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['link_ended']),
    );
    expect(await list()).toMatchObject([{ openings: 5, maxOpenings: 5 }]);
  });

  it('asks for its password, counts no wrong one as an opening, and stops guessing', async () => {
    const { make, list } = await byLink(2216);
    const { secret, id } = await make({ password: 'a quiet harbour' });
    const none = await open(secret);
    expect([none.status, none.body.code]).toEqual([401, 'password_required']);
    expect((await open(secret, 'a quiet harbour')).status).toBe(200);
    const stored = await site.db
      .selectFrom('share_links')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.password_hash).toMatch(/^\$argon2id\$/);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => open(secret, `guess ${index}`)),
    );
    const codes = guesses.map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'wrong_code').length).toBeLessThanOrEqual(10);
    expect(codes).toContain('too_many_requests');
    expect((await open(secret, 'a quiet harbour')).status).toBe(429);
    expect(await list()).toMatchObject([{ openings: 1, hasPassword: true }]);
  });

  it('is made by who may manage links, and written down without its secret', async () => {
    const { tour, make, revoke } = await byLink(2220);
    const as = cast.roles.contributor;
    for (const [method, path] of [
      ['GET', 'links'],
      ['POST', 'links'],
      ['DELETE', 'links/l_none'],
    ] as const)
      expect(
        (
          await send(method, `/${tour.id}/${path}`, {
            as,
            ...(method === 'POST' && { body: { label: 'x' } }),
          })
        ).status,
      ).toBe(403);
    const link = await make({ maxOpenings: 2 });
    await revoke(link);
    const rows = await site.db
      .selectFrom('audit_events')
      .select(['action', 'after'])
      .where('subject_id', '=', tour.id)
      .where('action', 'like', 'share-link.%')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      {
        action: 'share-link.created',
        after: { link: link.id, days: null, maxOpenings: 2, hasPassword: false },
      },
      { action: 'share-link.revoked', after: { link: link.id } },
    ]);
    expect((await send('GET', '/t_none/links')).status).toBe(404);
  });
});
