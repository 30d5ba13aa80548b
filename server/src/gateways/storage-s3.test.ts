// @module-tag processes
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMediaApp, directionImage, type MediaApp, testVideo } from '../../testing/apps/media-app.ts';
import { bucketOf } from '../../testing/bucket-of.ts';
import {
  breakOffAfter,
  type Fault,
  type FaultProxy,
  forwardOnly,
  hangUp,
  loseResponse,
  neverRespond,
  respondWith,
  startFaultProxy,
} from '../../testing/fault-proxy.ts';
import { type S3Server, startMemoryS3, startSigningS3 } from '../../testing/s3-servers.ts';
import type { S3Config } from '../config/storage.ts';
import { StorageRefusedError, StorageUnavailableError } from './storage.ts';
import { S3Storage } from './storage-s3.ts';

const TIMEOUT_MS = 400;
const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
const MEGABYTE = 1024 * 1024;

let server: S3Server;
let proxy: FaultProxy;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-s3-'));
  server = await startMemoryS3();
  proxy = await startFaultProxy(server.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a bucket in trouble', () => {
  let storage: S3Storage;
  /** The same place, past the proxy. */
  let direct: S3Storage;
  let config: S3Config;
  beforeEach(async () => {
    config = bucketOf(proxy, { timeoutMs: TIMEOUT_MS });
    // One for each test, since failures in a row open its circuit.
    storage = await S3Storage.open(config);
    direct = await S3Storage.open({ ...config, endpoint: server.endpoint, timeoutMs: 30_000 });
    await direct.put('one.bin', BYTES);
    proxy.faults.length = 0;
    proxy.requests.length = 0;
  });

  it.each<[string, Fault]>([
    ['503', respondWith(503)],
    ['429', respondWith(429)],
    ['no response', neverRespond],
    ['a closed connection', hangUp],
  ])('repeats what meets %s once', async (_, fault) => {
    proxy.faults.push(fault);
    await storage.put('two.bin', BYTES);
    proxy.faults.push(fault);
    expect(await storage.stat('two.bin')).toEqual({ size: BYTES.length });
    proxy.faults.push(fault);
    expect((await buffer(storage.read('two.bin'))).equals(BYTES)).toBe(true);
    proxy.faults.push(fault);
    expect((await Array.fromAsync(storage.list(''))).sort()).toEqual(['one.bin', 'two.bin']);
    await direct.put('folder/three.bin', BYTES);
    proxy.faults.push(forwardOnly, fault);
    await storage.removeAll('folder/');
    expect(await direct.stat('folder/three.bin')).toBeUndefined();
    expect(proxy.faults).toEqual([]);
  });

  it('takes 404 for an answer, once', async () => {
    expect(await storage.stat('missing.bin')).toBeUndefined();
    await expect(text(storage.read('missing.bin'))).rejects.toThrow();
    expect(proxy.requests.length).toBe(2);
  });

  it.each(['cut', 'stall'] as const)('continues a response after a %s, in a range too', async (ending) => {
    proxy.faults.push(breakOffAfter(70_000, ending), breakOffAfter(70_000, ending));
    expect((await buffer(storage.read('one.bin'))).equals(BYTES)).toBe(true);
    expect(proxy.requests.length).toBeGreaterThanOrEqual(3);
    proxy.faults.push(breakOffAfter(10_000, ending));
    const part = await buffer(storage.read('one.bin', { start: 1_000, end: 99_999 }));
    expect(part.equals(BYTES.subarray(1_000, 100_000))).toBe(true);
  });

  it('never continues with another object', async () => {
    proxy.faults.push(breakOffAfter(70_000), (_, response, forward) => {
      void direct.put('one.bin', Buffer.alloc(BYTES.length, 'x')).then(forward, () => response.destroy());
    });
    await expect(buffer(storage.read('one.bin'))).rejects.toThrow();
  });

  it('takes no other bytes for those of a range, and no response without a length for a whole object', async () => {
    const withoutRange: Fault = (incoming, _, forward) => {
      delete incoming.headers.range;
      forward();
    };
    proxy.faults.push(withoutRange);
    await expect(buffer(storage.read('one.bin', { start: 1_000, end: 1_999 }))).rejects.toThrow(
      StorageUnavailableError,
    );
    proxy.faults.push(breakOffAfter(70_000), withoutRange);
    await expect(buffer(storage.read('one.bin'))).rejects.toThrow(StorageUnavailableError);
    proxy.faults.push((_, response) => response.writeHead(200).end('half'));
    await expect(buffer(storage.read('one.bin'))).rejects.toThrow(StorageUnavailableError);
  });

  it('gives up on a response that breaks off again and again without a byte', async () => {
    proxy.faults.push(breakOffAfter(70_000), ...Array.from({ length: 8 }, () => breakOffAfter(0, 'stall')));
    await expect(buffer(storage.read('one.bin'))).rejects.toThrow(StorageUnavailableError);
    proxy.faults.length = 0;
  });

  it('waits for a reader that takes its time', async () => {
    const stream = storage.read('one.bin');
    let length = 0;
    for await (const piece of stream) {
      length += piece.length;
      await sleep(TIMEOUT_MS / 2);
    }
    expect(length).toBe(BYTES.length);
  });

  it('ends the request of a reader that leaves', async () => {
    let isClosed = false;
    proxy.faults.push((incoming, response, forward) => {
      response.once('close', () => {
        isClosed = true;
      });
      breakOffAfter(70_000, 'stall')(incoming, response, forward);
    });
    const stream = storage.read('one.bin');
    await new Promise((resolve) => stream.once('data', resolve));
    stream.destroy();
    await expect.poll(() => isClosed).toBe(true);
    expect(proxy.requests.length).toBe(1);
  });

  it('is unavailable after three attempts, rests after five, and works once it responds', async () => {
    proxy.faults.push(...Array.from({ length: 5 }, () => respondWith(500)));
    await expect(storage.stat('one.bin')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.stat('one.bin')).rejects.toThrow(StorageUnavailableError);
    expect(proxy.requests.length).toBe(5);
    await expect(text(storage.read('one.bin'))).rejects.toThrow('resting');
    expect(proxy.requests.length).toBe(5);
    await expect
      .poll(() => storage.stat('one.bin').catch(() => undefined), { timeout: 10_000 })
      .toEqual({ size: BYTES.length });
  });

  async function largeFile(): Promise<{ file: string; bytes: Buffer }> {
    const bytes = Buffer.alloc(9 * MEGABYTE, 'ab');
    const file = path.join(folder, 'large');
    await writeFile(file, bytes);
    return { file, bytes };
  }

  it('stores a file of parts although responses are lost, the last one too', {
    timeout: 60_000,
  }, async () => {
    const { file, bytes } = await largeFile();
    const patient = await S3Storage.open(bucketOf(proxy, { timeoutMs: 20_000 }));
    // Creating, the two parts, completing.
    proxy.faults.push(forwardOnly, loseResponse, respondWith(503), forwardOnly, forwardOnly, loseResponse);
    await patient.putFile('film.mp4', file);
    expect((await buffer(patient.read('film.mp4'))).equals(bytes)).toBe(true);
    await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('leaves the file, no object and no upload when parts cannot be stored', async () => {
    const { file } = await largeFile();
    const patient = await S3Storage.open(bucketOf(proxy, { timeoutMs: 20_000 }));
    proxy.requests.length = 0;
    proxy.faults.push(forwardOnly, respondWith(403), respondWith(403));
    await expect(patient.putFile('film.mp4', file)).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    expect((await readFile(file)).length).toBe(9 * MEGABYTE);
    expect(await patient.stat('film.mp4')).toBeUndefined();
    expect(proxy.requests.filter((request) => /^DELETE .*uploadId=/.test(request)).length).toBe(1);
  });

  it('aborts uploads that were left a day ago, and neither younger ones nor those of others', async () => {
    const upload = (id: string, hoursAgo: number, key = `${config.prefix}a.mp4`) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(Date.now() - hoursAgo * 3_600_000).toISOString()}</Initiated></Upload>`;
    const page = (body: string): Fault => {
      const xml = `<?xml version="1.0"?><ListMultipartUploadsResult>${body}</ListMultipartUploadsResult>`;
      return (_, response) => response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
    };
    proxy.faults.push(
      page(
        `${upload('foreign', 30, 'backup of monday.dump')}${upload('beside', 30, `${config.prefix}backup of monday.dump`)}<IsTruncated>true</IsTruncated><NextKeyMarker>a.mp4</NextKeyMarker><NextUploadIdMarker>young</NextUploadIdMarker>${upload('old', 30)}${upload('young', 2)}`,
      ),
      respondWith(204),
      page(`<IsTruncated>false</IsTruncated>${upload('older', 300)}`),
      respondWith(404),
    );
    await storage.removeAbandoned(24 * 3_600_000);
    expect(proxy.faults).toEqual([]);
    expect(proxy.requests.map((request) => /uploadId=(\w+)/.exec(request)?.[1])).toEqual([
      undefined,
      'old',
      undefined,
      'older',
    ]);
    expect(proxy.requests[2]).toContain('upload-id-marker=young');
    // Emulators know no such list.
    await direct.removeAbandoned(0);
  });

  it('opens while it does not respond, and says so', async () => {
    proxy.faults.push(...Array.from({ length: 3 }, () => respondWith(503)));
    let reason = '';
    const late = await S3Storage.open(bucketOf(proxy, { timeoutMs: TIMEOUT_MS }), (error) => {
      reason = error.message;
    });
    expect(reason).toContain('did not respond');
    expect(await late.stat('one.bin')).toBeUndefined();
  });
});

it('a bucket that refuses the keys, or does not exist, ends the start', async () => {
  const signing = await startSigningS3();
  try {
    const other = bucketOf(signing, { accessKeyId: 'ANOTHER' });
    await expect(S3Storage.open(other)).rejects.toThrow(StorageRefusedError);
    const missing = bucketOf(signing, { bucket: 'missing' });
    await expect(S3Storage.open(missing)).rejects.toThrow(/STORAGE_URL: the bucket missing .*404/);
    const forged = await S3Storage.open(bucketOf(signing, { secretAccessKey: 'another' }));
    await expect(forged.put('one.bin', BYTES)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  } finally {
    await signing.close();
  }
});

describe('media in a bucket', () => {
  let test: MediaApp;
  let film: string;
  beforeAll(async () => {
    test = await createMediaApp({ config: { s3: bucketOf(proxy, { timeoutMs: 10_000 }) } });
    const { contentHash } = await test.media.ingest(testVideo('sphere.mp4'));
    film = `/media/${await test.media.assetIdOf(test.db, contentHash, false)}/video.mp4`;
  });
  afterAll(() => test.close());

  it('is taken in, drawn from and served like files', async () => {
    const bytes = await directionImage(2048).jpeg().toBuffer();
    const content = await test.media.ingest(Readable.from([bytes]));
    const photo = `/media/${await test.media.assetIdOf(test.db, content.contentHash, false)}`;
    const tile = await test.app.inject(`${photo}/tiles/1/1_3.webp`);
    expect(tile.statusCode).toBe(200);
    expect(Number(tile.headers['content-length'])).toBe(tile.rawPayload.length);
    expect((await test.app.inject(`${photo}/tiles/1/1_4.webp`)).statusCode).toBe(404);
    const [thumbnails] = await test.media.thumbnailsOf(content, [{ yaw: 0, pitch: 0, fov: 75 }]);
    const thumbnail = `${thumbnails?.pattern}`.replace('{width}', '640').replace('{format}', 'webp');
    expect((await test.app.inject(thumbnail)).statusCode).toBe(200);

    const whole = await readFile(testVideo('sphere.mp4'));
    expect((await test.app.inject(film)).rawPayload.equals(whole)).toBe(true);
    const part = await test.app.inject({ url: film, headers: { range: 'bytes=-500' } });
    expect([part.statusCode, part.rawPayload.equals(whole.subarray(-500))]).toEqual([206, true]);
    const outside = await test.app.inject({ url: film, headers: { range: 'bytes=99999999-' } });
    expect(outside.statusCode).toBe(416);
    expect(await test.inventory()).toMatchObject({ working: 0 });
  });

  it('gets 503 while the bucket is in trouble, also after its size is known', async () => {
    const failing = Array.from({ length: 3 }, () => respondWith(503));
    for (const faults of [failing, [forwardOnly, ...failing]]) {
      proxy.faults.push(...faults);
      const response = await test.app.inject(film);
      expect(response.statusCode).toBe(503);
      expect(response.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
      expect(response.json()).toMatchObject({ code: 'unavailable', status: 503 });
      expect((await test.app.inject(film)).statusCode).toBe(200);
    }
  });
});
