// @module-tag processes
import type { Visibility } from '@oriel/contract';
import { describe, expect, it, vi } from 'vitest';
import { aTour } from './drafts.fixture.ts';
import { usePublisher } from './publication.fixture.ts';

const { site, cast, given, takePicture, send, published, draft, detail, statusOf, textOf } = usePublisher();

const show = (id: string, visibility: Visibility) =>
  send('POST', `/${id}/visibility`, { body: { visibility } });

const oembed = (slug: string) =>
  `/api/oembed?url=${encodeURIComponent(`${site.app.dependencies.config.publicUrl}/embed/${slug}`)}`;

/** Where tours are found by who does not know their URL. */
const LISTS = [
  '/api/vr360',
  '/api/vr360?q=seatown',
  '/api/vr360?tag=Harbour',
  '/api/vr360?sort=new',
  '/api/suggestions?q=seaside',
  '/sitemap.xml',
];

async function expectUnfound(id: number): Promise<void> {
  for (const path of LISTS) expect(await textOf(path), path).not.toContain(given.slug);
  expect(await textOf(`/api/cards?ids=${id}`)).toBe('[]');
  expect(JSON.parse(await textOf('/api/map')).pins).not.toContain(id);
}

/** The public URL of the tour's picture. */
async function publicPicture(): Promise<string> {
  const body = JSON.stringify((await detail()).body);
  const file = /\/media\/[0-9a-f-]{36}\/[\w.]+/.exec(body)?.[0] ?? '';
  expect(await statusOf(file)).toBe(200);
  return file;
}

/** Every file that a stranger is shown of the tour and its room is there. */
async function expectPictures(): Promise<void> {
  for (const path of [`/api/vr360/${given.slug}`, `/api/vr360/${given.slug}/scenes/lobby`]) {
    const response = await fetch(site.url + path);
    expect(response.status, path).toBe(200);
    const files = (await response.text()).match(/\/media\/[0-9a-f-]{36}\/[\w.]+\.\w+/g) ?? [];
    expect(files.length, path).toBeGreaterThan(0);
    for (const file of files) expect(await statusOf(file), `${path}: ${file}`).toBe(200);
  }
}

describe('an unlisted tour', () => {
  it('opens by its address, and is in no list', async () => {
    const tour = await published({
      document: aTour(await takePicture(2100)),
      location: { latitude: 1, longitude: 2 },
    });
    const file = await publicPicture();
    expect((await detail()).body).not.toHaveProperty('isUnlisted');
    expect((await show(tour.id, 'unlisted')).body).toMatchObject({
      state: 'published',
      visibility: 'unlisted',
    });

    const { status, body } = await detail();
    expect([status, body.title, body.isUnlisted]).toEqual([200, 'Seaside rooms', true]);
    await expectUnfound(body.id);
    expect(await statusOf(file)).toBe(200);
    expect(await statusOf(oembed(given.slug))).toBe(200);
    for (const path of [
      `/api/vr360/${given.slug}/place`,
      `/api/vr360/${given.slug}/scenes/lobby`,
      `/share-images/${given.slug}`,
    ])
      expect(await statusOf(path), path).toBe(200);
    expect((await site.send('POST', `/api/vr360/${body.id}/view`)).status).toBe(200);
  });

  it('is unlocked like any other', async () => {
    const tour = await published({ price: 100 });
    await show(tour.id, 'unlisted');
    const member = await site.memberWith(100);
    expect((await site.unlock(member, given.slug)).status).toBe(200);
    expect((await detail(member)).body.isPermission).toBe(true);
  });
});

