// @module-tag processes
import { readFile } from 'node:fs/promises';
import type { Problem, SceneDetail, StudioMedia, StudioTour } from '@oriel/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { directionImage, testSound } from '../../../testing/apps/media-app.ts';
import { removeUnusedMedia } from '../media/service.ts';
import { tidyMedia } from '../studio-media/service.ts';
import { publishTour, saveTour } from '../tours/service.ts';
import { aTour } from './drafts.fixture.ts';
import { usePublisher } from './publication.fixture.ts';

const { site, cast, given, takeFile, takePicture, send, published, detail, statusOf, textOf } =
  usePublisher();

describe('S3: withdrawing', () => {
  const withdraw = (tour: StudioTour) => send('DELETE', `/${tour.id}/publication`);

  it('hides a tour from everybody who has not paid for it', async () => {
    const tour = await published({ price: 100 });
    const [payer, other] = [await site.memberWith(100), await site.memberWith(100)];
    expect((await site.unlock(payer, given.slug)).status).toBe(200);
    const withdrawn = await withdraw(tour);
    expect(withdrawn.body).toMatchObject({ state: 'withdrawn', path: null });

    for (const session of [undefined, other]) {
      const { status, body } = await detail(session);
      expect([status, body.code]).toEqual([404, 'experience_not_found']);
    }
    expect((await detail(payer)).body).toMatchObject({ title: 'Seaside rooms', isPermission: true });
    expect((await site.unlock(payer, given.slug)).status).toBe(200);
    expect((await site.unlock(other, given.slug)).status).toBe(404);
    expect((await site.summary(other)).wallet.totalBalance).toBe(100);

    for (const path of [
      '/api/vr360',
      '/api/vr360?q=seatown',
      '/api/vr360?tag=Harbour',
      '/api/vr360?sort=new',
      '/sitemap.xml',
    ])
      expect(await textOf(path), path).not.toContain(given.slug);
    const { id } = (await detail(payer)).body;
    expect(await textOf(`/api/cards?ids=${id}`)).not.toContain(given.slug);
    for (const path of [`/api/vr360/${given.slug}/place`, `/embed/${given.slug}`])
      expect(await statusOf(path), path).toBe(404);
    expect((await withdraw(tour)).status).toBe(409);

    const again = await send('POST', `/${tour.id}/publication`, { revision: 1 });
    expect(again.body.state).toBe('published');
    expect((await detail()).body).toMatchObject({ id, title: 'Seaside rooms' });
    expect(await textOf('/api/vr360?q=seatown')).toContain(given.slug);
    expect(await textOf('/api/vr360?tag=Harbour')).toContain(given.slug);
  });

  /** The public URL of the tour's picture. */
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
    const first = given.slug;
    const leaving = await published({ document });
    given.slug = `${first}-coming`;
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
    const first = given.slug;
    const document = aTour(await takePicture(2056));
    const tour = await published({ document });
    const file = await publicPicture();
    given.slug = `${first}-too`;
    const other = await published({ document });
    given.slug = first;
    await send('PATCH', `/${tour.id}`, { body: { price: 100 }, revision: 1 });
    await send('POST', `/${tour.id}/publication`, { revision: 2 });
    const id = file.split('/')[2] ?? '';
    const kept = await site.db.selectFrom('media_assets').select('gated').where('id', '=', id).execute();
    expect(kept).toEqual([{ gated: false }]);
    await withdraw(other);
    await ends(file);
    expect(JSON.stringify((await detail()).body)).not.toContain('/media/');
  });

  /** A tour of two rooms with a plan and a spoken guide, the first room open to everybody. */
  async function aHouse(width: number) {
    const media = await takePicture(width);
    const plan = await takeFile('plan.png', await directionImage(width, width).png().toBuffer(), 'flat');
    const audio = await takeFile('welcome.mp3', await readFile(testSound('tone.mp3')));
    const view = { yaw: 0, pitch: 0, fov: 75 };
    const door = (target: string) => ({
      id: `to-${target}`,
      kind: 'door',
      at: { yaw: 10, pitch: 0 },
      label: `To the ${target}`,
      target,
    });
    return {
      version: 1,
      start: 'lobby',
      scenes: [
        { id: 'lobby', title: 'Lobby', media, view, hotspots: [door('room')] },
        { id: 'room', title: 'Room', media: given.asset, view, hotspots: [door('lobby')] },
      ],
      plans: [{ id: 'ground', title: 'Ground floor', image: plan, width, height: width, alt: 'Two rooms.' }],
      guide: { steps: [{ scene: 'lobby', view, seconds: 5, text: 'Welcome.', audio }] },
      previewScenes: ['lobby'],
    };
  }

  /** The URLs of files in an answer. */
  const filesIn = (body: unknown): string[] =>
    JSON.stringify(body).match(/\/media\/(?:s\/[^/]+\/)?[0-9a-f-]{36}\/[\w-]+\.\w+/g) ?? [];

  /** All that a member who paid is given to see; each file must open, and through a signed URL. */
  async function walk(payer: { token: string }): Promise<void> {
    const { body } = await detail(payer);
    expect(body.tour?.plans).toHaveLength(1);
    expect(body.tour?.guide?.steps[0]).toHaveProperty('audio');
    const scenes = await Promise.all(
      ['lobby', 'room'].map((id) =>
        site.send<SceneDetail>('GET', `/api/vr360/${given.slug}/scenes/${id}`, payer),
      ),
    );
    expect(scenes.map(({ status }) => status)).toEqual([200, 200]);
    const files = filesIn([body, scenes]);
    expect(files.length).toBeGreaterThanOrEqual(5);
    for (const file of files) {
      expect(file).toMatch(/^\/media\/s\//);
      expect(await statusOf(file), file).toBe(200);
    }
  }

  it.each([
    ['that is locked', [100], 2064],
    ['that became free after somebody paid', [100, 0], 2068],
  ])('keeps all rooms, plans and sounds of a tour %s for those who paid', async (_, prices, width) => {
    const tour = await published({ price: 100, document: await aHouse(width) });
    const payer = await site.memberWith(100);
    expect((await site.unlock(payer, given.slug)).status).toBe(200);
    for (const price of prices.slice(1)) {
      await send('PATCH', `/${tour.id}`, { body: { price }, revision: 1 });
      expect((await send('POST', `/${tour.id}/publication`, { revision: 2 })).status).toBe(200);
    }
    const lobby = () => site.send<SceneDetail>('GET', `/api/vr360/${given.slug}/scenes/lobby`);
    const open = filesIn([(await detail()).body, (await lobby()).body]);
    expect(open.length).toBeGreaterThan(2);
    await withdraw(tour);
    for (const file of open) await ends(file);
    expect((await lobby()).status).toBe(404);
    await walk(payer);
    await send('POST', `/${tour.id}/publication`, { revision: prices.length });
    for (const file of filesIn((await lobby()).body)) expect(await statusOf(file)).toBe(200);
    await withdraw(tour);
  });

  it('may be taken off a list of saved places', async () => {
    const tour = await published();
    const member = await site.memberWith(0);
    const path = `/api/vr360/${given.slug}/save`;
    expect((await site.send('POST', path, member)).status).toBe(200);
    await withdraw(tour);
    expect((await site.send('DELETE', path, member)).status).toBe(200);
  });
});

