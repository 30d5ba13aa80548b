import type { ExperienceDetail, Problem, StudioTour, StudioTourVersion } from '@oriel/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { directionImage } from '../../../testing/apps/media-app.ts';
import { useWalletApp } from '../../../testing/use-app.ts';
import { changeCatalogue, createCategory, createTag } from '../catalogue/service.ts';
import { createUploader } from '../studio-media/studio-media.fixture.ts';
import { publishTour, saveTour } from '../tours/service.ts';
import { type Cast, castRoles, type Member } from '../workspaces/workspaces.fixture.ts';
import { aTour } from './drafts.fixture.ts';

const site = useWalletApp();
let cast: Cast;
let asset: string;
let category: number;
let tag: number;
beforeAll(async () => {
  cast = await castRoles(site);
  asset = await takePicture(2048);
  [category, tag] = await changeCatalogue(site.db, site.app.responseCache, async (tx) => [
    await createCategory(tx, { name: 'Hotels' }),
    await createTag(tx, { name: 'Harbour' }),
  ]);
});

/** @returns a picture of its own for each width */
async function takePicture(width: number): Promise<string> {
  const { workspace, roles } = cast;
  const uploader = createUploader(site, { origin: site.url, workspace, member: roles.editor });
  const ready = await uploader.takeIn('lobby.jpg', await directionImage(width).jpeg().toBuffer());
  return ready.asset ?? '';
}

let tours = 0;
let slug: string;
beforeEach(() => {
  tours += 1;
  slug = `seaside-rooms-${tours}`;
});

interface Request {
  body?: object;
  revision?: number;
  as?: Member;
}

