// @module-tag processes
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp, { type OverlayOptions } from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMediaApp, type MediaApp } from '../../../testing/apps/media-app.ts';
import { type BlurService, startBlurService } from './blur-service.fixture.ts';
import { findChangedParts } from './changed-parts.ts';
import { sphereWithFaces } from './drawn-faces.fixture.ts';
import { type SphereRegion, sharedPart } from './faces.ts';
import type { MediaContent } from './service.ts';

const FACE = { yaw: 30, pitch: 2, height: 14 };
/** Across the seam, and near the floor. */
const PLATES: SphereRegion[] = [
  { yaw: 180, pitch: -10, width: 6, height: 2 },
  { yaw: -70, pitch: -40, width: 8, height: 3 },
];
/** Where nothing is. */
const FAR: SphereRegion = { yaw: 0, pitch: 90, width: 0.1, height: 0.1 };
const WIDTH = 2048;
const perDegree = WIDTH / 360;

/** Number plates, on both sides of the seam where they cross it. */
function platesOn(width: number): OverlayOptions[] {
  return PLATES.flatMap(({ yaw, pitch, ...plate }) => {
    const [across, down] = [Math.round(plate.width * perDegree), Math.round(plate.height * perDegree)];
    const bars = Array.from(
      { length: 4 },
      (_, index) => `<rect x="${8 + index * 24}" y="15" width="12" height="70" fill="#111"/>`,
    );
    const input = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}" viewBox="0 0 100 100" preserveAspectRatio="none"><rect width="100" height="100" fill="#fff"/>${bars.join('')}</svg>`,
    );
    const left = Math.round((yaw + 180) * perDegree - across / 2);
    const top = Math.round((90 - pitch) * perDegree - down / 2);
    return [left, left - width].map((place) => ({ input, left: place, top }));
  });
}

/** As a service does: what it finds is blurred, and the whole is compressed again. */
async function blurPlates(picture: Buffer): Promise<Buffer> {
  const soft = await sharp(picture).blur(12).toBuffer();
  const parts = await Promise.all(
    PLATES.flatMap((plate) =>
      [0, -WIDTH].map(async (shift) => {
        const left = Math.round((plate.yaw + 180 - plate.width / 2) * perDegree) + shift;
        const right = left + Math.round(plate.width * perDegree);
        const [from, to] = [Math.max(0, left), Math.min(WIDTH, right)];
        if (to <= from) return [];
        const top = Math.round((90 - plate.pitch - plate.height / 2) * perDegree);
        const height = Math.round(plate.height * perDegree);
        const input = await sharp(soft)
          .extract({ left: from, top, width: to - from, height })
          .toBuffer();
        return [{ input, left: from, top }];
      }),
    ),
  );
  return sharp(picture).composite(parts.flat()).jpeg({ quality: 80 }).toBuffer();
}

let service: BlurService;
let test: MediaApp;
let content: MediaContent;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-blur-'));
  service = await startBlurService();
  test = await createMediaApp({ config: { media: { blurServiceUrl: service.url } } });
  const room = await (await sphereWithFaces(WIDTH, [FACE])).composite(platesOn(WIDTH)).png().toBuffer();
  const camera = { IFD0: { Make: 'Canary camera' } };
  content = await test.media.ingest(
    Readable.from([await sharp(room).jpeg({ quality: 92 }).withExif(camera).toBuffer()]),
  );
});
afterAll(async () => {
  await test.close();
  await service.close();
  await rm(folder, { recursive: true });
});

// The own search takes some seconds of one processor.
it('what a service blurs is found beside the faces', { timeout: 120_000 }, async () => {
  service.answer = async ({ picture }, response) => void response.end(await blurPlates(picture));
  const found = await test.media.findFaces(content);
  const [face, ...plates] = found;
  expect(found).toHaveLength(1 + PLATES.length);
  expect(sharedPart(face ?? FAR, { ...FACE, width: FACE.height })).toBeGreaterThan(0.6);
  for (const plate of PLATES) {
    const region = plates.find((other) => sharedPart(other, plate) > 0.95) ?? FAR;
    expect(region).toMatchObject({ isRectangle: true });
    // With a margin of a square or two of 1.4 degrees on each side.
    expect(region.width).toBeLessThan(plate.width + 6);
    expect(region.height).toBeLessThan(plate.height + 6);
  }
  const [{ picture } = { picture: Buffer.of() }] = service.requests;
  expect(picture.includes('Canary camera')).toBe(false);
});

it('a service that blurs nothing adds nothing, though it compresses the picture again', async () => {
  const [{ picture } = { picture: Buffer.of() }] = service.requests;
  const sent = path.join(folder, 'sent.jpg');
  await writeFile(sent, picture);
  const again = await sharp(picture).jpeg({ quality: 75 }).toBuffer();
  expect(await findChangedParts(sent, again, 'mono')).toEqual([]);
});

it('a search whose service answers with something else has failed, before the own search begins', async () => {
  const smaller = { create: { width: 100, height: 50, channels: 3 as const, background: '#888' } };
  const answers = [Buffer.from('no picture'), await sharp(smaller).jpeg().toBuffer()];
  for (const answer of answers) {
    service.answer = (_, response) => void response.end(answer);
    // The own search would say that it was aborted.
    const search = test.media.findFaces(content, AbortSignal.abort());
    await expect(search).rejects.toThrow(/unsupported image format|blur service answered/);
  }
});
