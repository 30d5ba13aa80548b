// @module-tag processes
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMediaApp, directionImage, type MediaApp } from '../../../testing/apps/media-app.ts';
import { storageWith } from '../../../testing/storage-with.ts';
import type { Storage } from '../../gateways/storage.ts';
import {
  findStrayThumbnails,
  openMedia,
  removeStrayThumbnails,
  removeThumbnails,
  removeUnfinishedContents,
  removeUnusedMedia,
} from './service.ts';

let test: MediaApp;
beforeAll(async () => {
  test = await createMediaApp();
});
afterAll(() => test.close());

const objects = (prefix: string) => Array.fromAsync(test.app.dependencies.storage.list(prefix));

/** Another process of the installation, whose storage does something before the whole picture is stored. */
async function openProcess(beforeWhole: () => Promise<void>) {
  const { storage } = test.app.dependencies;
  let stored = 0;
  const putFile: Storage['putFile'] = async (key, file) => {
    if (key.endsWith('panorama.jpg')) await beforeWhole();
    await storage.putFile(key, file);
    stored += 1;
  };
  const media = await openMedia({
    config: test.config,
    db: test.db,
    storage: storageWith(storage, { putFile }),
  });
  return { media, storedFiles: () => stored };
}

/** A photo of ten tiles. */
const photo = (quality: number) => directionImage(2048).jpeg({ quality }).toBuffer();
const TILES = 2 + 8;

describe('two processes that store the same content', () => {
  it('leave it complete when one of them fails', async () => {
    const failed = Promise.withResolvers<void>();
    const slow = await openProcess(() => failed.promise);
    const failing = await openProcess(async () => {
      await vi.waitUntil(() => slow.storedFiles() === TILES, { timeout: 30_000 });
      throw new Error('the disk is full');
    });
    const bytes = await photo(80);
    const first = slow.media.ingest(Readable.from([bytes]));
    await expect(failing.media.ingest(Readable.from([bytes]))).rejects.toThrow('the disk is full');
    failed.resolve();
    const { contentHash } = await first;
    expect(await objects(`contents/${contentHash}/`)).toHaveLength(TILES + 1);
    for (const { media } of [slow, failing]) await media.close();
  });

  it('leave nothing when both fail', async () => {
    const fail = async () => Promise.reject(new Error('the disk is full'));
    const processes = [await openProcess(fail), await openProcess(fail)];
    const before = await test.inventory();
    const bytes = await photo(70);
    const ends = await Promise.allSettled(processes.map(({ media }) => media.ingest(Readable.from([bytes]))));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await test.inventory()).toEqual(before);
    for (const { media } of processes) await media.close();
    await test.media.ingest(Readable.from([bytes]));
  });
});

describe('what a killed process has stored', () => {
  /** As a process that is killed leaves it. */
  async function leave(contentHash: string, { hoursAgo = 7, isRemoval = false } = {}) {
    await test.app.dependencies.storage.put(`contents/${contentHash}/panorama.jpg`, Buffer.from('half'));
    await sql`
      INSERT INTO media_storings (attempt, content_hash, is_removal, began_at)
      VALUES (${randomUUID()}, ${contentHash}, ${isRemoval}, clock_timestamp() - ${hoursAgo} * interval '1 hour')
    `.execute(test.db);
  }
  const sweep = () => removeUnfinishedContents({ db: test.db, storage: test.app.dependencies.storage });
  const none = 'a'.repeat(64);

  it.each([
    ['is removed', {}],
    ['is removed where the removal was cut short', { hoursAgo: 1, isRemoval: true }],
  ])('%s', async (_, when) => {
    await leave(none, when);
    await sweep();
    expect(await objects(`contents/${none}/`)).toEqual([]);
    expect(await test.db.selectFrom('media_storings').selectAll().execute()).toEqual([]);
  });

  it('stays while it may be stored, and once it is complete', async () => {
    await leave(none, { hoursAgo: 5 });
    await leave(none);
    const { contentHash } = await test.media.ingest(Readable.from([await photo(60)]));
    await leave(contentHash);
    await sweep();
    expect(await objects(`contents/${none}/`)).toHaveLength(1);
    expect(await objects(`contents/${contentHash}/`)).toHaveLength(TILES + 1);
    await sql`DELETE FROM media_storings`.execute(test.db);
  });

  it('is not added to while it is removed', async () => {
    const bytes = await photo(50);
    const { contentHash } = await test.media.ingest(Readable.from([bytes]));
    await sql`DELETE FROM media_contents WHERE content_hash = ${contentHash}`.execute(test.db);
    await leave(contentHash, { hoursAgo: 0, isRemoval: true });
    await expect(test.media.ingest(Readable.from([bytes]))).rejects.toThrow('try again later');
  });
});

