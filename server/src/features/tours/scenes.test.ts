import { Readable } from 'node:stream';
import type { ExperienceDetail, SceneDetail, Session } from '@oriel/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directionImage, testSound, testVideo } from '../../../testing/apps/media-app.ts';
import { give } from '../../../testing/apps/wallet-app.ts';
import { asAttributes, PART } from '../media/photo-sphere.fixture.ts';
import { createHouses, type Houses } from './houses.fixture.ts';

let houses: Houses;
let site: Houses['site'];
beforeAll(async () => {
  houses = await createHouses();
  site = houses.site;
});
afterAll(() => houses.close());

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

it('a flat image is taken in once', async () => {
  const { media } = houses;
  const png = await directionImage(300, 200).png().toBuffer();
  const image = await media.ingestImage(Readable.from([png]));
  expect(image).toMatchObject({ kind: 'image', width: 300, height: 200 });
  expect(image).toEqual(await media.ingestImage(Readable.from([png])));
});

it('each place needs a file of its kind', async () => {
  const { media, drawing, house, publish } = houses;
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
  const dim = house();
  Object.assign(dim.scenes[1]?.lights?.[1] ?? {}, { media: drawing });
  await expect(publish('free-house', dim)).rejects.toThrow(
    'Scene "room", light "night", photo or film is no 360-degree photo.',
  );
  await expect(publish('free-house', mixed)).rejects.toThrow(
    /^Scene "room", stereo must be mono, as its picture is\. .*hotspot "view", target is no image\. .*is no sound\.$/,
  );
});

it('a film spot plays a flat film, of any shape, with its captions', async () => {
  const { media, drawing, house, publish } = houses;
  const film = await media.ingestFilm(testVideo('wide.mp4'));
  expect(film).toMatchObject({ kind: 'film', manifest: { file: 'video.mp4', preview: '' } });
  expect((film.width ?? 0) / (film.height ?? 1)).toBeCloseTo(16 / 9, 1);
  expect(await media.ingestFilm(testVideo('wide.mp4'))).toEqual(film);
  await expect(media.ingestFilm(testSound('tone.mp3'))).rejects.toThrow(
    'This is not a film that can be played.',
  );
  await expect(media.ingestFilm(testVideo('mpeg4.mp4'))).rejects.toThrow('The film uses a codec');
  const captions = [
    { language: 'en', label: 'English', cues: [{ from: 0, to: 1, text: '<i>Waves & wind</i>' }] },
  ];
  const withFilm = (target: string) => {
    const tour = house();
    tour.scenes[0]?.hotspots?.push({
      id: 'clip',
      kind: 'film',
      at: { yaw: 9, pitch: 0 },
      label: 'A clip',
      target,
      captions,
    });
    return tour;
  };
  await expect(publish('free-house', withFilm(drawing))).rejects.toThrow(
    'hotspot "clip", target is no film.',
  );
  const asset = await media.assetIdOf(site.db, film.contentHash, true);
  const scene = house().scenes[1];
  await expect(
    publish('free-house', {
      ...house(),
      scenes: [house().scenes[0], { ...scene, kind: 'film', media: asset }],
    } as never),
  ).rejects.toThrow('is no 360-degree film.');
  await publish('free-house', withFilm(asset));
  const { hotspots } = (await site.app.inject('/api/vr360/free-house/scenes/hall')).json<SceneDetail>();
  const clip = hotspots.find(({ id }) => id === 'clip');
  expect(clip?.captions).toEqual(captions);
  const { url = '', poster = '' } = clip ?? {};
  const still = await site.app.inject(poster);
  expect([still.statusCode, still.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const played = await site.app.inject({ url, headers: { range: 'bytes=0-9' } });
  expect([played.statusCode, played.headers['content-type']]).toEqual([206, 'video/mp4']);
  await publish('free-house', house());
});

it('a picture in another light is laid out as that of the scene', async () => {
  const { media, house, publish } = houses;
  const square = await directionImage(1024).resize(1024, 1024, { fit: 'fill' }).jpeg().toBuffer();
  const corner = await directionImage(1024, 1024).withXmp(asAttributes(PART)).jpeg().toBuffer();
  for (const [picture, fault] of [
    [square, 'must have as many eyes as the scene’s own picture'],
    [corner, 'must show as much of the sphere as the scene’s own picture'],
  ] as const) {
    const { contentHash } = await media.ingest(Readable.from([picture]));
    const other = house();
    const night = await media.assetIdOf(site.db, contentHash, true);
    Object.assign(other.scenes[1]?.lights?.[1] ?? {}, { media: night });
    await expect(publish('free-house', other)).rejects.toThrow(
      `Scene "room", light "night", photo or film ${fault}.`,
    );
  }
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

  it('has its other lights, with all that the viewer needs of them', async () => {
    const { body } = await scene('free-house/scenes/room');
    expect(body.lights).toEqual([
      { id: 'day', label: 'By day' },
      {
        id: 'night',
        label: 'At night',
        capturedAt: '2026-05-04T22:10:00+02:00',
        url: expect.stringMatching(/^\/media\/[0-9a-f-]{36}\/panorama\.jpg$/),
        panorama: { tiles: expect.objectContaining({ tileSize: 512 }) },
      },
    ]);
    const { url = '', panorama } = body.lights?.[1] ?? {};
    expect(url).not.toBe(body.url);
    expect(await fetchStatus(url)).toBe(200);
    expect(await fetchStatus(panorama?.tiles?.url.replace(/\{\w+\}/g, '0') ?? '')).toBe(200);
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
    const { url: lightUrl = '', panorama: light } = body.lights?.[1] ?? {};
    expect(lightUrl).toMatch(/^\/media\/s\//);
    expect(light?.expiresAt).toEqual(expect.any(String));
    expect(await fetchStatus(lightUrl)).toBe(200);
    expect(await fetchStatus(lightUrl.replace(/\/s\/[^/]+/, ''))).toBe(403);
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
