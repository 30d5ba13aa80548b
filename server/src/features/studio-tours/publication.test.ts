// @module-tag processes
import type { ExperienceDetail, PlaceSheet, Problem, StudioTourVersion } from '@oriel/contract';
import { describe, expect, it } from 'vitest';
import { changeCatalogue, createCategory, createTag } from '../catalogue/service.ts';
import { aTour } from './drafts.fixture.ts';
import { usePublisher } from './publication.fixture.ts';

const { site, cast, given, takePicture, send, draft, published, detail, textOf } = usePublisher();

describe('publishing', () => {
  it('shows the draft to visitors, in lists, searches and the sitemap', async () => {
    const tour = await published();
    expect(tour).toMatchObject({
      state: 'published',
      publishedRevision: 1,
      path: `/experiences/vr/${given.slug}`,
      problems: [],
    });
    const { status, body } = await detail();
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Seaside rooms', propertyName: 'Harbour House', category: 'Hotels' });
    expect(body.thumbnails?.pattern).toMatch(/^\/thumbnails\//);
    expect(await textOf(`/api/vr360?q=seatown`)).toContain(given.slug);
    expect(await textOf('/api/vr360?tag=Harbour')).toContain(given.slug);
    expect(await textOf('/sitemap.xml')).toContain(`/experiences/vr/${given.slug}`);
  });

  it('tells search engines what the draft says for them', async () => {
    const seo = { title: 'Rooms by the harbour of Seatown', description: '' };
    const tour = await published({ seo });
    expect((await detail()).body.seo).toEqual(seo);
    await send('PATCH', `/${tour.id}`, { body: { seo: { title: '', description: '' } }, revision: 1 });
    await send('POST', `/${tour.id}/publication`, { revision: 2 });
    expect((await detail()).body).not.toHaveProperty('seo');
  });

  it('keeps the stills of its place sheet that show what the tour still shows', async () => {
    const tour = await published();
    const { thumbnails } = (await detail()).body;
    const other = await send('POST', '', {
      body: draft({ slug: `${given.slug}-other`, document: aTour(await takePicture(2560)) }),
    });
    await send('POST', `/${other.body.id}/publication`, { revision: 1 });
    const { body } = await site.send<ExperienceDetail>('GET', `/api/vr360/${given.slug}-other`);
    const stills = [{ thumbnails, label: 'The lobby' }, { thumbnails: body.thumbnails }];
    expect(body.thumbnails?.pattern).not.toBe(thumbnails?.pattern);
    const place = JSON.stringify({ facts: [], stills });
    await site.db.updateTable('experiences').set({ place }).where('slug', '=', given.slug).execute();
    await send('PATCH', `/${tour.id}`, { body: { facts: ['Six rooms'] }, revision: 1 });
    expect((await send('POST', `/${tour.id}/publication`, { revision: 2 })).status).toBe(200);
    const sheet = await site.send<PlaceSheet>('GET', `/api/vr360/${given.slug}/place`);
    expect(sheet.body.facts).toEqual(['Six rooms']);
    expect(sheet.body.stills).toEqual([{ thumbnails, label: 'The lobby' }]);
  });

  it('says what is missing, and publishes nothing', async () => {
    const { body: tour } = await send('POST', '', { body: { title: 'Unfinished' } });
    const refused = await send<Problem>('POST', `/${tour.id}/publication`, { revision: 1 });
    expect([refused.status, refused.body.code]).toEqual([422, 'tour_incomplete']);
    expect(refused.body.detail).toBe(
      'The tour needs a category. The tour needs a price; 0 is free. The address needs small letters and digits, joined by hyphens. And 1 more.',
    );
    expect((await send('GET', `/${tour.id}`)).body.state).toBe('draft');
  });

  it('needs the revision that was looked at', async () => {
    const { body: tour } = await send('POST', '', { body: draft() });
    await send('PATCH', `/${tour.id}`, { body: { title: 'Changed' }, revision: 1 });
    const stale = await send<Problem>('POST', `/${tour.id}/publication`, { revision: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'revision_conflict']);
    const none = await send<Problem>('POST', `/${tour.id}/publication`);
    expect([none.status, none.body.code]).toEqual([428, 'revision_missing']);
    expect((await detail()).status).toBe(404);
  });

  it('takes an address once, also of two tours at the same moment', async () => {
    const [one, two] = [await send('POST', '', { body: draft() }), await send('POST', '', { body: draft() })];
    const publish = ({ body }: { body: { id: string } }) =>
      send<Problem>('POST', `/${body.id}/publication`, { revision: 1 });
    const both = await Promise.all([publish(one), publish(two)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = both.find(({ status }) => status !== 200);
    expect(['address_taken', 'tour_incomplete']).toContain(refused?.body.code);
    expect(refused?.body.detail).toBe('Another tour has this address.');
  });

  it('S1: readers see the old tour or the new one, and no mixture', async () => {
    const tour = await published({ title: 'Tour 1', description: 'Text 1' });
    const mixed: string[] = [];
    let isOver = false;
    const read = async () => {
      while (!isOver) {
        const { body } = await detail();
        const isSame = body.title?.replace('Tour', 'Text') === body.description;
        if (!isSame) mixed.push(`${body.title} with ${body.description}`);
      }
    };
    const readers = Array.from({ length: 64 }, read);
    for (let count = 2; count <= 8; count += 1) {
      const body = { title: `Tour ${count}`, description: `Text ${count}` };
      const { body: changed } = await send('PATCH', `/${tour.id}`, { body, revision: count - 1 });
      expect(changed.publishedRevision).toBe(count - 1);
      const { status } = await send('POST', `/${tour.id}/publication`, { revision: count });
      expect(status).toBe(200);
    }
    isOver = true;
    await Promise.all(readers);
    expect(mixed).toEqual([]);
    expect((await detail()).body.title).toBe('Tour 8');
  });

  it('keeps each version, which may become the draft again', async () => {
    const tour = await published({ title: 'First' });
    await send('PATCH', `/${tour.id}`, { body: { title: 'Second' }, revision: 1 });
    await send('POST', `/${tour.id}/publication`, { revision: 2 });
    const { body } = await send<{ versions: StudioTourVersion[] }>('GET', `/${tour.id}/versions`);
    expect(body.versions.map(({ version, title }) => [version, title])).toEqual([
      [2, 'Second'],
      [1, 'First'],
    ]);
    expect(body.versions[0]?.publishedBy.name).toBe('Workspace editor Berg');
    const { body: first } = await send<{ draft: object }>('GET', `/${tour.id}/versions/1`);
    expect(first.draft).toMatchObject({ title: 'First', slug: given.slug });
    const restored = await send('POST', `/${tour.id}/versions/1/restoration`, { revision: 2 });
    expect(restored.body).toMatchObject({ title: 'First', revision: 3, publishedRevision: 2 });
    expect((await detail()).body.title).toBe('Second');
    expect((await send('GET', `/${tour.id}/versions/9`)).status).toBe(404);
  });

  it('names what its category and tag were merged into, also when an old version comes back', async () => {
    const [from, into, old, now] = await changeCatalogue(site.db, site.app.responseCache, async (tx) => [
      await createCategory(tx, { name: 'Guest houses' }),
      await createCategory(tx, { name: 'Inns' }),
      await createTag(tx, { name: 'Sunlit' }),
      await createTag(tx, { name: 'Bright' }),
    ]);
    const { id } = await published({ category: from, tags: [old, now] });
    for (const [path, target] of [[`categories/${from}`, into] as const, [`tags/${old}`, now] as const]) {
      const merged = await fetch(`${site.url}/api/console/${path}/merge`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${cast.staff.operator.token}`,
          'content-type': 'application/json',
          'if-match': '"1"',
        },
        body: JSON.stringify({ into: target }),
      });
      expect(merged.status).toBe(200);
    }
    const current = { category: into, tags: [now] };
    expect((await send('GET', `/${id}`)).body.draft).toMatchObject(current);
    const restored = await send('POST', `/${id}/versions/1/restoration`, { revision: 1 });
    expect(restored.body).toMatchObject({ revision: 2, draft: current, problems: [] });
    expect((await send('POST', `/${id}/publication`, { revision: 2 })).status).toBe(200);
    expect((await detail()).body).toMatchObject({ category: 'Inns', tags: ['Bright'] });
    const lost = await send('POST', '', {
      body: draft({ slug: `${given.slug}-b`, category: 999_999, tags: [999_999] }),
    });
    expect(lost.body.problems.map(({ message }) => message)).toEqual([
      'The category does not exist. Please choose another.',
      'A tag does not exist. Please take it off.',
    ]);
  });

  it('keeps a published tour', async () => {
    const tour = await published();
    const deleted = await send<Problem>('DELETE', `/${tour.id}`);
    expect([deleted.status, deleted.body.code]).toEqual([409, 'tour_published']);
  });
});
