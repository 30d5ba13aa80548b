import { Readable } from 'node:stream';
import type { ExperienceDetail, SceneDetail, Session, TourInput } from '@oriel/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directionImage, directionOf, testSound } from '../../../testing/apps/media-app.ts';
import { createWalletApp, give, type WalletApp } from '../../../testing/apps/wallet-app.ts';
import { inTransaction } from '../../database/database.ts';
import { consume } from '../../rate-limit/rate-limit.ts';
import { attachMedia, changeCatalogue } from '../catalogue/service.ts';
import { type Media, openMedia } from '../media/service.ts';
import { makeSceneThumbnails, publishTour, saveTour } from './service.ts';

let site: WalletApp;
let media: Media;
let asset: string;
/** A flat image. */
let drawing: string;
beforeAll(async () => {
  site = await createWalletApp([
    { slug: 'free-house', title: 'House' },
    { slug: 'locked-house', title: 'House', tokensRequired: 100 },
    { slug: 'bare', title: 'One room' },
    { slug: 'part', title: 'A corner' },
    { slug: 'locked-photo', title: 'A view', tokensRequired: 50, thumbnail: '/covers/locked-photo.jpg' },
    { slug: 'no-tour', title: 'A film', mediaUrl: 'https://cdn.example/free.mp4' },
  ]);
  media = await openMedia({ config: site.config, db: site.db, storage: site.app.dependencies.storage });
  const photo = await directionImage(1024).jpeg().toBuffer();
  const { contentHash } = await media.ingest(Readable.from([photo]));
  asset = await media.assetIdOf(site.db, contentHash, true);
  await inTransaction(site.db, (tx) =>
    attachMedia(tx, site.tours.get('locked-photo') ?? Number.NaN, {
      mediaType: 'photo',
      assetId: asset,
      gated: true,
      file: 'panorama.jpg',
      panorama: { preview: '' },
    }),
  );
  const png = await directionImage(300, 200).png().toBuffer();
  const image = await media.ingestImage(Readable.from([png]));
  expect(image).toMatchObject({ kind: 'image', width: 300, height: 200 });
  expect(image).toEqual(await media.ingestImage(Readable.from([png])));
  drawing = await media.assetIdOf(site.db, image.contentHash, true);
  await publish('free-house', house());
  await publish('locked-house', { ...house(), previewScenes: ['hall'] });
  await publish('bare', { version: 1, start: 'room', scenes: [{ id: 'room', title: 'Room', media: asset }] });
});
afterAll(async () => {
  await media.close();
  await site.close();
});

const house = (): TourInput => ({
  version: 1,
  start: 'hall',
  guide: {
    steps: [
      { scene: 'hall', view: { yaw: 0, pitch: 0, fov: 75 }, seconds: 8, text: 'Come in.' },
      { scene: 'room', view: { yaw: 90, pitch: 0, fov: 60 }, seconds: 6, text: 'Stay.' },
    ],
  },
  plans: [
    { id: 'ground', title: 'Ground floor', image: drawing, width: 300, height: 200, alt: 'Two rooms.' },
  ],
  scenes: [
    {
      id: 'hall',
      title: 'Hall',
      media: asset,
      pose: { heading: 40 },
      hotspots: [
        {
          id: 'in',
          kind: 'door',
          at: { yaw: 10, pitch: 0 },
          label: 'Room',
          target: 'room',
          arrive: 'through',
        },
        {
          id: 'view',
          kind: 'picture',
          at: { yaw: 50, pitch: 0 },
          label: 'View',
          alt: 'A hill.',
          target: drawing,
        },
      ],
      looks: [{ id: 'stairs', label: 'The stairs', view: { yaw: 90, pitch: 5, fov: 60 } }],
    },
    {
      id: 'room',
      title: 'Room',
      media: asset,
      hotspots: [{ id: 'out', kind: 'door', at: { yaw: 180, pitch: 0 }, label: 'Hall', target: 'hall' }],
    },
  ],
});

