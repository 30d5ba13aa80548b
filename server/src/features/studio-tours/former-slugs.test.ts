import { once } from 'node:events';
import { get as request } from 'node:http';
import type { OembedResponse, Problem, StudioTour } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { changeCatalogue, createExperience } from '../catalogue/service.ts';
import { usePublisher } from './publication.fixture.ts';

const { site, given, send, draft, published, detail, statusOf, textOf } = usePublisher();

/** Publishes a tour under another slug. */
async function rename(tour: StudioTour, slug: string) {
  const { body: changed } = await send('PATCH', `/${tour.id}`, { body: { slug }, revision: tour.revision });
  return send<StudioTour & Problem>('POST', `/${tour.id}/publication`, { revision: changed.revision });
}

/** What a page answers, without following it. */
async function answerOf(path: string) {
  const [response] = await once(request(site.url + path), 'response');
  response.resume();
  return { status: response.statusCode, headers: response.headers };
}
const ledTo = (location: string) => ({
  status: 301,
  headers: expect.objectContaining({ location, 'cache-control': 'no-cache' }),
});

describe('a published tour under another address', () => {
  it('serves the tour at its addresses of before, and names the new one', async () => {
    const tour = await published({ price: 100 });
    const [old, slug] = [given.slug, `${given.slug}-new`];
    const [payer, other] = [await site.memberWith(100), await site.memberWith(100)];
    expect((await site.unlock(payer, old)).status).toBe(200);
    expect((await detail()).body.slug).toBe(old);
    const renamed = await rename(tour, slug);
    expect(renamed.body).toMatchObject({ path: `/experiences/vr/${slug}`, problems: [] });

    // At once, whatever was cached of the old URL.
    expect((await detail()).body).toMatchObject({ slug, isPermission: false });
    expect((await detail(payer)).body).toMatchObject({ slug, isPermission: true });
    expect((await site.unlock(payer, old)).status).toBe(200);
    expect((await site.summary(payer)).wallet.totalBalance).toBe(0);
    expect((await site.unlock(other, old)).status).toBe(200);
    expect((await site.unlock(other, slug)).status).toBe(200);
    expect((await site.summary(other)).wallet.totalBalance).toBe(0);
    expect((await site.send('POST', `/api/vr360/${old}/save`, other)).status).toBe(200);
    for (const path of ['view', 'like']) {
      const { status, text } = await site.send('POST', `/api/vr360/${old}/${path}`, {
        token: other.token,
        body: {},
      });
      expect(status, text).toBe(200);
    }
    expect((await site.send('DELETE', `/api/vr360/${old}/save`, other)).status).toBe(200);
    expect((await site.send('GET', `/api/vr360/${old}/scenes/lobby`, other)).status).toBe(200);
    expect(await statusOf(`/api/vr360/${old}/place`)).toBe(200);
    expect(await statusOf(`/strips/${old}`)).toBe(204);
    expect((await answerOf(`/share-images/${old}`)).status).toBe(302);

    const tourUrl = `${site.app.dependencies.config.publicUrl}/experiences/vr/${old}`;
    const query = new URLSearchParams({ url: tourUrl });
    const oembed = await site.send<OembedResponse>('GET', `/api/oembed?${query}`);
    expect([oembed.status, oembed.body.html]).toEqual([200, expect.stringContaining(`/embed/${slug}"`)]);
    expect(await textOf('/api/vr360?q=seatown')).toContain(`"${slug}"`);
    const sitemap = await textOf('/sitemap.xml');
    expect(sitemap).toContain(`/experiences/vr/${slug}<`);
    expect(sitemap).not.toContain(`/experiences/vr/${old}<`);
  });

  it('redirects the pages of before, with the whole query, through any number of changes', async () => {
    const [first, second, third] = [given.slug, `${given.slug}-b`, `${given.slug}-c`];
    const { body: tour } = await rename(await published(), second);
    expect(await answerOf(`/experiences/vr/${first}`)).toEqual(ledTo(`/experiences/vr/${second}`));
    await rename(tour, third);
    for (const old of [first, second]) {
      expect(await answerOf(`/experiences/vr/${old}?utm=x&scene=lobby&view=1,2,60`)).toEqual(
        ledTo(`/experiences/vr/${third}?scene=lobby&view=1,2,60&utm=x`),
      );
      const embedded = await answerOf(`/embed/${old}?scene=lobby`);
      expect(embedded).toEqual(ledTo(`/embed/${third}?scene=lobby`));
      expect(embedded.headers['x-frame-options']).toBeUndefined();
      expect(embedded.headers['content-security-policy']).toContain('frame-ancestors *;');
    }
    const page = await textOf(`/experiences/vr/${first}`);
    expect(page).toContain(
      `<link rel="canonical" href="${site.app.dependencies.config.publicUrl}/experiences/vr/${third}"`,
    );
    expect((await answerOf(`/experiences/vr/${(await detail()).body.id}`)).status).toBe(200);
  });

  it('gives its addresses to no other tour, and takes them back', async () => {
    const [first, second] = [given.slug, `${given.slug}-b`];
    const tour = await published();
    const { body: renamed } = await rename(tour, second);
    const { body: other } = await send('POST', '', { body: draft() });
    expect(other.problems.map(({ message }) => message)).toEqual(['Another tour has this address.']);
    const refused = await send<Problem>('POST', `/${other.id}/publication`, { revision: 1 });
    expect([refused.status, refused.body.detail]).toEqual([422, 'Another tour has this address.']);
    const imported = changeCatalogue(site.db, site.app.responseCache, (tx) =>
      createExperience(tx, { slug: first, title: 'Imported', tokensRequired: 0 }),
    );
    await expect(imported).rejects.toMatchObject({ status: 409, code: 'already_exists' });

    const { status, body } = await rename(renamed, first);
    expect([status, body.path]).toEqual([200, `/experiences/vr/${first}`]);
    expect((await detail()).body.slug).toBe(first);
    expect(await answerOf(`/experiences/vr/${second}`)).toEqual(ledTo(`/experiences/vr/${first}`));
    given.slug = second;
    expect((await detail()).body.slug).toBe(first);
    expect((await send('POST', '', { body: draft() })).body.problems).toHaveLength(1);
  });

  it('gives an address to one tour alone, of two that want it at the same moment', async () => {
    const tour = await published();
    const slug = `${given.slug}-b`;
    const other = await send('POST', '', { body: draft({ slug }) });
    await send('PATCH', `/${tour.id}`, { body: { slug }, revision: 1 });
    const answers = await Promise.all([
      send<Problem>('POST', `/${tour.id}/publication`, { revision: 2 }),
      send<Problem>('POST', `/${other.body.id}/publication`, { revision: 1 }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.body.detail).toBe('Another tour has this address.');
  });

  it('keeps an address from who waits for it while the tour gives it up', async () => {
    await published();
    const { slug } = given;
    const [renamed, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const renaming = changeCatalogue(site.db, site.app.responseCache, async (tx) => {
      await tx
        .updateTable('experiences')
        .set({ slug: `${slug}-b` })
        .where('slug', '=', slug)
        .execute();
      renamed.resolve();
      await waited.promise;
    });
    await renamed.promise;
    const taking = expect(
      changeCatalogue(site.db, site.app.responseCache, (tx) =>
        createExperience(tx, { slug, title: 'Imported', tokensRequired: 0 }),
      ),
    ).rejects.toMatchObject({ status: 409, code: 'already_exists' });
    const isWaiting = sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await vi.waitUntil(async () => (await isWaiting.execute(site.db)).rows.length > 0, 10_000);
    waited.resolve();
    await renaming;
    await taking;
    expect((await detail()).body.slug).toBe(`${slug}-b`);
  });
});