describe('S7: a private tour', () => {
  it('looks to strangers like one that does not exist', async () => {
    const tour = await published({ document: aTour(await takePicture(2104)) });
    const { id } = (await detail()).body;
    const file = await publicPicture();
    await show(tour.id, 'private');
    const stranger = await site.memberWith(100);
    const paths = (slug: string) => [
      `/api/vr360/${slug}`,
      `/api/vr360/${slug}/place`,
      `/api/vr360/${slug}/scenes/lobby`,
      oembed(slug),
      `/share-images/${slug}`,
      `/strips/${slug}`,
    ];
    const missing = paths('there-is-none');
    for (const [index, path] of paths(given.slug).entries()) {
      for (const session of [undefined, stranger]) {
        const answers = [];
        for (const url of [path, missing[index] ?? '']) {
          const { status, body } = await site.send<{ instance?: string }>('GET', url, session);
          answers.push({ status, body: { ...body, instance: undefined } });
        }
        expect(answers[0], path).toEqual(answers[1]);
        expect(answers[0]?.status).toBe(404);
      }
    }
    for (const action of ['view', 'like', 'save', 'access'])
      expect((await site.send('POST', `/api/vr360/${given.slug}/${action}`, stranger)).status, action).toBe(
        404,
      );
    await expectUnfound(id);
    // Each process may serve it for a second.
    await vi.waitFor(async () => expect(await statusOf(file)).toBe(404), 10_000);
  });

  it('opens for its team, the staff and those who have paid, whatever it costs', async () => {
    const tour = await published({ price: 100, document: aTour(await takePicture(2108)) });
    const payer = await site.memberWith(100);
    expect((await site.unlock(payer, given.slug)).status).toBe(200);
    await show(tour.id, 'private');
    const { roles, staff, neighbour } = cast;
    for (const member of [payer, roles.owner, roles.viewer, staff.reviewer]) {
      const { status, body } = await detail(member);
      expect([status, body.isPermission]).toEqual([200, true]);
      const file = /\/media\/s\/[^/]+\/[0-9a-f-]{36}\/[\w.]+/.exec(JSON.stringify(body))?.[0] ?? '';
      expect(await statusOf(file)).toBe(200);
      const scene = await site.send('GET', `/api/vr360/${given.slug}/scenes/lobby`, member);
      expect(scene.status).toBe(200);
    }
    for (const member of [neighbour, staff.support]) expect((await detail(member)).status).toBe(404);
    expect((await site.unlock(neighbour, given.slug)).status).toBe(404);
    await site.db.deleteFrom('workspace_members').where('member_id', '=', roles.viewer.user.id).execute();
    expect((await detail(roles.viewer)).status).toBe(404);
  });

  it('becomes public again without being published again', async () => {
    const tour = await published({ document: aTour(await takePicture(2112)) });
    await show(tour.id, 'private');
    await send('PATCH', `/${tour.id}`, { body: { title: 'Not yet' }, revision: 1 });
    const again = await show(tour.id, 'public');
    expect(again.body).toMatchObject({ revision: 2, publishedRevision: 1, visibility: 'public' });
    expect((await detail()).body).toMatchObject({ title: 'Seaside rooms', tags: ['Harbour'] });
    for (const path of LISTS.filter((path) => !path.includes('suggestions')))
      expect(await textOf(path), path).toContain(given.slug);
    await publicPicture();
  });

  it('shows its pictures wherever it was read before', async () => {
    const tour = await published({ document: aTour(await takePicture(2120)) });
    for (const [closed, open] of [
      ['private', 'public'],
      ['link', 'unlisted'],
    ] as const) {
      await expectPictures();
      const file = await publicPicture();
      await show(tour.id, closed);
      // Each process may serve it for a second.
      await vi.waitFor(async () => expect(await statusOf(file)).toBe(404), 10_000);
      // Its team reads it meanwhile.
      const scene = await site.send('GET', `/api/vr360/${given.slug}/scenes/lobby`, cast.roles.editor);
      expect(scene.status).toBe(200);
      await show(tour.id, open);
    }
    await expectPictures();
  });

  it('shows its pictures once it is public where it was private from its beginning', async () => {
    const document = aTour(await takePicture(2124));
    const { body: tour } = await send('POST', '', { body: draft({ document }) });
    await show(tour.id, 'private');
    await send('POST', `/${tour.id}/publication`, { revision: 1 });
    expect((await detail(cast.roles.editor)).status).toBe(200);
    await show(tour.id, 'public');
    await expectPictures();
  });

  it('is public at no moment, not even between its publications', async () => {
    const { body: tour } = await send('POST', '', {
      body: draft({ document: aTour(await takePicture(2116)) }),
    });
    expect((await show(tour.id, 'private')).body).toMatchObject({ state: 'draft', visibility: 'private' });
    for (const revision of [1, 2]) {
      expect((await send('POST', `/${tour.id}/publication`, { revision })).status).toBe(200);
      expect((await detail()).status).toBe(404);
      const { id } = (await detail(cast.roles.editor)).body;
      await expectUnfound(id);
      await send('PATCH', `/${tour.id}`, { body: { city: 'Porto' }, revision });
    }
    await send('DELETE', `/${tour.id}/publication`);
    expect((await detail(cast.roles.editor)).status).toBe(404);
    await send('POST', `/${tour.id}/publication`, { revision: 3 });
    expect([(await detail()).status, (await detail(cast.roles.editor)).status]).toEqual([404, 200]);
  });
});

it('is changed by who may publish, and written down', async () => {
  const tour = await published();
  const as = cast.roles.contributor;
  const body = { visibility: 'private' };
  expect((await send('POST', `/${tour.id}/visibility`, { body, as })).status).toBe(403);
  await show(tour.id, 'private');
  await show(tour.id, 'private');
  const rows = await site.db
    .selectFrom('audit_events')
    .select(['before', 'after'])
    .where('subject_id', '=', tour.id)
    .where('action', '=', 'tour.visibility-changed')
    .execute();
  expect(rows).toEqual([{ before: { visibility: 'public' }, after: { visibility: 'private' } }]);
});
