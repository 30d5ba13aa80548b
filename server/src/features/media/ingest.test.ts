import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Storage } from '../../gateways/storage.ts';
import { createMediaTest, directionPicture, film, type MediaTest } from './media.fixture.ts';
import { type Media, openMedia } from './service.ts';

describe('taking media in', () => {
  let test: MediaTest;
  beforeAll(async () => {
    test = await createMediaTest({
      config: {
        media: {
          photoMaxBytes: 4 * 1024 * 1024,
          videoMaxBytes: 1024 * 1024,
          ingestsAtOnce: 2,
          filmTimeoutMs: 8_000,
        },
      },
    });
  });
  afterAll(() => test.close());

  async function fetchAsset(contentHash: string, file: string): Promise<Buffer> {
    const id = await test.media.assetIdOf(test.db, contentHash, false);
    const answer = await test.app.inject(`/media/${id}/${file}`);
    expect(answer.statusCode, file).toBe(200);
    return answer.rawPayload;
  }

  async function meanError(a: Buffer, b: Buffer): Promise<number> {
    expect(a.length).toBe(b.length);
    return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
  }

  describe.each<[string, (picture: Sharp) => Sharp]>([
    ['JPEG', (picture) => picture.jpeg({ quality: 90 })],
    ['PNG', (picture) => picture.png({ compressionLevel: 2 })],
    ['WebP', (picture) => picture.webp({ quality: 90 })],
    ['AVIF', (picture) => picture.avif({ quality: 80, effort: 0 })],
  ])('a %s picture', (_, encode) => {
    it('is served as JPEG, with a preview and tiles that make up the picture at every level', async () => {
      const source = directionPicture(2304);
      const expected = await source.clone().raw().toBuffer();
      const bytes = await encode(source.clone()).toBuffer();
      const content = await test.media.ingest(Readable.from([bytes]));
      expect(content).toMatchObject({ kind: 'photo', width: 2304, height: 1152, size: bytes.length });

      const whole = sharp(await fetchAsset(content.contentHash, content.manifest.file));
      expect((await whole.metadata()).format).toBe('jpeg');
      expect(await meanError(await whole.raw().toBuffer(), expected)).toBeLessThan(3);

      const preview = Buffer.from(content.manifest.preview.split(',')[1] ?? '', 'base64');
      expect(content.manifest.preview.length).toBeLessThan(4096);
      expect(await sharp(preview).metadata()).toMatchObject({ width: 256, height: 128 });

      const { tiles } = content.manifest;
      expect(tiles?.levels).toEqual([
        { width: 1152, height: 576, columns: 3, rows: 2 },
        { width: 2304, height: 1152, columns: 5, rows: 3 },
      ]);
      for (const [level, { width, height, columns, rows }] of tiles?.levels.entries() ?? []) {
        const parts = [];
        for (let row = 0; row < rows; row += 1) {
          for (let column = 0; column < columns; column += 1) {
            const url = (tiles?.url ?? '')
              .replace('{level}', `${level}`)
              .replace('{row}', `${row}`)
              .replace('{column}', `${column}`);
            const input = await fetchAsset(content.contentHash, url);
            parts.push({ input, left: column * 512, top: row * 512 });
          }
        }
        const canvas = sharp({ create: { width, height, channels: 3, background: '#f0f' } });
        const assembled = await canvas.composite(parts).removeAlpha().raw().toBuffer();
        const wanted = await source.clone().resize(width, height).raw().toBuffer();
        expect(await meanError(assembled, wanted)).toBeLessThan(3);
      }
    });
  });

  it('drops the metadata of a picture, and turns it upright', async () => {
    const bytes = await directionPicture(1024)
      .rotate(90)
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 8 })
      .toBuffer();
    const given = await sharp(bytes).metadata();
    expect(given).toMatchObject({ width: 512, height: 1024, orientation: 8 });
    const content = await test.media.ingest(Readable.from([bytes]));
    const whole = await fetchAsset(content.contentHash, 'panorama.jpg');
    const metadata = await sharp(whole).metadata();
    expect(metadata).toMatchObject({ width: 1024, height: 512 });
    expect(metadata.exif ?? metadata.icc ?? metadata.xmp).toBeUndefined();
  });

  it.each([
    ['sphere.mp4', 'video/mp4'],
    ['sphere.webm', 'video/webm'],
  ] as const)('keeps %s byte for byte and makes a poster and a preview', async (name, type) => {
    const bytes = await readFile(film(name));
    const content = await test.media.ingest(film(name));
    expect(content).toMatchObject({ kind: 'video', width: 1024, height: 512, size: bytes.length });
    expect(content.duration).toBeCloseTo(2, 0);
    const id = await test.media.assetIdOf(test.db, content.contentHash, false);
    const answer = await test.app.inject(`/media/${id}/${content.manifest.file}`);
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    const poster = await fetchAsset(content.contentHash, content.manifest.poster ?? '');
    expect(await sharp(poster).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 512 });
    const { channels } = await sharp(poster).stats();
    expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(5);
    expect(content.manifest.preview).toMatch(/^data:image\/webp;base64,/);
  });

  it('works on the same bytes once, and gives free and gated tours different ids', async () => {
    const bytes = await directionPicture(1100).jpeg({ quality: 60 }).toBuffer();
    const before = await test.inventory();
    const contents = await Promise.all(
      Array.from({ length: 8 }, () => test.media.ingest(Readable.from([bytes]))),
    );
    expect(new Set(contents.map(({ contentHash }) => contentHash)).size).toBe(1);
    expect((await test.inventory()).rows).toBe(before.rows + 1);
    const hash = contents[0]?.contentHash ?? '';
    const ids = await Promise.all(
      [false, true, false, true].map((gated) => test.media.assetIdOf(test.db, hash, gated)),
    );
    expect(ids[0]).toBe(ids[2]);
    expect(ids[1]).toBe(ids[3]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  it('leaves nothing when the storage fails half-way, and succeeds at the next try', async () => {
    const bytes = await directionPicture(2048).jpeg({ quality: 61 }).toBuffer();
    const { storage } = test.app.dependencies;
    let puts = 0;
    const filling: Storage = {
      stat: (key) => storage.stat(key),
      read: (key, range) => storage.read(key, range),
      put: (key, bytes) => storage.put(key, bytes),
      removeAll: (prefix) => storage.removeAll(prefix),
      list: (prefix) => storage.list(prefix),
      async putFile(key, file) {
        puts += 1;
        if (puts > 5) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        await storage.putFile(key, file);
      },
    };
    const failing: Media = await openMedia({ config: test.config, db: test.db, storage: filling });
    const before = await test.inventory();
    await expect(failing.ingest(Readable.from([bytes]))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await test.inventory()).toEqual(before);
    await expect(test.media.ingest(Readable.from([bytes]))).resolves.toMatchObject({ width: 2048 });
  });

  describe('refusing', () => {
    /** A header of a picture of this size with next to nothing behind it. */
    async function pngClaiming(width: number, height: number): Promise<Buffer> {
      const bytes = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#123' } })
        .png()
        .toBuffer();
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(height, 20);
      bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
      return bytes;
    }
    const jpeg = (width: number, height: number) => directionPicture(width, height).jpeg().toBuffer();
    const garbled = async (file: string, from: number, length = 200_000) => {
      const bytes = await readFile(file);
      return Buffer.concat([bytes.subarray(0, from), randomBytes(length)]);
    };

    it.each<[string, string, () => Promise<Buffer>]>([
      ['nothing', 'media_empty', async () => Buffer.alloc(0)],
      [
        'text',
        'media_type_unsupported',
        async () => Buffer.from('not a picture at all, only text\n'.repeat(99)),
      ],
      [
        'an SVG',
        'media_type_unsupported',
        async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2048" height="1024"/>'),
      ],
      ['a GIF', 'media_type_unsupported', () => directionPicture(1024).gif().toBuffer()],
      [
        'random bytes',
        'media_type_unsupported',
        async () => Buffer.concat([Buffer.from([0]), randomBytes(5000)]),
      ],
      [
        'a QuickTime film',
        'media_type_unsupported',
        async () => Buffer.concat([Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  '), randomBytes(5000)]),
      ],
      ['a picture of 3:2', 'media_wrong_shape', () => jpeg(1536, 1024)],
      ['a picture of 1.97:1', 'media_wrong_shape', () => jpeg(1024, 520)],
      ['an upright picture', 'media_wrong_shape', () => jpeg(1024, 2048)],
      ['a small picture', 'media_too_small', () => jpeg(1000, 500)],
      ['a huge picture', 'media_too_many_pixels', () => pngClaiming(20_000, 10_000)],
      ['a PNG bomb', 'media_corrupt', () => pngClaiming(0x7fff_fffe, 0x3fff_ffff)],
      ['a PNG header without a picture', 'media_corrupt', () => pngClaiming(8192, 4096)],
      ['half a JPEG', 'media_corrupt', async () => (await jpeg(2048, 1024)).subarray(0, 30_000)],
      [
        'half a PNG',
        'media_corrupt',
        async () => (await directionPicture(1024).png().toBuffer()).subarray(0, 30_000),
      ],
      [
        'half a WebP',
        'media_corrupt',
        async () => (await directionPicture(1024).webp().toBuffer()).subarray(0, 4000),
      ],
      [
        'half an AVIF',
        'media_corrupt',
        async () => (await directionPicture(1024).avif({ effort: 1 }).toBuffer()).subarray(0, 2500),
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
        'too many bytes for a picture',
        'media_file_too_large',
        async () => Buffer.concat([await jpeg(1024, 512), Buffer.alloc(5 * 1024 * 1024)]),
      ],
      [
        'too many bytes for a film',
        'media_file_too_large',
        async () => Buffer.concat([await readFile(film('sphere.mp4')), Buffer.alloc(2 * 1024 * 1024)]),
      ],
      ['a film of 16:9', 'media_wrong_shape', () => readFile(film('wide.mp4'))],
      ['sound alone', 'media_no_picture_track', () => readFile(film('sound.mp4'))],
      ['a film in an old codec', 'media_codec_unsupported', () => readFile(film('mpeg4.mp4'))],
      ['half an MP4', 'media_corrupt', async () => (await readFile(film('sphere.mp4'))).subarray(0, -3000)],
      ['half a WebM', 'media_corrupt', async () => (await readFile(film('sphere.webm'))).subarray(0, -3000)],
      ['an MP4 header with random bytes', 'media_corrupt', () => garbled(film('sphere.mp4'), 200)],
      ['a WebM header with random bytes', 'media_corrupt', () => garbled(film('sphere.webm'), 60)],
    ])('%s: %s, and nothing is left', async (name, code, make) => {
      const bytes = await make();
      const before = await test.inventory();
      const refused = await test.media.ingest(Readable.from([bytes])).then(
        () => undefined,
        (error: Error & { status?: number }) => error,
      );
      expect(refused, name).toMatchObject({ name: 'MediaRefused', code });
      expect([413, 415, 422]).toContain(refused?.status);
      expect(refused?.message).toMatch(/^[A-Z].{10,}\.$/);
      expect(await test.inventory()).toEqual(before);
    });

    it('stops reading a stream that is too long', async () => {
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

    it('leaves nothing of a stream that breaks off', async () => {
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
});

async function animatedWebp(): Promise<Buffer> {
  const frames = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#123' } })
    .raw()
    .toBuffer();
  frames.fill(200, frames.length / 2);
  return sharp(frames, { raw: { width: 1024, height: 1024, channels: 3, pageHeight: 512 } })
    .webp({ loop: 0 })
    .toBuffer();
}
