// @module-tag processes
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMediaApp,
  directionImage,
  directionOf,
  type MediaApp,
  testVideo,
} from '../../../testing/apps/media-app.ts';
import type { MediaContent, View } from './service.ts';

const DEGREES = 180 / Math.PI;

/** The direction of a point in a flat view; `x` and `y` from the centre in half widths, right and up. */
function directionAt({ yaw, pitch, fov }: View, x: number, y: number) {
  const edge = Math.tan(fov / 2 / DEGREES);
  const [right, up] = [x * edge, y * edge];
  const [sin, cos] = [Math.sin(pitch / DEGREES), Math.cos(pitch / DEGREES)];
  const [forward, lift] = [cos - up * sin, sin + up * cos];
  return {
    yaw: yaw + Math.atan2(right, forward) * DEGREES,
    pitch: Math.atan2(lift, Math.hypot(right, forward)) * DEGREES,
  };
}

function angleBetween(a: number, b: number): number {
  return Math.abs(((((a - b) % 360) + 540) % 360) - 180);
}

describe('thumbnails', () => {
  let test: MediaApp;
  let content: MediaContent;
  beforeAll(async () => {
    // As the server encodes them.
    test = await createMediaApp({ config: { media: { avifEffort: 1 } } });
    const bytes = await directionImage(2048).jpeg({ quality: 95 }).toBuffer();
    content = await test.media.ingest(Readable.from([bytes]));
  });
  afterAll(() => test.close());

  it.each<View>([
    { yaw: 0, pitch: 0, fov: 80 },
    { yaw: 90, pitch: 0, fov: 60 },
    { yaw: 179, pitch: 10, fov: 90 },
    { yaw: -135, pitch: -30, fov: 75 },
    { yaw: 40, pitch: 45, fov: 85 },
  ])('show the requested view: %j', async (view) => {
    const [thumbnails] = await test.media.thumbnailsOf(content, [view]);
    expect(thumbnails).toMatchObject({
      widths: [320, 640, 960],
      formats: ['avif', 'webp', 'jpg'],
      aspectRatio: 1.5,
    });
    for (const format of thumbnails?.formats ?? []) {
      const url = thumbnails?.pattern.replace('{width}', '640').replace('{format}', format) ?? '';
      const response = await test.app.inject(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': format === 'jpg' ? 'image/jpeg' : `image/${format}`,
        'cache-control': 'public, max-age=604800',
      });
      const { data, info } = await sharp(response.rawPayload)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([640, 427]);
      // The centre, and points towards three edges.
      for (const [x, y] of [
        [0, 0],
        [0.8, 0],
        [-0.8, 0],
        [0, 0.55],
      ] as const) {
        const column = Math.round(320 + x * 320);
        const row = Math.round(213.5 - y * 320);
        const offset = (row * info.width + column) * 3;
        const actual = directionOf([...data.subarray(offset, offset + 3)]);
        const expected = directionAt(view, x, y);
        expect(angleBetween(actual.yaw, expected.yaw) * Math.cos(expected.pitch / DEGREES)).toBeLessThan(4);
        expect(Math.abs(actual.pitch - expected.pitch)).toBeLessThan(4);
      }
    }
  });

  it('are larger if the source has the detail', async () => {
    const bytes = await directionImage(4096).jpeg({ quality: 90 }).toBuffer();
    const detailed = await test.media.ingest(Readable.from([bytes]));
    const views = [60, 95, 120].map((fov): View => ({ yaw: 0, pitch: 0, fov }));
    const thumbnails = await test.media.thumbnailsOf(detailed, views);
    expect(thumbnails.map(({ widths }) => widths)).toEqual([
      [320, 640, 960],
      [320, 640, 960, 1440],
      [320, 640, 960, 1440, 1920],
    ]);
    const [, wide] = thumbnails;
    const response = await test.app.inject(
      wide?.pattern.replace('{width}', '1440').replace('{format}', 'avif') ?? '',
    );
    const { width, height } = await sharp(response.rawPayload).metadata();
    expect([width, height]).toEqual([1440, 960]);
  });

  it('have the average colour of their view', async () => {
    const [ahead] = await test.media.thumbnailsOf(content, [{ yaw: 0, pitch: 0, fov: 60 }]);
    const [, red, green, blue] =
      /^#(..)(..)(..)$/.exec(ahead?.colour ?? '')?.map((hex) => Number.parseInt(hex, 16)) ?? [];
    expect(red).toBeGreaterThan(200);
    expect(Math.abs((green ?? 0) - 128)).toBeLessThan(8);
    expect(Math.abs((blue ?? 0) - 128)).toBeLessThan(8);
  });

  it('are made of videos too, once for each view', async () => {
    const clip = await test.media.ingest(testVideo('sphere.mp4'));
    const views: View[] = [
      { yaw: 10, pitch: 0, fov: 80 },
      { yaw: 100, pitch: 0, fov: 80 },
    ];
    const first = await test.media.thumbnailsOf(clip, views);
    const before = await test.inventory();
    expect(await test.media.thumbnailsOf(clip, views)).toEqual(first);
    expect(await test.inventory()).toEqual(before);
    expect(new Set(first.map(({ pattern }) => pattern)).size).toBe(2);
  });

  it('have URLs that reveal nothing of the content', async () => {
    const [thumbnails] = await test.media.thumbnailsOf(content, [{ yaw: 0, pitch: 0, fov: 80 }]);
    const gated = await test.media.assetIdOf(test.db, content.contentHash, true);
    expect(thumbnails?.pattern).not.toContain(gated);
    expect(thumbnails?.pattern).not.toContain(content.contentHash.slice(0, 8));
  });
});
