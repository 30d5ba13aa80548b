// @module-tag processes
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaApp, directionImage, type MediaApp, testVideo } from '../../../testing/apps/media-app.ts';
import { storageWith } from '../../../testing/storage-with.ts';
import { type Media, openMedia } from './service.ts';

describe('ingesting media', () => {
  let test: MediaApp;
  beforeAll(async () => {
    test = await createMediaApp();
  });
  afterAll(() => test.close());

  async function fetchAsset(contentHash: string, file: string): Promise<Buffer> {
    const id = await test.media.assetIdOf(test.db, contentHash, false);
    const response = await test.app.inject(`/media/${id}/${file}`);
    expect(response.statusCode, file).toBe(200);
    return response.rawPayload;
  }

  async function meanError(a: Buffer, b: Buffer): Promise<number> {
    expect(a.length).toBe(b.length);
    return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
  }

  describe.each<[string, (image: Sharp) => Sharp]>([
    ['JPEG', (image) => image.jpeg({ quality: 90 })],
    ['PNG', (image) => image.png({ compressionLevel: 2 })],
    ['WebP', (image) => image.webp({ quality: 90 })],
    ['AVIF', (image) => image.avif({ quality: 80, effort: 0 })],
  ])('a %s photo', (_, encode) => {
    it('is served as JPEG, with a preview and tiles that cover every level', async () => {
      const source = directionImage(2304);
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
        const expectedPixels = await source.clone().resize(width, height).raw().toBuffer();
        expect(await meanError(assembled, expectedPixels)).toBeLessThan(3);
      }
    });
  });

  it('drops the metadata of a photo and rotates it upright', async () => {
    const bytes = await directionImage(1024)
      .rotate(90)
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'a photographer' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 8 })
      .toBuffer();
    const original = await sharp(bytes).metadata();
    expect(original).toMatchObject({ width: 512, height: 1024, orientation: 8 });
    const content = await test.media.ingest(Readable.from([bytes]));
    const whole = await fetchAsset(content.contentHash, 'panorama.jpg');
    const metadata = await sharp(whole).metadata();
    expect(metadata).toMatchObject({ width: 1024, height: 512 });
    expect(metadata.exif ?? metadata.icc ?? metadata.xmp).toBeUndefined();
  });

  it.each([
    ['sphere.mp4', 'video/mp4'],
    ['sphere.webm', 'video/webm'],
  ] as const)(
    'stores %s byte for byte and makes a poster and a preview',
    { timeout: 60_000 },
    async (name, type) => {
      const bytes = await readFile(testVideo(name));
      const content = await test.media.ingest(testVideo(name));
      expect(content).toMatchObject({ kind: 'video', width: 1024, height: 512, size: bytes.length });
      expect(content.duration).toBeCloseTo(2, 0);
      const id = await test.media.assetIdOf(test.db, content.contentHash, false);
      const response = await test.app.inject(`/media/${id}/${content.manifest.file}`);
      expect(response.headers['content-type']).toBe(type);
      expect(response.rawPayload.equals(bytes)).toBe(true);
      const poster = await fetchAsset(content.contentHash, content.manifest.poster ?? '');
      expect(await sharp(poster).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 512 });
      const { channels } = await sharp(poster).stats();
      expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(5);
      expect(content.manifest.preview).toMatch(/^data:image\/webp;base64,/);
    },
  );

  it('processes the same content once, with different ids for public and gated assets', async () => {
    const bytes = await directionImage(1100).jpeg({ quality: 60 }).toBuffer();
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

  it('leaves nothing behind when the storage fails, and succeeds on the next attempt', async () => {
    const bytes = await directionImage(2048).jpeg({ quality: 61 }).toBuffer();
    const { storage } = test.app.dependencies;
    let puts = 0;
    const fullStorage = storageWith(storage, {
      async putFile(key, file) {
        puts += 1;
        if (puts > 5) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        await storage.putFile(key, file);
      },
    });
    const failing: Media = await openMedia({ config: test.config, db: test.db, storage: fullStorage });
    const before = await test.inventory();
    await expect(failing.ingest(Readable.from([bytes]))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await test.inventory()).toEqual(before);
    await expect(test.media.ingest(Readable.from([bytes]))).resolves.toMatchObject({ width: 2048 });
  });
});
