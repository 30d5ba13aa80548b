import { readFile, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaApp, directionImage, type MediaApp, testVideo } from '../../../testing/apps/media-app.ts';

describe('serving media', () => {
  let test: MediaApp;
  let origin: string;
  let photo: string;
  let video: string;
  let videoBytes: Buffer;
  let photoHash: string;

  beforeAll(async () => {
    test = await createMediaApp();
    origin = await test.listen();
    videoBytes = await readFile(testVideo('sphere.mp4'));
    const { contentHash } = await test.media.ingest(testVideo('sphere.mp4'));
    video = `/media/${await test.media.assetIdOf(test.db, contentHash, false)}/video.mp4`;
    const bytes = await directionImage(1024).jpeg().toBuffer();
    ({ contentHash: photoHash } = await test.media.ingest(Readable.from([bytes])));
    photo = `/media/${await test.media.assetIdOf(test.db, photoHash, false)}`;
  });
  afterAll(() => test.close());

  /** Sends the target verbatim: clients normalise URLs before they send them. */
  async function statusOf(target: string): Promise<number> {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    const response = await text(socket);
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);
  }

  it('sends the type, how long to cache it, and nosniff', async () => {
    const response = await test.app.inject(`${photo}/panorama.jpg`);
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-length': String(response.rawPayload.length),
    });
    expect(response.headers.vary).toBeUndefined();
    expect(response.headers.etag).toMatch(/^"[\w-]+"$/);
    const head = await test.app.inject({ method: 'HEAD', url: `${photo}/panorama.jpg` });
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload.length).toBe(0);
    expect(head.headers['content-length']).toBe(response.headers['content-length']);
    expect(head.headers.etag).toBe(response.headers.etag);
  });

  it('responds 304 to a matching ETag', async () => {
    const { etag } = (await test.app.inject(video)).headers;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await test.app.inject({ url: video, headers: { 'if-none-match': `${tag}` } });
      expect(response.statusCode).toBe(304);
      expect(response.rawPayload.length).toBe(0);
    }
    const other = await test.app.inject({ url: video, headers: { 'if-none-match': '"other"' } });
    expect(other.statusCode).toBe(200);
  });

  it.each<[string, number, number]>([
    ['bytes=0-0', 0, 1],
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, Number.POSITIVE_INFINITY],
    ['bytes=-500', -500, Number.POSITIVE_INFINITY],
    ['bytes=-99999999', 0, Number.POSITIVE_INFINITY],
    ['bytes=5-99999999999999999999', 5, Number.POSITIVE_INFINITY],
  ])('M4: sends %s alone', async (range, start, end) => {
    const response = await test.app.inject({ url: video, headers: { range } });
    const part = videoBytes.subarray(start, end);
    expect(response.statusCode).toBe(206);
    expect(response.rawPayload.equals(part)).toBe(true);
    const first = start < 0 ? videoBytes.length + start : start;
    expect(response.headers['content-range']).toBe(
      `bytes ${first}-${first + part.length - 1}/${videoBytes.length}`,
    );
    const head = await test.app.inject({ method: 'HEAD', url: video, headers: { range } });
    expect([head.statusCode, head.headers['content-length']]).toEqual([206, String(part.length)]);
  });

  it.each(['bytes=-0', 'bytes=99999999-', 'bytes=99999999-999999999'])('M4: refuses %s', async (range) => {
    const response = await test.app.inject({ url: video, headers: { range } });
    expect(response.statusCode).toBe(416);
    expect(response.headers['content-range']).toBe(`bytes */${videoBytes.length}`);
    expect(response.json()).toMatchObject({ code: 'range_not_satisfiable', status: 416 });
  });

  it.each([
    `bytes=${Array.from({ length: 1000 }, (_, index) => `${index}-${index + 1}`).join(',')}`,
    'bytes=0-100,50-150',
    'bytes=9-5',
    'bytes=-',
    'bytes=a-b',
    'lines=0-5',
    '',
  ])('M4: sends the whole file for an unsupported range (%#)', async (range) => {
    const response = await test.app.inject({ url: video, headers: { range } });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(videoBytes)).toBe(true);
  });

  it('sends the whole file if If-Range names another version', async () => {
    const { etag } = (await test.app.inject(video)).headers;
    const request = (ifRange: string) =>
      test.app.inject({ url: video, headers: { range: 'bytes=0-9', 'if-range': ifRange } });
    expect((await request(`${etag}`)).statusCode).toBe(206);
    expect((await request('"other"')).statusCode).toBe(200);
  });

  it('M4: keeps memory flat while slow clients read a large video', async () => {
    const size = 96 * 1024 * 1024;
    const { storage } = test.app.dependencies;
    const [hash] = (await Array.fromAsync(storage.list('contents/'))).flatMap(
      (key) => /^contents\/(\w+)\/video\.mp4$/.exec(key)?.[1] ?? [],
    );
    const file = path.join(test.config.dataDir, 'large.webm');
    await writeFile(file, Buffer.alloc(size, 7));
    await storage.putFile(`contents/${hash}/video.webm`, file);
    const before = process.memoryUsage().rss;
    const url = `${origin}${video.replace('.mp4', '.webm')}`;
    const readers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const response = await fetch(url);
        expect(response.status).toBe(200);
        return response.body?.getReader();
      }),
    );
    for (const reader of readers) await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(process.memoryUsage().rss - before).toBeLessThan(size);
    await Promise.all(readers.map((reader) => reader?.cancel()));
  });

  it.each([
    '..',
    '../',
    '../../../../etc/passwd',
    '%2e%2e/%2e%2e/panorama.jpg',
    '%2e%2e%2fpanorama.jpg',
    '%252e%252e%252fpanorama.jpg',
    '..%5c..%5cpanorama.jpg',
    '..\\panorama.jpg',
    'tiles/../panorama.jpg',
    'tiles/%2e%2e/panorama.jpg',
    'tiles//0/0_0.webp',
    './panorama.jpg',
    'panorama.jpg/',
    'panorama.jpg%00',
    'panorama.jpg%00.webp',
    'panorama.jpg%20',
    'PANORAMA.JPG',
    'tiles/0/0_99.webp',
    'tiles/99/0_0.webp',
    '',
  ])('M3: responds 404 to %j', async (target) => {
    expect(await statusOf(`${photo}/${target}`)).toBe(404);
  });

  it('M3: responds 404 to invalid ids and paths outside the routes', async () => {
    const zero = '00000000-0000-0000-0000-000000000000';
    for (const target of [
      `/media/${zero}/panorama.jpg`,
      '/media/1/panorama.jpg',
      '/media/%27/panorama.jpg',
      `/media/../media/${photoHash}/panorama.jpg`,
      `/media/contents/${photoHash}/panorama.jpg`,
      '/media/.incoming/x',
      '/media/',
      '/media',
      `/thumbnails/${'0'.repeat(32)}/320.webp`,
      '/thumbnails/../contents/320.webp',
      `/thumbnails/${'0'.repeat(32)}/%2e%2e`,
      '/fallback-tours/photos/../../catalogue/tags.json',
      '/fallback-tours/photos/%2e%2e%2f%2e%2e%2fcatalogue%2ftags.json',
      '/fallback-tours/photos/views.json',
      '/fallback-tours/constructor/x.jpg',
    ]) {
      expect(await statusOf(target), target).toBe(404);
    }
  });

  it('M3: never follows a symbolic link among the files', async ({ skip }) => {
    skip(test.config.s3 !== undefined, 'a bucket has no links');
    const folder = path.join(test.config.dataDir, 'media', 'contents', photoHash);
    const secret = path.join(test.config.dataDir, 'secret.txt');
    await writeFile(secret, 'secret');
    await symlink(secret, path.join(folder, 'poster.jpg'));
    await symlink(path.join(folder, 'tiles', '0'), path.join(folder, 'tiles', '7'));
    expect(await statusOf(`${photo}/tiles/0/0_0.webp`)).toBe(200);
    expect(await statusOf(`${photo}/tiles/7/0_0.webp`)).toBe(404);
    expect(await statusOf(`${photo}/poster.jpg`)).toBe(404);
  });

  it('refuses other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await test.app.inject({ method, url: video })).statusCode).toBe(405);
    }
  });
});
