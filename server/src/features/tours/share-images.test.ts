import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ExperienceDetail } from '@oriel/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directionOf, testVideo } from '../../../testing/apps/media-app.ts';
import { inTransaction } from '../../database/database.ts';
import { consume } from '../../rate-limit/rate-limit.ts';
import { attachMedia } from '../catalogue/service.ts';
import { sphericalBoxes, withBox } from '../media/film-boxes.fixture.ts';
import { exportTour } from './export/export-tour.ts';
import { createHouses, type Houses } from './houses.fixture.ts';

let houses: Houses;
let site: Houses['site'];
beforeAll(async () => {
  houses = await createHouses([
    { slug: 'part', title: 'A corner' },
    { slug: 'eyes', title: 'A film for each eye' },
    { slug: 'locked-photo', title: 'A view', tokensRequired: 50, thumbnail: '/covers/locked-photo.jpg' },
  ]);
  site = houses.site;
  await inTransaction(site.db, (tx) =>
    attachMedia(tx, site.tours.get('locked-photo') ?? Number.NaN, {
      mediaType: 'photo',
      assetId: houses.asset,
      gated: true,
      file: 'panorama.jpg',
      panorama: { preview: '' },
    }),
  );
});
afterAll(() => houses.close());

/** Publishes a tour of a film with its eyes beside each other. */
async function publishEyes(stereo: 'mono' | 'left-right'): Promise<void> {
  const film = withBox(
    await readFile(testVideo('eyes-squeezed.mp4')),
    'entry',
    sphericalBoxes({ stereoMode: 2 }),
  );
  const { contentHash } = await houses.media.ingest(Readable.from([film]));
  const media = await houses.media.assetIdOf(site.db, contentHash, true);
  const room = { id: 'room', title: 'Room', kind: 'film' as const, stereo, media };
  await houses.publish('eyes', { version: 1, start: 'room', scenes: [room] });
}

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

  it('shows the left eye of a film, whose scene has the eyes that its file states', async () => {
    await expect(publishEyes('mono')).rejects.toThrow(
      'Scene "room", stereo must be left-right, as its film is.',
    );
    await publishEyes('left-right');
    for (const yaw of [-100, 30]) {
      const shown = await middle(`eyes?view=${yaw},12,60`);
      expect(Math.abs(shown.yaw - yaw)).toBeLessThan(4);
      expect(Math.abs(shown.pitch - 12)).toBeLessThan(4);
    }
  });

  it('is drawn in the light that the link names, if the room has it', async () => {
    const etagOf = async (query: string) => {
      const { statusCode, headers } = await image(`free-house?scene=room&view=0,0,70${query}`);
      expect(statusCode).toBe(200);
      return headers.etag;
    };
    const own = await etagOf('');
    expect(await etagOf('&light=night')).not.toBe(own);
    expect(await etagOf('&light=dawn')).toBe(own);
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

  it('shows nothing of closed rooms but what every visitor sees of them', async () => {
    expect((await middle('locked-house?scene=hall&view=20,0,60')).yaw).toBeGreaterThan(18);
    const { tour } = (await site.send<ExperienceDetail>('GET', '/api/vr360/locked-house')).body;
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
    const [hall] = houses.house().scenes;
    await houses.publish('part', {
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

describe('the strip of a card', () => {
  const strip = (slug: string) => site.app.inject({ method: 'GET', url: `/strips/${slug}` });

  it('shows what lies all around, four times as wide as high, in at most 60 kB', async () => {
    const { statusCode, headers, rawPayload } = await strip('free-house');
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
    const { width, height } = await sharp(rawPayload).metadata();
    expect([width, height]).toEqual([1600, 400]);
    expect(rawPayload.length).toBeLessThan(60_000);
    expect((await strip('free-house')).headers.etag).toBe(headers.etag);
  });

  it('shows the left eye of a film', async () => {
    await publishEyes('left-right');
    const { data, info } = await sharp((await strip('eyes')).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1600, 400]);
    for (const column of [300, 1300]) {
      const seen = directionOf([...data.subarray((100 * 1600 + column) * info.channels).subarray(0, 3)]);
      expect(Math.abs(seen.yaw - ((column / 1600) * 360 - 180))).toBeLessThan(6);
      expect(Math.abs(seen.pitch - 22.5)).toBeLessThan(6);
    }
  });

  it('is nothing for tours that cost tokens, and does not exist for those that do not', async () => {
    const { statusCode, rawPayload, headers } = await strip('locked-photo');
    expect([statusCode, rawPayload.length]).toEqual([204, 0]);
    expect(headers['cache-control']).toBe('public, max-age=300');
    for (const slug of ['no-such-tour', '%00']) expect((await strip(slug)).statusCode, slug).toBe(404);
  });
});

it('an export has the left eye of a film, and names the other as lost', async () => {
  await publishEyes('left-right');
  const folder = await mkdtemp(path.join(tmpdir(), 'oriel-export-'));
  const { storage } = site.app.dependencies;
  const { losses } = await exportTour({ db: site.db, storage }, 'eyes', folder);
  expect(losses).toEqual(['Scene "room": it is a film.', 'Scene "room": its second eye.']);
  const { data, info } = await sharp(path.join(folder, 'picture-1.jpg'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([2048, 1024]);
  const { yaw, pitch } = directionOf([...data.subarray((256 * 2048 + 1536) * 3).subarray(0, 3)]);
  expect(Math.abs(yaw - 90)).toBeLessThan(5);
  expect(Math.abs(pitch - 45)).toBeLessThan(5);
  await rm(folder, { recursive: true });
});