describe('a withdrawn tour', () => {
  it('is deleted while nobody has unlocked it, with all that it was public by', async () => {
    const tour = await published({ price: 40, document: aTour(await takePicture(2400)) });
    const { id, thumbnails } = (await detail()).body;
    const thumbnail = thumbnails?.pattern.replace('{width}', '640').replace('{format}', 'jpg') ?? '';
    expect(await statusOf(thumbnail)).toBe(200);
    const early = await send<Problem>('DELETE', `/${tour.id}`);
    expect([early.status, early.body.code]).toEqual([409, 'tour_published']);
    await send('DELETE', `/${tour.id}/publication`);
    expect((await send('DELETE', `/${tour.id}`)).status).toBe(200);
    expect((await send('GET', `/${tour.id}`)).status).toBe(404);
    for (const table of ['experiences', 'tours', 'tour_versions'] as const) {
      const key = table === 'experiences' ? 'id' : 'experience_id';
      const rows = await site.db.selectFrom(table).selectAll().where(sql.ref(key), '=', id).execute();
      expect(rows, table).toEqual([]);
    }
    await vi.waitFor(async () => expect(await statusOf(thumbnail)).toBe(404), 10_000);
    // Its URL is free.
    await published();
    expect((await detail()).body.id).not.toBe(id);
  });

  it('stays while members keep it', async () => {
    const tour = await published({ price: 40 });
    const member = await site.memberWith(40);
    expect((await site.unlock(member, given.slug)).status).toBe(200);
    await send('DELETE', `/${tour.id}/publication`);
    const refused = await send<Problem>('DELETE', `/${tour.id}`);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'tour_unlocked',
      'Members have unlocked this tour and keep it, so it cannot be deleted.',
    ]);
    expect((await detail(member)).status).toBe(200);
  });
});