async function publish(slug: string, document: TourInput): Promise<void> {
  const id = site.tours.get(slug) ?? Number.NaN;
  await changeCatalogue(site.db, site.app.responseCache, async (tx) => {
    const { tour } = await saveTour(tx, id, document, 'test');
    await makeSceneThumbnails(site.db, media, tour);
    await publishTour(tx, id);
  });
}

const get = <T>(path: string, session?: Session) =>
  site.send<T>('GET', `/api/vr360/${path}`, session && { token: session.token });
const scene = (path: string, session?: Session) => get<SceneDetail>(path, session);
const fetchStatus = async (url: string) =>
  (await site.app.inject(new URL(url, 'http://localhost').pathname)).statusCode;

describe('the outline of a tour', () => {
  it('names the scenes of a tour with thumbnails, previews and looks', async () => {
    const { tour, vrUrl } = (await get<ExperienceDetail>('free-house')).body;
    expect(vrUrl).toMatch(/^\/media\//);
    expect(tour).toMatchObject({
      start: 'hall',
      scenes: [
        { id: 'hall', title: 'Hall', isOpen: true, preview: expect.stringMatching(/^data:image/) },
        { id: 'room', title: 'Room', isOpen: true, preview: expect.stringMatching(/^data:image/) },
      ],
      plans: [
        { id: 'ground', north: 0, image: expect.stringMatching(/^\/media\/[0-9a-f-]{36}\/image\.webp$/) },
      ],
      looks: [{ id: 'stairs', label: 'The stairs' }],
      guide: { steps: [{ scene: 'hall', seconds: 8, text: 'Come in.' }, { scene: 'room' }] },
    });
    expect(await fetchStatus(tour?.plans[0]?.image ?? '')).toBe(200);
    const pattern = tour?.scenes[1]?.thumbnails?.pattern ?? '';
    expect(await fetchStatus(pattern.replace('{width}', '320').replace('{format}', 'jpg'))).toBe(200);
  });

  it('tells of a locked tour what lies behind its doors, but shows none of it', async () => {
    const { body, text } = await get<ExperienceDetail>('locked-house');
    expect(body).toMatchObject({ isPermission: false, tour: { start: 'hall' } });
    const [hall, room] = body.tour?.scenes ?? [];
    expect(hall).toMatchObject({ isOpen: true, preview: expect.any(String) });
    expect(room).toMatchObject({ title: 'Room', isOpen: false, thumbnails: expect.any(Object) });
    expect(room).not.toHaveProperty('preview');
    expect(body.tour?.plans).toHaveLength(1);
    expect(body.tour?.guide?.steps.map(({ scene }) => scene)).toEqual(['hall']);
    expect(text).not.toMatch(/panorama\.jpg|tiles\/|\/media\/s\//);
  });

  it.each(['bare', 'no-tour'])('is absent for %s', async (slug) => {
    const { body } = await get<ExperienceDetail>(slug);
    expect(body.isPermission).toBe(true);
    expect(body).not.toHaveProperty('tour');
  });
});

it('each place needs a file of its kind', async () => {
  const sound = await media.assetIdOf(
    site.db,
    (await media.ingestSound(testSound('tone.mp3'))).contentHash,
    true,
  );
  const flat = house();
  Object.assign(flat.scenes[1] ?? {}, { media: drawing });
  await expect(publish('free-house', flat)).rejects.toThrow(
    'Scene "room", photo or film is no 360-degree photo.',
  );
  const mixed = house();
  Object.assign(mixed.scenes[0]?.hotspots?.[1] ?? {}, { target: sound });
  Object.assign(mixed.scenes[1] ?? {}, {
    stereo: 'top-bottom',
    sounds: [{ id: 'hum', label: 'A hum', media: drawing }],
  });
  await expect(publish('free-house', mixed)).rejects.toThrow(
    /^Scene "room", stereo must be mono, as its picture is\. .*hotspot "view", target is no image\. .*is no sound\.$/,
  );
});

describe('a scene', () => {
  it('of a free tour is open to guests, by public addresses', async () => {
    const { status, body, headers } = await scene('free-house/scenes/hall');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('public');
    expect(body).toMatchObject({
      id: 'hall',
      title: 'Hall',
      kind: 'photo',
      stereo: 'mono',
      pose: { heading: 40, pitch: 0, roll: 0 },
      view: { yaw: 0, pitch: 0, fov: 75 },
      neighbours: [{ id: 'room', isOpen: true, preview: expect.any(String) }],
    });
    expect(body.hotspots).toEqual([
      { id: 'in', kind: 'door', at: { yaw: 10, pitch: 0 }, label: 'Room', target: 'room', arrive: 'through' },
      {
        id: 'view',
        kind: 'picture',
        at: { yaw: 50, pitch: 0 },
        label: 'View',
        alt: 'A hill.',
        url: expect.stringMatching(/^\/media\/[0-9a-f-]{36}\/image\.webp$/),
      },
    ]);
    expect(body.url).toMatch(/^\/media\/[0-9a-f-]{36}\/panorama\.jpg$/);
    expect(body).not.toHaveProperty('media');
    expect(await fetchStatus(body.url)).toBe(200);
    const tile = body.panorama.tiles?.url.replace(/\{\w+\}/g, '0') ?? '';
    expect(await fetchStatus(tile)).toBe(200);
    const { body: byId } = await scene(`${site.tours.get('free-house')}/scenes/room`);
    expect(byId.id).toBe('room');
  });

  it('of a locked tour is closed to guests and members, except the previews', async () => {
    const member = await site.join();
    for (const session of [undefined, member]) {
      const { status, body } = await scene('locked-house/scenes/hall', session);
      expect(status).toBe(200);
      expect(body.url).toMatch(/^\/media\/[0-9a-f-]{36}\//);
      expect(await fetchStatus(body.url)).toBe(200);
      expect(body.neighbours).toEqual([
        { id: 'room', title: 'Room', isOpen: false, thumbnails: expect.any(Object) },
      ]);
      const closed = await scene('locked-house/scenes/room', session);
      expect(closed.status).toBe(403);
      expect(closed.body).toMatchObject({ code: 'scene_locked' });
      expect(closed.text).not.toContain('/media/');
    }
  });

  it('opens in place when the tour is unlocked, by signed addresses', async () => {
    const member = await site.join();
    await give(site.db, member.user.id, 100);
    expect((await scene('locked-house/scenes/room', member)).status).toBe(403);
    const access = await site.send<{ experience: ExperienceDetail }>(
      'POST',
      '/api/vr360/locked-house/access',
      {
        token: member.token,
      },
    );
    expect(access.body.experience.tour?.scenes.map(({ isOpen }) => isOpen)).toEqual([true, true]);
    const { status, body, headers } = await scene('locked-house/scenes/room', member);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(body.url).toMatch(/^\/media\/s\//);
    expect(body.panorama.expiresAt).toEqual(expect.any(String));
    expect(await fetchStatus(body.url)).toBe(200);
    // The same file without the signature stays closed.
    expect(await fetchStatus(body.url.replace(/\/s\/[^/]+/, ''))).toBe(403);
    expect((await scene('locked-house/scenes/room')).status).toBe(403);
  });

  it.each([
    ['free-house/scenes/attic', 'scene_not_found'],
    ['free-house/scenes/__proto__', 'scene_not_found'],
    ['no-tour/scenes/hall', 'scene_not_found'],
    ['nothing/scenes/hall', 'experience_not_found'],
  ])('%s is unknown', async (path, code) => {
    const { status, body } = await scene(path);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code });
  });
});

describe('the image of a link', () => {
  const image = (path: string, method: 'GET' | 'HEAD' = 'GET') =>
    site.app.inject({ method, url: `/share-images/${path}` });
  /** The direction in the middle of an image. */
  async function middle(path: string) {
    const { rawPayload, statusCode, headers } = await image(path);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    return directionOf([...data.subarray((315 * 1200 + 600) * 3).subarray(0, 3)]);
  }

  it('shows the view that the link names', async () => {
    for (const [query, yaw, pitch] of [
      ['?scene=hall&view=90,10,60', 90, 10],
      ['?view=-135.4,-30.2,75', -135, -30],
      ['?scene=room', 0, 0],
      ['', 0, 0],
      ['?view=nonsense&scene=N!', 0, 0],
      ['?view=99999,-5,1e9', 0, 0],
    ] as const) {
      const shown = await middle(`free-house${query}`);
      expect(Math.abs(shown.yaw - yaw), query).toBeLessThan(2);
      expect(Math.abs(shown.pitch - pitch), query).toBeLessThan(2);
    }
  });

  it('is drawn once for views that hardly differ', async () => {
    const one = await image('free-house?view=40.1,4,70');
    const other = await image('free-house?scene=hall&view=39.8,3.4,71');
    expect(other.headers.etag).toBe(one.headers.etag);
    expect([one.headers['ratelimit-remaining'], other.headers['ratelimit-remaining']]).toEqual([
      expect.anything(),
      undefined,
    ]);
    expect(one.headers['cache-control']).toMatch(/^public, max-age=300$/);
    expect((await image('free-house?view=40,4,70', 'HEAD')).rawPayload).toHaveLength(0);
  });

  it('shows nothing of closed rooms but what everybody sees of them', async () => {
    expect((await middle('locked-house?scene=hall&view=20,0,60')).yaw).toBeGreaterThan(18);
    const { tour } = (await get<ExperienceDetail>('locked-house')).body;
    const closed = tour?.scenes.find(({ id }) => id === 'room')?.thumbnails?.pattern ?? '';
    const { statusCode, headers } = await image('locked-house?scene=room&view=20,0,60');
    expect(statusCode).toBe(302);
    expect(headers.location).toBe(closed.replace('{width}', '960').replace('{format}', 'jpg'));
    expect((await image('no-tour?view=1,1,60')).statusCode).toBe(302);
    expect((await image('free-house?scene=attic')).statusCode).toBe(302);
    expect((await image('nowhere')).statusCode).toBe(404);
  });

  it('shows the cover of a locked photo', async () => {
    const { statusCode, headers } = await image('locked-photo?view=20,0,60');
    expect([statusCode, headers.location]).toEqual([302, '/covers/locked-photo.jpg']);
  });

  it('is the cover where a view could lie beyond the picture', async () => {
    const [hall] = house().scenes;
    await publish('part', {
      version: 1,
      start: 'hall',
      scenes: [{ ...hall, hotspots: [], looks: [], limits: { minPitch: -30, maxPitch: 30 } }] as never,
    });
    expect((await image('part?view=20,0,60')).statusCode).toBe(302);
  });

  it('costs a bounded amount of work', async () => {
    const views = Array.from({ length: 30 }, (_, index) => `bare?view=${index * 2},0,60`);
    const answers = await Promise.all(views.map((view) => image(view)));
    const waits = answers.filter(({ statusCode }) => statusCode === 302);
    expect(waits.length).toBeGreaterThan(0);
    // A refusal takes none of the points.
    for (const { headers } of waits) expect(headers['ratelimit-remaining']).toBeUndefined();
    const drawn = views[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? '';
    await Promise.all(Array.from({ length: 60 }, () => consume(site.db, 'share-image:127.0.0.1', 1000, 60)));
    const refused = await image('bare?view=-90,20,60');
    expect([refused.statusCode, refused.headers['ratelimit-remaining']]).toEqual([302, '0']);
    expect((await image(drawn)).statusCode).toBe(200);
  });
});
