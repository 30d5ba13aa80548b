// @module-tag processes
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bucketOf } from '../../testing/bucket-of.ts';
import { runCommand } from '../../testing/index.ts';
import { type S3Server, startMemoryS3 } from '../../testing/s3-servers.ts';
import { storageWith } from '../../testing/storage-with.ts';
import type { S3Config } from '../config/storage.ts';
import { openStorage } from '../gateways/open-storage.ts';
import type { Storage } from '../gateways/storage.ts';
import { moveObjects } from './move-objects.ts';

const COMMAND = fileURLToPath(new URL('./media-move.ts', import.meta.url));

let dataDir: string;
let server: S3Server;
let s3: S3Config;
let files: Storage;
let bucket: Storage;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'oriel-move-test-'));
  server = await startMemoryS3();
  s3 = bucketOf(server, { prefix: 'media/', timeoutMs: 30_000 });
  files = await openStorage({ storageDir: path.join(dataDir, 'media'), s3: undefined });
  bucket = await openStorage({ storageDir: '', s3 });
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

async function contentsOf(storage: Storage): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for await (const key of storage.list(''))
    hashes[key] = createHash('sha256')
      .update(await buffer(storage.read(key)))
      .digest('hex');
  return hashes;
}

const move = (words: string[], variables: Record<string, string> = {}) =>
  runCommand({ connectionString: 'postgres://nowhere@/none', config: { dataDir } as never }, COMMAND, words, {
    S3_ENDPOINT: s3.endpoint ?? '',
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    ...variables,
  });

it('moves all files into a bucket and back, while others are added', { timeout: 60_000 }, async () => {
  const folder = path.join(dataDir, 'media');
  for (let index = 0; index < 40; index += 1)
    await files.put(`contents/a${index}/tiles/0/0_${index}.webp`, Buffer.alloc(1_000 + index, `${index}`));
  await files.put('contents/film/video.mp4', Buffer.alloc(9 * 1024 * 1024, 'film'));
  const copied = await move([folder, 's3://tours/media']);
  expect(copied).toMatchObject({ status: 0, stdout: expect.stringContaining('41 copied') });
  expect(await contentsOf(bucket)).toEqual(await contentsOf(files));

  // What was damaged on the way or is new is sent; the rest is compared.
  await bucket.put('contents/a1/tiles/0/0_1.webp', Buffer.alloc(1_001, 'x'));
  await files.put('contents/new/panorama.jpg', Buffer.from('new'));
  const repeated = await moveObjects(files, bucket, { isDeleting: false });
  expect(repeated).toEqual({ copied: 2, present: 40, removed: 0, bytes: 1_004 });
  expect(await contentsOf(bucket)).toEqual(await contentsOf(files));

  const refused = await move([folder, 's3://tours/media', '--delete']);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('The server uses FROM') });
  const before = await contentsOf(bucket);
  const emptied = await move([folder, 's3://tours/media', '--delete'], { STORAGE_URL: 's3://tours/media' });
  expect(emptied.stdout).toContain('42 files are removed');
  expect(await contentsOf(files)).toEqual({});
  expect(await contentsOf(bucket)).toEqual(before);

  expect(await moveObjects(bucket, files, { isDeleting: false })).toMatchObject({ copied: 42 });
  expect(await contentsOf(files)).toEqual(before);
});

it('refuses places that it cannot use', { timeout: 60_000 }, async () => {
  const [inside, missing, usage] = await Promise.all([
    move([dataDir, path.join(dataDir, 'media')]),
    move([path.join(dataDir, 'missing'), 's3://tours/media']),
    move(['s3://tours/media', 'gs://other/media']),
  ]);
  expect(inside).toMatchObject({ status: 1, stderr: expect.stringContaining('one is inside the other') });
  expect(missing).toMatchObject({ status: 1, stderr: expect.stringMatching(/^There is no folder/) });
  expect(usage).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Usage: npm run media:move/) });
});

it('never empties the folder that the server uses, by whatever name', { timeout: 60_000 }, async () => {
  const used = await openStorage({ storageDir: path.join(dataDir, 'media'), s3: undefined });
  await used.put('contents/used/panorama.jpg', Buffer.from('used'));
  const link = path.join(dataDir, 'link');
  await symlink(path.join(dataDir, 'media'), link);
  const names = [link, path.join(dataDir, 'media', 'contents')];
  for (const refused of await Promise.all(names.map((name) => move([name, 's3://tours/copy', '--delete']))))
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('The server uses FROM') });
  const all = await move([dataDir, 's3://tours/copy', '--delete'], { STORAGE_URL: 's3://tours/copy' });
  expect(all).toMatchObject({ status: 1, stderr: expect.stringMatching(/^FROM holds all data/) });
  expect(await used.stat('contents/used/panorama.jpg')).toEqual({ size: 4 });
  const neighbour = await move([path.join(dataDir, 'media'), path.join(dataDir, 'media2')]);
  expect(neighbour).toMatchObject({ status: 0, stdout: expect.stringContaining('copied') });
});

it('never removes an original whose copy differs, and skips what is removed meanwhile', async () => {
  const folder = (name: string) => openStorage({ storageDir: path.join(dataDir, name), s3: undefined });
  const [from, to] = [await folder('from'), await folder('to')];
  await from.put('a/one.bin', Buffer.from('one'));
  const damaging = storageWith(to, { put: (key) => to.put(key, Buffer.from('eno')) });
  await expect(moveObjects(from, damaging, { isDeleting: true })).rejects.toThrow('differs');
  expect(await from.stat('a/one.bin')).toEqual({ size: 3 });
  const vanishing = storageWith(from, {
    read(key) {
      rmSync(path.join(dataDir, 'from', key), { force: true });
      return from.read(key);
    },
  });
  expect(await moveObjects(vanishing, to, { isDeleting: true })).toMatchObject({ copied: 0, removed: 0 });
});
