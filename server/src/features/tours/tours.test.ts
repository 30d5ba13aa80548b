import { Readable } from 'node:stream';
import type { TourInput } from '@oriel/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaApp, directionImage, type MediaApp } from '../../../testing/apps/media-app.ts';
import { inTransaction } from '../../database/database.ts';
import { createExperience, deleteExperience } from '../catalogue/service.ts';
import { publishTour, readTour, saveTour, tourHistory } from './service.ts';

let test: MediaApp;
let media: string;
beforeAll(async () => {
  test = await createMediaApp();
  const photo = await directionImage(1024).jpeg().toBuffer();
  const { contentHash } = await test.media.ingest(Readable.from([photo]));
  media = await test.media.assetIdOf(test.db, contentHash, true);
});
afterAll(() => test.close());

let count = 0;
function addExperience(tokensRequired = 0): Promise<number> {
  count += 1;
  return inTransaction(test.db, (tx) =>
    createExperience(tx, { slug: `tour-${count}`, title: 'A tour', tokensRequired }),
  );
}

const document = (change: Partial<TourInput> = {}): TourInput => ({
  version: 1,
  start: 'hall',
  scenes: [
    {
      id: 'hall',
      title: 'Hall',
      media,
      view: { yaw: 30, pitch: -5, fov: 70 },
      hotspots: [{ id: 'in', kind: 'door', at: { yaw: 0, pitch: 0 }, label: 'Room', target: 'room' }],
    },
    {
      id: 'room',
      title: 'Room',
      media,
      hotspots: [{ id: 'out', kind: 'door', at: { yaw: 180, pitch: 0 }, label: 'Hall', target: 'hall' }],
    },
  ],
  ...change,
});

const save = (id: number, input: unknown) => inTransaction(test.db, (tx) => saveTour(tx, id, input, 'anna'));
const publish = (id: number, version?: number) =>
  inTransaction(test.db, (tx) => publishTour(tx, id, version));

describe('tour documents', () => {
  it('are saved as versions, of which one is published', async () => {
    const id = await addExperience();
    expect(await readTour(test.db, id, 'latest')).toBeUndefined();
    const first = await save(id, document());
    expect(first.version).toBe(1);
    expect(await readTour(test.db, id, 'published')).toBeUndefined();
    expect(await publish(id)).toBe(1);
    expect((await save(id, document({ previewScenes: ['hall'] }))).version).toBe(2);
    expect(await readTour(test.db, id, 'published')).toEqual(first);
    expect((await readTour(test.db, id, 'latest'))?.tour.previewScenes).toEqual(['hall']);
    expect(await tourHistory(test.db, id)).toMatchObject([
      { version: 2, savedBy: 'anna', isPublished: false, savedAt: expect.any(Date) },
      { version: 1, savedBy: 'anna', isPublished: true },
    ]);
    expect(await publish(id, 2)).toBe(2);
    expect(await publish(id, 1)).toBe(1);
    expect((await readTour(test.db, id, 1))?.tour).toEqual(first.tour);
  });

  it('get each version once, however many are saved at once', async () => {
    const id = await addExperience();
    const saved = await Promise.all(Array.from({ length: 8 }, () => save(id, document())));
    expect(saved.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('never change, and go only with their experience', async () => {
    const id = await addExperience();
    await save(id, document());
    await publish(id);
    const change = sql`UPDATE tour_versions SET saved_by = 'x' WHERE experience_id = ${id}`;
    await expect(change.execute(test.db)).rejects.toThrow('append-only');
    const removal = sql`DELETE FROM tour_versions WHERE experience_id = ${id}`;
    await expect(removal.execute(test.db)).rejects.toThrow('append-only');
    await inTransaction(test.db, (tx) => deleteExperience(tx, id));
    expect(await tourHistory(test.db, id)).toEqual([]);
  });

  it('are refused with sentences when they are invalid, and nothing is stored', async () => {
    const id = await addExperience();
    const invalid = save(id, { ...document(), start: 'No Slug', version: 3 });
    await expect(invalid).rejects.toMatchObject({
      status: 422,
      code: 'tour_invalid',
      message: expect.stringContaining('Version must be 1'),
    });
    await expect(save(2_000_000_000, document())).rejects.toMatchObject({ code: 'experience_not_found' });
    await expect(publish(id)).rejects.toMatchObject({ code: 'tour_version_not_found' });
    expect(await tourHistory(test.db, id)).toEqual([]);
  });

  it('are published only when complete, with media that exist', async () => {
    const id = await addExperience();
    await save(id, document());
    await publish(id);
    const incomplete = document();
    Object.assign(incomplete.scenes[1] ?? {}, { media: '00000000-0000-0000-0000-000000000000', title: '' });
    await save(id, incomplete);
    await expect(publish(id)).rejects.toMatchObject({
      status: 422,
      code: 'tour_incomplete',
      problems: [
        { message: 'Scene "room", title must not be empty.' },
        { message: 'Scene "room", photo or film is not ready yet, or no longer there.' },
      ],
    });
    expect((await readTour(test.db, id, 'published'))?.version).toBe(1);
  });

  it.each([
    [0, /^\/media\/[0-9a-f]/],
    [100, undefined],
  ])('make their start scene the media of the experience, at a price of %d', async (price, vrUrl) => {
    const id = await addExperience(price);
    await save(id, document());
    await publish(id);
    const detail = (await test.app.inject(`/api/vr360/${id}`)).json();
    expect(detail.mediaType).toBe('photo');
    if (vrUrl === undefined) return expect(detail.vrUrl).toBeUndefined();
    expect(new URL(detail.vrUrl, 'http://localhost').pathname).toMatch(vrUrl);
    expect(detail.panorama).toMatchObject({ initialView: { yaw: 30, pitch: -5 } });
    expect((await test.app.inject(detail.vrUrl)).statusCode).toBe(200);
  });
});