async function send<T = StudioTour>(
  method: string,
  path: string,
  { body, revision, as = cast.roles.editor }: Request = {},
) {
  const response = await fetch(`${site.url}/api/studio/tours${path}?workspace=${cast.workspace}`, {
    method,
    headers: {
      authorization: `Bearer ${as.token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(revision !== undefined && { 'if-match': `"${revision}"` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

const draft = (fields: object = {}) => ({
  title: 'Seaside rooms',
  propertyName: 'Harbour House',
  description: 'A quiet lobby by the water.',
  city: `Seatown ${slug}`,
  category,
  tags: [tag],
  price: 0,
  slug,
  document: aTour(asset),
  ...fields,
});

async function published(fields: object = {}): Promise<StudioTour> {
  const created = await send('POST', '', { body: draft(fields) });
  expect(created.body.problems).toEqual([]);
  const { status, body } = await send('POST', `/${created.body.id}/publication`, { revision: 1 });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const detail = (session?: { token: string }) =>
  site.send<ExperienceDetail & Problem>('GET', `/api/vr360/${slug}`, session);
const statusOf = async (path: string) => (await fetch(site.url + path)).status;
const textOf = async (path: string) => (await fetch(site.url + path)).text();

describe('publishing', () => {
  it('shows the draft to visitors, in lists, searches and the sitemap', async () => {
    const tour = await published();
    expect(tour).toMatchObject({
      state: 'published',
      publishedRevision: 1,
      path: `/experiences/vr/${slug}`,
      problems: [],
    });
    const { status, body } = await detail();
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: 'Seaside rooms', propertyName: 'Harbour House', category: 'Hotels' });
    expect(body.thumbnails?.pattern).toMatch(/^\/thumbnails\//);
    expect(await textOf(`/api/vr360?q=seatown`)).toContain(slug);
    expect(await textOf('/api/vr360?tag=Harbour')).toContain(slug);
    expect(await textOf('/sitemap.xml')).toContain(`/experiences/vr/${slug}`);
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
    const publish = ({ body }: { body: StudioTour }) =>
      send<Problem>('POST', `/${body.id}/publication`, { revision: 1 });
    const both = await Promise.all([publish(one), publish(two)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = both.find(({ status }) => status !== 200);
    expect(['already_exists', 'tour_incomplete']).toContain(refused?.body.code);
  });

  it('A13: readers see the old tour or the new one, and no mixture', async () => {
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
    expect(first.draft).toMatchObject({ title: 'First', slug });
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
      body: draft({ slug: `${slug}-b`, category: 999_999, tags: [999_999] }),
    });
    expect(lost.body.problems.map(({ message }) => message)).toEqual([
      'The category does not exist. Please choose another.',
      'A tag does not exist. Please take it off.',
    ]);
  });

  it('keeps the address of a published tour, and the tour itself', async () => {
    const tour = await published();
    const { body } = await send('PATCH', `/${tour.id}`, { body: { slug: `${slug}-new` }, revision: 1 });
    expect(body.problems.map(({ message }) => message)).toEqual([`The tour keeps its address, ${slug}.`]);
    const deleted = await send<Problem>('DELETE', `/${tour.id}`);
    expect([deleted.status, deleted.body.code]).toEqual([409, 'tour_published']);
  });
});

describe('A14: withdrawing', () => {
  const withdraw = (tour: StudioTour) => send('DELETE', `/${tour.id}/publication`);

  it('hides a tour from everybody who has not paid for it', async () => {
    const tour = await published({ price: 100 });
    const [payer, other] = [await site.memberWith(100), await site.memberWith(100)];
    expect((await site.unlock(payer, slug)).status).toBe(200);
    const withdrawn = await withdraw(tour);
    expect(withdrawn.body).toMatchObject({ state: 'withdrawn', path: null });

    for (const session of [undefined, other]) {
      const { status, body } = await detail(session);
      expect([status, body.code]).toEqual([404, 'experience_not_found']);
    }
    expect((await detail(payer)).body).toMatchObject({ title: 'Seaside rooms', isPermission: true });
    expect((await site.unlock(payer, slug)).status).toBe(200);
    expect((await site.unlock(other, slug)).status).toBe(404);
    expect((await site.summary(other)).wallet.totalBalance).toBe(100);

    for (const path of [
      '/api/vr360',
      '/api/vr360?q=seatown',
      '/api/vr360?tag=Harbour',
      '/api/vr360?sort=new',
      '/sitemap.xml',
    ])
      expect(await textOf(path), path).not.toContain(slug);
    const { id } = (await detail(payer)).body;
    expect(await textOf(`/api/vr360/cards?ids=${id}`)).not.toContain(slug);
    for (const path of [`/api/vr360/${slug}/place`, `/embed/${slug}`])
      expect(await statusOf(path), path).toBe(404);
    expect((await withdraw(tour)).status).toBe(409);

    const again = await send('POST', `/${tour.id}/publication`, { revision: 1 });
    expect(again.body.state).toBe('published');
    expect((await detail()).body).toMatchObject({ id, title: 'Seaside rooms' });
    expect(await textOf('/api/vr360?q=seatown')).toContain(slug);
    expect(await textOf('/api/vr360?tag=Harbour')).toContain(slug);
  });

  /** The public address of the tour's picture. */
  async function publicPicture(): Promise<string> {
    const { url = '' } = (await detail()).body as { url?: string };
    const file = /\/media\/[0-9a-f-]{36}\/[\w.]+/.exec(JSON.stringify((await detail()).body))?.[0] ?? url;
    expect(await statusOf(file)).toBe(200);
    return file;
  }
  /** Each process may serve it for a second. */
  const ends = (path: string) => vi.waitFor(async () => expect(await statusOf(path)).toBe(404), 10_000);

  it('ends the public addresses of its media, of a free tour', async () => {
    const tour = await published({ document: aTour(await takePicture(2052)) });
    const file = await publicPicture();
    await withdraw(tour);
    await ends(file);
    await send('POST', `/${tour.id}/publication`, { revision: 1 });
    expect(await publicPicture()).not.toBe(file);
    await withdraw(tour);
  });

  it('goes on for a tour whose publication is under way', async () => {
    const document = aTour(await takePicture(2060));
    const first = slug;
    const leaving = await published({ document });
    slug = `${first}-coming`;
    const coming = await published();
    const { experience_id: id } = await site.db
      .selectFrom('studio_tours')
      .select('experience_id')
      .where('id', '=', coming.id)
      .executeTakeFirstOrThrow();
    let withdrawal: Promise<unknown> | undefined;
    let isOver = false;
    await site.db.transaction().execute(async (tx) => {
      await saveTour(tx, id ?? 0, document, 'test');
      await publishTour(tx, id ?? 0);
      withdrawal = withdraw(leaving).then(() => {
        isOver = true;
      });
      const waits = async () => {
        const { rows } = await sql`
          SELECT FROM pg_locks JOIN pg_database AS d ON d.oid = database
          WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()
        `.execute(site.db);
        return isOver || rows.length > 0;
      };
      await vi.waitUntil(waits, 10_000);
    });
    await withdrawal;
    site.app.responseCache.clear();
    await publicPicture();
    await withdraw(coming);
  });

  it('so does a price, unless another free tour shows the same picture', async () => {
    const first = slug;
    const document = aTour(await takePicture(2056));
    const tour = await published({ document });
    const file = await publicPicture();
    slug = `${first}-too`;
    const other = await published({ document });
    slug = first;
    await send('PATCH', `/${tour.id}`, { body: { price: 100 }, revision: 1 });
    await send('POST', `/${tour.id}/publication`, { revision: 2 });
    const id = file.split('/')[2] ?? '';
    const kept = await site.db.selectFrom('media_assets').select('gated').where('id', '=', id).execute();
    expect(kept).toEqual([{ gated: false }]);
    await withdraw(other);
    await ends(file);
    expect(JSON.stringify((await detail()).body)).not.toContain('/media/');
  });
});
