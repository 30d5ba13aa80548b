// @module-tag processes
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StudioMedia, StudioTour, StudioTourSummary } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHOTO_SOURCES, SCENE_PHOTOS, VIDEO_SOURCES } from '../../../content/catalogue/schema.ts';
import { createMediaApp, type MediaApp } from '../../testing/apps/media-app.ts';
import { inTransaction } from '../database/database.ts';
import { createPasswords } from '../features/accounts/passwords/passwords.ts';
import type { Media } from '../features/media/service.ts';
import { publishTour, readTour, saveTour } from '../features/tours/service.ts';
import { fill } from './fill.fixture.ts';
import { loadDemoCatalogue } from './load.ts';
import { createSampleOwner, SAMPLE_OWNER } from './member.ts';
import { fillDemoStudio } from './sample-studio.ts';
import { writeSmallSamples } from './small-samples.fixture.ts';
import { findExperienceIds } from './store.ts';

const TOURS = 107;
/** Not the default, which is 100. */
const TOKENS_PER_TOUR = 45;

const SPHERES = PHOTO_SOURCES.length + SCENE_PHOTOS.length + VIDEO_SOURCES.length;

describe('the demo catalogue', () => {
  let test: MediaApp;
  let mediaFolder: URL;

  beforeAll(async () => {
    test = await createMediaApp({ config: { tokensPerTour: TOKENS_PER_TOUR } });
    const folder = path.join(test.config.dataDir, 'samples');
    // One photo is missing.
    await writeSmallSamples(folder, PHOTO_SOURCES.slice(1));
    const views = { 'hotel-room': [{ yaw: 10, pitch: 0, fov: 80, shows: 'the bed' }] };
    await writeFile(path.join(folder, 'photos', 'views.json'), JSON.stringify(views));
    mediaFolder = pathToFileURL(`${folder}/`);
  });
  afterAll(() => test.close());

  const load = (media: Media = test.media) =>
    loadDemoCatalogue({ db: test.db, media, mediaFolder, tokensPerTour: TOKENS_PER_TOUR }, () => undefined);

  it('leaves an empty catalogue when interrupted', async () => {
    let remaining = 5;
    const interrupted: Media = {
      ...test.media,
      ingest: async (source) => {
        remaining -= 1;
        if (remaining < 0) throw new Error('killed');
        return test.media.ingest(source);
      },
    };
    await expect(load(interrupted)).rejects.toThrow('cannot be shown');
    expect((await test.app.inject('/api/categories')).json()).toEqual([]);
    expect((await test.app.inject('/api/vr360')).json()).toEqual([]);
  });

  it('is filled completely after earlier starts were killed half-way', { timeout: 120_000 }, async () => {
    await expect(
      fill(test, mediaFolder, (line, loader) => {
        if (line.startsWith('Preparing pictures 8 ')) loader.kill('SIGKILL');
      }),
    ).rejects.toThrow('could not be loaded');
    await expect(
      fill(test, mediaFolder, (line, loader) => {
        // As when the server is killed.
        if (line.startsWith('Preparing pictures 11 ')) loader.disconnect();
      }),
    ).rejects.toThrow('could not be loaded');
    expect((await test.app.inject('/api/vr360')).json()).toEqual([]);

    const lines = await fill(test, mediaFolder);
    expect(lines.filter((line) => line.startsWith('Preparing pictures'))).toHaveLength(SPHERES);
    expect(lines[0]).toBe(`Preparing pictures 1 of ${SPHERES} …`);
    expect(lines).toContain('loaded the demo catalogue');
    expect(await fill(test, mediaFolder)).toEqual([]);
  });

  it('serves every thumbnail, picture and film', async () => {
    const tours = (await test.app.inject('/api/vr360?limit=100')).json<
      { thumbnail: string; vrUrl?: string }[]
    >();
    const urls = new Set(
      tours
        .flatMap(({ thumbnail, vrUrl = '' }) => [thumbnail, vrUrl])
        .filter((url) => /^\/(?:media|thumbnails)\//.test(url)),
    );
    expect(urls.size).toBeGreaterThan(2);
    for (const url of urls) {
      const response = await test.app.inject({ method: 'HEAD', url });
      expect(response.statusCode, url).toBe(200);
      expect(Number(response.headers['content-length'])).toBeGreaterThan(100);
    }
  });

  it('lists 107 tours, each with existing images', async () => {
    const response = await test.app.inject('/api/vr360?limit=100');
    expect(response.statusCode, response.body.slice(0, 400)).toBe(200);
    expect(response.headers['x-total-count']).toBe(String(TOURS));
    const tours = response.json();
    expect(tours).toHaveLength(100);
    for (const { thumbnail, thumbnails } of tours.slice(0, 12)) {
      if (thumbnails === undefined) {
        expect(thumbnail).toMatch(/^\/images\/covers\/\w+\.jpg$/);
        continue;
      }
      expect(thumbnail).toMatch(/^\/thumbnails\/[0-9a-f]{32}\/640\.jpg$/);
      const url = thumbnails.pattern.replace('{width}', '320').replace('{format}', 'avif');
      expect((await test.app.inject(url)).statusCode).toBe(200);
    }
    const categories = (await test.app.inject('/api/categories')).json();
    const total = categories.reduce(
      (sum: number, { itemCount }: { itemCount: number }) => sum + itemCount,
      0,
    );
    expect([categories.length, total]).toEqual([11, TOURS]);
  });

  it('exposes the media of free tours of every kind, and not of the others', async () => {
    const tours = (await test.app.inject('/api/vr360?limit=100')).json();
    for (const tour of tours) {
      expect(tour.isPermission).toBe(tour.tokensRequired === 0);
      expect('vrUrl' in tour).toBe(tour.isPermission);
    }
    const freeOf = (ending: RegExp) => tours.find(({ vrUrl = '' }) => ending.test(vrUrl));
    for (const ending of [/\.jpg$/, /\.mp4$/, /\/embeds\/[\w-]+$/]) {
      const { vrUrl } = freeOf(ending);
      expect((await test.app.inject(new URL(vrUrl, 'http://localhost').pathname)).statusCode, vrUrl).toBe(
        200,
      );
    }
    expect(freeOf(/youtube\.com/)).toBeDefined();

    const detail = (await test.app.inject(`/api/vr360/${freeOf(/\.jpg$/).slug}`)).json();
    expect(detail.panorama).toMatchObject({
      preview: expect.stringMatching(/^data:image\/webp/),
      initialView: { yaw: expect.any(Number), pitch: expect.any(Number) },
      tiles: { tileSize: 512 },
    });
    const tile = detail.panorama.tiles.url.replace(/\{\w+\}/g, '0');
    expect((await test.app.inject(tile)).statusCode).toBe(200);
  });

  it('publishes tours of several scenes, with thumbnails of every scene', async () => {
    const free = (await test.app.inject('/api/vr360/check-in-at-the-palm-court')).json();
    expect(free.tour.start).toBe('lobby');
    expect(free.tour.scenes).toHaveLength(8);
    for (const { id, isOpen, thumbnails } of free.tour.scenes) {
      expect([id, isOpen]).toEqual([id, true]);
      const url = thumbnails.pattern.replace('{width}', '320').replace('{format}', 'jpg');
      expect((await test.app.inject(url)).statusCode, id).toBe(200);
    }
    const room = await test.app.inject('/api/vr360/check-in-at-the-palm-court/scenes/room');
    const picture = room.json().hotspots.find(({ kind }: { kind: string }) => kind === 'picture');
    expect((await test.app.inject(picture.url)).statusCode).toBe(200);
    const locked = (await test.app.inject('/api/vr360/room-31-above-the-harbour')).json();
    expect(locked.tour.scenes.map(({ isOpen }: { isOpen: boolean }) => isOpen)).toEqual([true, false, false]);
  });

  it('uses the configured price for locked tours without their own', async () => {
    const tours: { tokensRequired: number }[] = (await test.app.inject('/api/vr360?limit=100')).json();
    const prices = tours.map(({ tokensRequired }) => tokensRequired);
    expect(prices.filter((price) => price === TOKENS_PER_TOUR).length).toBeGreaterThanOrEqual(10);
    expect(prices).not.toContain(100);
    expect(prices).toContain(60);
  });

  it("is the sample owner's in the studio, who changes a tour and publishes it", async () => {
    const { app, db } = test;
    const { storage } = app.dependencies;
    expect(await fillDemoStudio({ db, storage })).toBe(0);
    await createSampleOwner(db, createPasswords(test.config));
    expect(await fillDemoStudio({ db, storage })).toBe(10);
    expect(await fillDemoStudio({ db, storage })).toBe(0);

    const { email, password } = SAMPLE_OWNER;
    const login = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
    });
    const headers = { authorization: `Bearer ${login.json().token}` };
    const [workspace] = (await app.inject({ url: '/api/studio/workspaces', headers })).json().workspaces;
    const at = (path: string) => `/api/studio/${path}?workspace=${workspace.id}`;
    const ask = async <T>(path: string) => (await app.inject({ url: at(path), headers })).json<T>();
    const { tours } = await ask<{ tours: StudioTourSummary[] }>('tours');
    expect(tours).toHaveLength(10);
    for (const { id, title, previewUrl = '', path: address = '' } of tours) {
      const { state, problems, draft } = await ask<StudioTour>(`tours/${id}`);
      expect([title, state, problems]).toEqual([title, 'published', []]);
      expect(address).toBe(`/experiences/vr/${draft.slug}`);
      expect((await app.inject(previewUrl)).headers['content-type']).toBe('image/jpeg');
    }
    const { media } = await ask<{ media: StudioMedia[] }>('media');
    expect(media.map(({ fileName }) => fileName)).toEqual(
      expect.arrayContaining(['winter-garden-stereo.jpg', 'hall-noon-to-midnight.mp4']),
    );
    expect(media.filter(({ kind, previewUrl }) => kind !== 'sound' && previewUrl === null)).toEqual([]);

    const { id = '' } = tours.find(({ path: address }) => address?.endsWith('/the-white-rooms')) ?? {};
    const before = (await app.inject('/api/vr360/the-white-rooms')).json();
    const change = async (method: 'PATCH' | 'POST', path: string, revision: number, payload?: object) => {
      const match = { ...headers, 'if-match': `"${revision}"` };
      return app.inject({ method, url: at(path), headers: match, ...(payload && { payload }) });
    };
    const { revision } = await ask<StudioTour>(`tours/${id}`);
    const changed = await change('PATCH', `tours/${id}`, revision, { title: 'The whiter rooms' });
    expect(changed.statusCode, changed.body).toBe(200);
    const published = await change('POST', `tours/${id}/publication`, revision + 1);
    expect(published.statusCode, published.body).toBe(200);
    const after = (await app.inject('/api/vr360/the-white-rooms')).json();
    expect(after.title).toBe('The whiter rooms');
    expect(after.tour.scenes).toEqual(before.tour.scenes);
    for (const field of ['city', 'categories', 'tags', 'tokensRequired', 'likeCount', 'location'])
      expect([field, after[field]]).toEqual([field, before[field]]);
    expect(await load()).toBe(false);
    expect(await fillDemoStudio({ db, storage })).toBe(0);
  });

  it('gets what is new at the next start, and keeps what others have changed', async () => {
    const all = async () => (await test.app.inject('/api/vr360?limit=100')).headers['x-total-count'];
    const scenesOf = async (slug: string): Promise<string[]> => {
      const { tour } = (await test.app.inject(`/api/vr360/${slug}`)).json();
      return tour.scenes.map(({ id }: { id: string }) => id);
    };
    const [free, locked] = ['check-in-at-the-palm-court', 'room-31-above-the-harbour'];
    const scenes = await scenesOf(free);
    const ids = await findExperienceIds(test.db, [free, locked]);
    const [freeId, lockedId] = [ids.get(free) ?? 0, ids.get(locked) ?? 0];
    const published = async (id: number) => (await readTour(test.db, id, 'published'))?.tour;
    const publish = (id: number, tour: unknown, savedBy: string) =>
      inTransaction(test.db, async (tx) => {
        await saveTour(tx, id, tour, savedBy);
        await publishTour(tx, id);
      });
    const looksOf = async (slug: string) =>
      (await test.app.inject(`/api/vr360/${slug}`))
        .json()
        .panorama?.looks?.map(({ label }: { label: string }) => label);
    // As an earlier release left it: without place sheets, captioned views and one tour, and with a single room in another.
    // One has got its place sheet since.
    await sql`
      UPDATE experiences SET panorama = panorama - 'looks',
        place = CASE WHEN slug = 'lagoon-side-double' THEN place END
    `.execute(test.db);
    await sql`
      UPDATE experiences SET asset_id = (SELECT asset_id FROM experiences WHERE media_type = 'video' LIMIT 1)
      WHERE slug = 'a-weekend-to-write'
    `.execute(test.db);
    await sql`DELETE FROM experiences WHERE slug = 'the-west-suite'`.execute(test.db);
    const lobby = (await published(freeId))?.scenes.find(({ id }) => id === 'lobby');
    const { media, kind } = lobby ?? {};
    const earlier = { version: 1, start: 'lobby', scenes: [{ id: 'lobby', title: 'Lobby', media, kind }] };
    await publish(freeId, earlier, 'demo');
    const own = structuredClone(await published(lockedId));
    if (own?.scenes[0])
      Object.assign(own.scenes[0], { title: 'Our lobby', view: { yaw: 99, pitch: -9, fov: 75 } });
    await publish(lockedId, own, 'an owner');
    test.app.responseCache.clear();
    expect(await all()).toBe(String(TOURS - 1));
    expect(await looksOf('lagoon-side-double')).toBeUndefined();

    expect(await load()).toBe(true);
    test.app.responseCache.clear();
    expect(await looksOf('lagoon-side-double')).toEqual(['The bed']);
    // Its owner has given it another picture.
    expect(await looksOf('a-weekend-to-write')).toBeUndefined();
    expect(await all()).toBe(String(TOURS));
    expect(await scenesOf(free)).toEqual(scenes);
    // What the studio had of it was the earlier one.
    await sql`
      UPDATE studio_tours SET draft = jsonb_set(draft, '{document}', ${JSON.stringify(earlier)}::jsonb)
      WHERE experience_id = ${freeId}
    `.execute(test.db);
    const { storage } = test.app.dependencies;
    expect(await fillDemoStudio({ db: test.db, storage })).toBe(1);
    expect(await fillDemoStudio({ db: test.db, storage })).toBe(0);
    expect((await published(lockedId))?.scenes[0]?.title).toBe('Our lobby');
    const start = sql<object>`panorama->'initialView'`.as('view');
    const { view } = await test.db
      .selectFrom('experiences')
      .select(start)
      .where('id', '=', lockedId)
      .executeTakeFirstOrThrow();
    expect(view).toEqual({ yaw: 99, pitch: -9 });
    expect(await findExperienceIds(test.db, [free, locked])).toEqual(ids);
    expect((await test.app.inject('/api/vr360/the-west-suite')).json().vrUrl).toMatch(/\.jpg/);
    expect(await load()).toBe(false);
  });

  it('is loaded once: a second start does nothing, even without the media files', async () => {
    await rm(mediaFolder, { recursive: true });
    const before = await test.inventory();
    const began = performance.now();
    expect(await load()).toBe(false);
    expect(performance.now() - began).toBeLessThan(500);
    expect(await test.inventory()).toEqual(before);
  });
});
