import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { type Media, openMedia } from '../../src/features/media/service.ts';
import { createTestApp, type TestApp, type TestOverrides } from '../index.ts';

/** The test app with the media feature. */
export interface MediaApp extends TestApp {
  media: Media;
  /** Counts rows, stored objects and working files; a refused file changes none. */
  inventory(): Promise<{ rows: number; objects: number; working: number }>;
}

export async function createMediaApp(overrides: TestOverrides = {}): Promise<MediaApp> {
  const test = await createTestApp(overrides);
  const { storage } = test.app.dependencies;
  const media = await openMedia({ config: test.config, db: test.db, storage });
  return {
    ...test,
    media,
    async inventory() {
      const counts = await Promise.all(
        (['media_contents', 'media_assets', 'media_thumbnails'] as const).map((table) =>
          test.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow(),
        ),
      );
      const objects = await Array.fromAsync(storage.list(''));
      const incoming = test.config.s3 ? [] : await readdir(path.join(test.config.storageDir, '.incoming'));
      const working = await readdir(path.join(test.config.dataDir, 'media-work'));
      return {
        rows: counts.reduce((sum, { count }) => sum + count, 0),
        objects: objects.length,
        working: working.length + incoming.length,
      };
    },
    async close() {
      await media.close();
      await test.close();
    },
  };
}

/**
 * A small video, 1024x512 unless its name says otherwise; made with FFmpeg's `gradients` and `sine` sources. `posed.webm` is
 * `sphere.webm`, repackaged by FFmpeg 5.1 (`-c copy`) from an MP4 with version 2 of Google's Spherical Video. The `eyes` have
 * `directionImage` for the left eye and its negative for the right: 1024x1024, 2048x512, and squeezed into 2048x1024 beside each
 * other; that of 3840x3840 is of one colour. None of them says anything.
 */
export function testVideo(
  name:
    | 'sphere.mp4'
    | 'sphere.webm'
    | 'posed.webm'
    | 'wide.mp4'
    | 'sound.mp4'
    | 'mpeg4.mp4'
    | `eyes-${'above' | 'beside' | 'squeezed' | 'square'}.mp4`,
): string {
  return fileURLToPath(new URL(`../videos/${name}`, import.meta.url));
}

/** A tone of two seconds; made with FFmpeg's `sine` source. */
export function testSound(name: 'tone.mp3' | 'tone.m4a' | 'tone-alac.m4a'): string {
  return fileURLToPath(new URL(`../sounds/${name}`, import.meta.url));
}

const AMPLITUDE = 100;

/** A sphere whose colour encodes the direction of each point; smooth, so that it survives compression. */
export function directionImage(width: number, height = width / 2): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  const yaws = Float64Array.from({ length: width }, (_, x) => ((x + 0.5) / width - 0.5) * 2 * Math.PI);
  const [forward, right] = [yaws.map(Math.cos), yaws.map(Math.sin)];
  let offset = 0;
  for (let y = 0; y < height; y += 1) {
    const pitch = (0.5 - (y + 0.5) / height) * Math.PI;
    const across = AMPLITUDE * Math.cos(pitch);
    const up = 128 + AMPLITUDE * Math.sin(pitch);
    for (let x = 0; x < width; x += 1) {
      pixels[offset] = 128 + across * (forward[x] as number);
      pixels[offset + 1] = 128 + across * (right[x] as number);
      pixels[offset + 2] = up;
      offset += 3;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** The direction that a colour of `directionImage` encodes, in degrees. */
export function directionOf([red = 0, green = 0, blue = 0]: Iterable<number> & number[]): {
  yaw: number;
  pitch: number;
} {
  const [x, y, z] = [red - 128, green - 128, blue - 128];
  const degrees = 180 / Math.PI;
  return { yaw: Math.atan2(y, x) * degrees, pitch: Math.atan2(z, Math.hypot(x, y)) * degrees };
}