describe('U4: what is stored of a file', () => {
  const stored = async () => (await Array.fromAsync(site.app.dependencies.storage.list(''))).sort();
  const sweep = async () => {
    await tidyMedia(site.app.dependencies);
    await removeUnusedMedia(site.app.dependencies);
  };
  const contents = (keys: string[]) => keys.filter((key) => key.startsWith('contents/'));
  /** A sweep, and those of the days after it. */
  async function sweepForDays(): Promise<void> {
    await sweep();
    await sql`UPDATE media_contents SET unused_since = unused_since - interval '8 days'`.execute(site.db);
    const early = sql<Date>`queued_at - interval '2 hours'`;
    await site.db.updateTable('media_thumbnail_removals').set({ queued_at: early }).execute();
    await sweep();
    await site.db.updateTable('media_thumbnail_removals').set({ queued_at: early }).execute();
    await sweep();
  }
  async function ofWorkspace(method: string, path: string) {
    const url = `${site.url}/api/studio/${path}?workspace=${cast.workspace}`;
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${cast.roles.editor.token}` },
    });
    return { status: response.status, body: (await response.json()) as { media: StudioMedia[] } };
  }
  async function deleteFile(asset: string): Promise<void> {
    const { media } = (await ofWorkspace('GET', 'media')).body;
    const id = media.find((file) => file.asset === asset)?.id ?? '';
    expect((await ofWorkspace('DELETE', `media/${id}`)).status).toBe(200);
    // Its original, which the sweep of uploads removes.
    const { storage } = site.app.dependencies;
    for (const key of await Array.fromAsync(storage.list('uploads/'))) await storage.remove(key);
  }
  const deleteTour = async (tour: StudioTour) => {
    await send('DELETE', `/${tour.id}/publication`);
    expect((await send('DELETE', `/${tour.id}`)).status).toBe(200);
  };

  it('goes a week after its file and its tour are deleted, and all of it', async () => {
    await sweepForDays();
    const before = (await stored()).filter((key) => !key.startsWith('uploads/'));
    const asset = await takePicture(2600);
    const tour = await published({ document: aTour(asset) });
    await deleteTour(tour);
    await deleteFile(asset);
    await sweep();
    expect(contents(await stored()).length).toBeGreaterThan(contents(before).length);
    await sweepForDays();
    expect(await stored()).toEqual(before);
    // The same file again is prepared again.
    expect(await statusOf((await ofWorkspace('GET', 'media')).body.media[0]?.previewUrl ?? '')).toBe(200);
    const again = await takePicture(2600);
    await published({ document: aTour(again) });
    expect((await detail()).status).toBe(200);
  });

  it('stays while a version or what visitors see names it', async () => {
    const [first, second] = [await takePicture(2620), await takePicture(2640)];
    const tour = await published({ document: aTour(first) });
    const body = { document: aTour(second) };
    const { revision } = (await send('PATCH', `/${tour.id}`, { body, revision: tour.revision })).body;
    await send('POST', `/${tour.id}/publication`, { revision });
    await deleteFile(first);
    const before = await stored();
    await sweepForDays();
    expect(contents(await stored())).toEqual(contents(before));
    const { vrUrl } = (await detail()).body;
    expect(await statusOf(vrUrl ?? '')).toBe(200);

    const member = await site.memberWith(0);
    expect((await site.unlock(member, given.slug)).status).toBe(200);
    await deleteTour(tour);
    await sweepForDays();
    expect(contents(await stored()).length).toBeLessThan(contents(before).length);
  });

  it('stays while an equal file has it', async () => {
    const picture = await directionImage(2660).jpeg().toBuffer();
    const [one, two] = [await takeFile('one.jpg', picture), await takeFile('two.jpg', picture)];
    expect(one).toBe(two);
    await deleteFile(one);
    const before = contents(await stored());
    await sweepForDays();
    expect(contents(await stored())).toEqual(before);
  });
});