describe('U4: a content that nothing uses', () => {
  const places = () => ({ db: test.db, storage: test.app.dependencies.storage });
  const sweep = () => removeUnusedMedia(places());
  const passDays = () =>
    sql`UPDATE media_contents SET unused_since = unused_since - interval '8 days'`.execute(test.db);
  const passHours = () =>
    sql`UPDATE media_thumbnail_removals SET queued_at = queued_at - interval '2 hours'`.execute(test.db);
  const VIEW = { yaw: 0, pitch: 0, fov: 90 };
  beforeAll(async () => {
    await sql`TRUNCATE media_contents, media_storings CASCADE`.execute(test.db);
    const { storage } = test.app.dependencies;
    for (const key of await objects('')) await storage.remove(key);
  });

  it('is removed once by several processes, with its thumbnails', async () => {
    const content = await test.media.ingest(Readable.from([await photo(40)]));
    await test.media.thumbnailsOf(content, [VIEW]);
    await sweep();
    await passDays();
    await Promise.all(Array.from({ length: 4 }, sweep));
    expect(await objects('contents/')).toEqual([]);
    await passHours();
    await Promise.all(Array.from({ length: 4 }, sweep));
    expect(await test.inventory()).toMatchObject({ rows: 0, objects: 0 });
  });

  it('goes with the next sweeps where a process is killed in the middle', async () => {
    const content = await test.media.ingest(Readable.from([await photo(40)]));
    await test.media.thumbnailsOf(content, [VIEW]);
    await sweep();
    await passDays();
    const removeAll = async () => Promise.reject(new Error('killed'));
    const storage = storageWith(test.app.dependencies.storage, { removeAll });
    await expect(removeUnusedMedia({ db: test.db, storage })).rejects.toThrow('killed');
    const again = test.media.ingest(Readable.from([await photo(40)]));
    await expect(again).rejects.toThrow('try again later');
    await sql`UPDATE media_storings SET began_at = began_at - interval '1 hour'`.execute(test.db);
    await removeUnfinishedContents(places());
    await passHours();
    await sweep();
    expect(await test.inventory()).toMatchObject({ rows: 0, objects: 0 });
  });

  it('stays where it is uploaded again before it is removed', async () => {
    const { contentHash } = await test.media.ingest(Readable.from([await photo(40)]));
    await sweep();
    await passDays();
    await test.media.ingest(Readable.from([await photo(40)]));
    await sweep();
    expect(await objects(`contents/${contentHash}/`)).toHaveLength(TILES + 1);
  });

  it('has thumbnails as long as they have a row, also where they end and are made again', async () => {
    const content = await test.media.ingest(Readable.from([await photo(40)]));
    const make = async () => (await test.media.thumbnailsOf(content, [VIEW]))[0]?.pattern.split('/')[2] ?? '';
    const end = () => test.db.transaction().execute((tx) => removeThumbnails(tx, [content.contentHash]));
    const id = await make();
    await end();
    await make();
    await passHours();
    await sweep();
    const files = await objects(`thumbnails/${id}/`);
    expect(files.length).toBeGreaterThan(0);
    await end();
    await passHours();
    await sweep();
    expect(await objects(`thumbnails/${id}/`)).toEqual([]);
    // As a process that is killed before it writes the row leaves them.
    await make();
    await end();
    await sweep();
    expect(await objects(`thumbnails/${id}/`)).toEqual(files);
  });

  it('leaves thumbnails that no row names to the operator', async () => {
    const content = await test.media.ingest(Readable.from([await photo(40)]));
    await test.media.thumbnailsOf(content, [VIEW]);
    const own = await objects('thumbnails/');
    const strays = ['old', 'older'].map(
      (name) => `thumbnails/${randomUUID().replaceAll('-', '')}/${name}.jpg`,
    );
    for (const key of strays) await test.app.dependencies.storage.put(key, Buffer.from('a picture'));
    const found = await findStrayThumbnails(places());
    expect([found.ids.length, found.objects]).toEqual([2, 2]);
    await removeStrayThumbnails(test.db, found);
    expect((await findStrayThumbnails(places())).ids).toEqual([]);
    expect((await objects('thumbnails/')).length).toBe(own.length + 2);
    await passHours();
    await sweep();
    expect((await objects('thumbnails/')).sort()).toEqual(own.sort());
  });
});
