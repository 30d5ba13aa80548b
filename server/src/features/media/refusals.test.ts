// @module-tag processes
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaApp, directionImage, type MediaApp, testVideo } from '../../../testing/apps/media-app.ts';

const MB = 1024 * 1024;
const SMALL_LIMITS = { photoMaxBytes: 4 * MB, videoMaxBytes: MB, ingestsAtOnce: 2 };

async function animatedWebp(): Promise<Buffer> {
  const frames = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#123' } })
    .raw()
    .toBuffer();
  frames.fill(200, frames.length / 2);
  return sharp(frames, { raw: { width: 1024, height: 1024, channels: 3, pageHeight: 512 } })
    .webp({ loop: 0 })
    .toBuffer();
}

describe('refusing media', () => {
  let test: MediaApp;
  beforeAll(async () => {
    test = await createMediaApp({ config: { media: { ...SMALL_LIMITS, videoTimeoutMs: 15_000 } } });
  });
  afterAll(() => test.close());

  /** A PNG whose header declares this size, with almost no data. */
  async function pngClaiming(width: number, height: number): Promise<Buffer> {
    const bytes = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    return bytes;
  }
  const jpeg = (width: number, height: number) => directionImage(width, height).jpeg().toBuffer();
  const withRandomTail = async (file: string, from: number, length = 200_000) => {
    const bytes = await readFile(file);
    return Buffer.concat([bytes.subarray(0, from), randomBytes(length)]);
  };

  /** A good film with more parts after it than any program writes. */
  const countlessParts = async (file: string, part: Buffer) =>
    Buffer.concat([await readFile(file), ...Array<Buffer>(25_000).fill(part)]);

  it.each<[string, string, () => Promise<Buffer>]>([
    ['nothing', 'media_empty', async () => Buffer.alloc(0)],
    ['text', 'media_type_unsupported', async () => Buffer.from('not a photo at all, only text\n'.repeat(99))],
    [
      'an SVG',
      'media_type_unsupported',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2048" height="1024"/>'),
    ],
    ['a GIF', 'media_type_unsupported', () => directionImage(1024).gif().toBuffer()],
    [
      'random bytes',
      'media_type_unsupported',
      async () => Buffer.concat([Buffer.from([0]), randomBytes(5000)]),
    ],
    [
      'a QuickTime video',
      'media_type_unsupported',
      async () => Buffer.concat([Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  '), randomBytes(5000)]),
    ],
    ['a photo of 3:2', 'media_wrong_shape', () => jpeg(1536, 1024)],
    ['a photo of 1.97:1', 'media_wrong_shape', () => jpeg(1024, 520)],
    ['an upright photo', 'media_wrong_shape', () => jpeg(1024, 2048)],
    ['a small photo', 'media_too_small', () => jpeg(1000, 500)],
    ['a huge photo', 'media_too_many_pixels', () => pngClaiming(20_000, 10_000)],
    ['a PNG bomb', 'media_corrupt', () => pngClaiming(0x7fff_fffe, 0x3fff_ffff)],
    ['a PNG header without data', 'media_corrupt', () => pngClaiming(8192, 4096)],
    ['half a JPEG', 'media_corrupt', async () => (await jpeg(2048, 1024)).subarray(0, 30_000)],
    [
      'half a PNG',
      'media_corrupt',
      async () => (await directionImage(1024).png().toBuffer()).subarray(0, 30_000),
    ],
    [
      'half a WebP',
      'media_corrupt',
      async () => (await directionImage(1024).webp().toBuffer()).subarray(0, 4000),
    ],
    [
      'half an AVIF',
      'media_corrupt',
      async () => (await directionImage(1024).avif({ effort: 1 }).toBuffer()).subarray(0, 2500),
    ],
    [
      'a JPEG header with random bytes',
      'media_corrupt',
      async () => Buffer.concat([(await jpeg(1024, 512)).subarray(0, 700), randomBytes(20_000)]),
    ],
    [
      'three bytes of JPEG with random bytes',
      'media_corrupt',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(20_000)]),
    ],
    ['an animated WebP', 'media_animated', animatedWebp],
    [
      'too many bytes for a photo',
      'media_file_too_large',
      async () => Buffer.concat([await jpeg(1024, 512), Buffer.alloc(5 * 1024 * 1024)]),
    ],
    [
      'too many bytes for a video',
      'media_file_too_large',
      async () => Buffer.concat([await readFile(testVideo('sphere.mp4')), Buffer.alloc(2 * 1024 * 1024)]),
    ],
    ['a video of 16:9', 'media_wrong_shape', () => readFile(testVideo('wide.mp4'))],
    ['sound alone', 'media_no_picture_track', () => readFile(testVideo('sound.mp4'))],
    ['a video in an old codec', 'media_codec_unsupported', () => readFile(testVideo('mpeg4.mp4'))],
    [
      'half an MP4',
      'media_corrupt',
      async () => (await readFile(testVideo('sphere.mp4'))).subarray(0, -3000),
    ],
    [
      'half a WebM',
      'media_corrupt',
      async () => (await readFile(testVideo('sphere.webm'))).subarray(0, -3000),
    ],
    [
      'an MP4 of countless empty boxes',
      'media_corrupt',
      async () => countlessParts(testVideo('sphere.mp4'), Buffer.from('\0\0\0\x08free')),
    ],
    [
      'a WebM of countless empty elements',
      'media_corrupt',
      async () => countlessParts(testVideo('sphere.webm'), Buffer.from([0xec, 0x80])),
    ],
    ['an MP4 header with random bytes', 'media_corrupt', () => withRandomTail(testVideo('sphere.mp4'), 200)],
  ])('%s: %s, without leftovers', { timeout: 60_000 }, async (name, code, make) => {
    const bytes = await make();
    const before = await test.inventory();
    const refusal = await test.media.ingest(Readable.from([bytes])).then(
      () => undefined,
      (error: Error & { status?: number }) => error,
    );
    expect(refusal, name).toMatchObject({ name: 'MediaRefused', code });
    expect([413, 415, 422]).toContain(refusal?.status);
    expect(refusal?.message).toMatch(/^[A-Z].{10,}\.$/);
    expect(await test.inventory()).toEqual(before);
  });

  it('a WebM header with random bytes keeps the parser busy until its time is over: media_corrupt', async () => {
    const impatient = await createMediaApp({ config: { media: { ...SMALL_LIMITS, videoTimeoutMs: 2_000 } } });
    const before = await impatient.inventory();
    const bytes = await withRandomTail(testVideo('sphere.webm'), 60);
    await expect(impatient.media.ingest(Readable.from([bytes]))).rejects.toMatchObject({
      name: 'MediaRefused',
      code: 'media_corrupt',
      status: 422,
      message: expect.stringMatching(/^[A-Z].{10,}\.$/),
    });
    expect(await impatient.inventory()).toEqual(before);
    await impatient.close();
  });

  it('stops reading a stream that exceeds the limit', async () => {
    let sent = 0;
    const endless = new Readable({
      read() {
        sent += 65_536;
        this.push(Buffer.alloc(65_536, 0xff));
      },
    });
    const before = await test.inventory();
    await expect(test.media.ingest(endless)).rejects.toMatchObject({
      code: 'media_file_too_large',
      status: 413,
    });
    expect(endless.destroyed).toBe(true);
    expect(sent).toBeLessThan(8 * 1024 * 1024);
    expect(await test.inventory()).toEqual(before);
  });

  it('leaves nothing behind of a stream that breaks off', async () => {
    const breaking = Readable.from(
      (async function* () {
        yield randomBytes(10_000);
        throw new Error('the connection broke');
      })(),
    );
    const before = await test.inventory();
    await expect(test.media.ingest(breaking)).rejects.toThrow('the connection broke');
    expect(await test.inventory()).toEqual(before);
  });
});
