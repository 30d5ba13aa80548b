// @module-tag processes
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pictureToWorld } from '@oriel/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMediaApp,
  directionImage,
  directionOf,
  type MediaApp,
  testVideo,
} from '../../../testing/apps/media-app.ts';
import { readCameraMake } from './camera-make.ts';
import { sphericalBoxes, withBox } from './film-boxes.fixture.ts';
import { asAttributes, asElements, GPANO, PART } from './photo-sphere.fixture.ts';
import { readPhotoSphere } from './photo-sphere.ts';

const SQUARE = { width: 1000, height: 1000 };
const WHOLE = { width: 2000, height: 1000 };

describe("U5: a photo's sphere metadata", () => {
  it.each([
    ['attributes', asAttributes(PART)],
    ['attributes of another prefix', asAttributes(PART, 'pano')],
    ['elements', asElements(PART)],
  ])('says which part the photo shows, in whatever size: %s', (_, xmp) => {
    const { part } = readPhotoSphere(xmp, SQUARE);
    expect(part?.minYaw).toBeCloseTo(45);
    expect(part?.maxYaw).toBeCloseTo(135);
    expect(part?.maxPitch).toBeCloseTo(30, 1);
    expect(part?.minPitch).toBeCloseTo(-60, 1);
  });

  it('says how the camera was held: its horizon is level again in our pose', () => {
    const xmp = asAttributes({
      PoseHeadingDegrees: '270',
      PosePitchDegrees: '10.0',
      PoseRollDegrees: '-5.5',
    });
    const { pose } = readPhotoSphere(xmp, WHOLE, 'RICOH');
    expect(pose).toEqual({ heading: -90, pitch: 10, roll: 5.5 });
    // The middle of the picture looks west, ten degrees up.
    const middle = pose && pictureToWorld(pose, { yaw: 0, pitch: 0 });
    expect(middle?.yaw).toBeCloseTo(-90);
    expect(middle?.pitch).toBeCloseTo(10);
    // Roll turns the horizon counterclockwise in the picture where it is positive: here it falls to the left.
    const level = readPhotoSphere(asAttributes({ PoseRollDegrees: '20' }), WHOLE, 'Ricoh').pose;
    const right = level && pictureToWorld(level, { yaw: 90, pitch: 20 });
    expect(right?.pitch).toBeCloseTo(0);
  });

  it('of other makers proposes a tilt, which they may have taken out of the photo already', () => {
    const tilted = { PoseHeadingDegrees: '270', PosePitchDegrees: '10.0', PoseRollDegrees: '-5.5' };
    for (const make of [undefined, 'Insta360', 'Not Ricoh']) {
      const { pose, proposedPose } = readPhotoSphere(asAttributes(tilted), WHOLE, make);
      expect(pose).toEqual({ heading: -90, pitch: 0, roll: 0 });
      expect(proposedPose).toEqual({ pitch: 10, roll: 5.5 });
    }
    const zeros = { PoseHeadingDegrees: '0', PosePitchDegrees: '0', PoseRollDegrees: '0' };
    expect(readPhotoSphere(asAttributes(zeros), WHOLE, 'GoPro')).toEqual({
      pose: { heading: 0, pitch: 0, roll: 0 },
    });
  });

  it('states the first view in the frame of the picture', () => {
    const xmp = asAttributes({
      PoseHeadingDegrees: '100',
      InitialViewHeadingDegrees: '130',
      InitialViewPitchDegrees: '-10',
      InitialHorizontalFOVDegrees: '90',
    });
    const { view } = readPhotoSphere(xmp, WHOLE);
    expect(view?.yaw).toBeCloseTo(30);
    expect(view?.pitch).toBeCloseTo(-10);
    expect(view?.fov).toBeCloseTo(58.7, 1);
    expect(readPhotoSphere(asAttributes({ PoseHeadingDegrees: '100' }), WHOLE).view).toBeUndefined();
  });

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['another namespace', asAttributes(PART).replaceAll(GPANO, 'http://elsewhere.example/')],
    ['damaged', asAttributes(PART).slice(0, -30)],
    ['with entities', `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${asAttributes(PART)}`],
    ['words for numbers', asAttributes({ PoseHeadingDegrees: 'north', PosePitchDegrees: '1e9' })],
    ['a part outside of the sphere', asAttributes({ ...PART, CroppedAreaLeftPixels: 7000 })],
    ['a part of no sphere', asAttributes({ ...PART, FullPanoHeightPixels: 9000 })],
    ['a part of another shape', asAttributes({ ...PART, CroppedAreaImageWidthPixels: 1000 })],
  ])('that makes no sense is ignored: %s', (_, xmp) => {
    expect(readPhotoSphere(xmp, SQUARE)).toEqual({});
  });
});

describe("a photo's maker", () => {
  const exifOf = async (make: string) => {
    const bytes = await directionImage(64)
      .withExif({ IFD0: { Model: 'Any', Make: make } })
      .jpeg()
      .toBuffer();
    return (await sharp(bytes).metadata()).exif ?? Buffer.alloc(0);
  };

  it('stands in its EXIF, in either order of bytes', async () => {
    for (const make of ['RICOH', 'DJI', 'Arashi Vision'])
      expect(readCameraMake(await exifOf(make)), make).toBe(make);
    const big = Buffer.from('4d4d002a000000080001010f0002000000060000001a00000000', 'hex');
    expect(readCameraMake(Buffer.concat([big, Buffer.from('RICOH\0')]))).toBe('RICOH');
  });

  it('is unknown where the EXIF is missing or damaged, at whichever byte', async () => {
    expect(readCameraMake(undefined)).toBeUndefined();
    const exif = await exifOf('RICOH');
    for (let length = 0; length < exif.length; length += 1)
      expect([undefined, 'RICOH'], `${length}`).toContain(readCameraMake(exif.subarray(0, length)));
    for (let at = 6; at < exif.length; at += 1) {
      const damaged = Buffer.from(exif);
      damaged[at] = 0xff;
      expect(() => readCameraMake(damaged), `${at}`).not.toThrow();
    }
  });
});

describe('taking in', () => {
  let test: MediaApp;
  beforeAll(async () => {
    test = await createMediaApp();
  });
  afterAll(() => test.close());

  const thumbnailOf = async (content: Awaited<ReturnType<MediaApp['media']['ingest']>>, yaw: number) => {
    const [thumbnails] = await test.media.thumbnailsOf(content, [{ yaw, pitch: 0, fov: 60 }]);
    const url = thumbnails?.pattern.replace('{width}', '320').replace('{format}', 'jpg') ?? '';
    const { rawPayload } = await test.app.inject(url);
    const pixels = await sharp(rawPayload)
      .extract({ left: 158, top: 105, width: 4, height: 4 })
      .raw()
      .toBuffer();
    return directionOf([...pixels.subarray(0, 3)]);
  };

  it('a part of a sphere puts it where it belongs', async () => {
    const part = await directionImage(4096)
      .png()
      .toBuffer()
      .then((whole) => sharp(whole).extract({ left: 2560, top: 683, width: 1024, height: 1024 }).toBuffer());
    const bytes = await sharp(part).withXmp(asAttributes(PART)).jpeg({ quality: 95 }).toBuffer();
    const content = await test.media.ingest(Readable.from([bytes]));
    expect(content).toMatchObject({ kind: 'photo', width: 4096, height: 2048 });
    expect(content.manifest.sphere?.part?.minYaw).toBeCloseTo(45);
    const seen = await thumbnailOf(content, 90);
    expect(Math.abs(seen.yaw - 90)).toBeLessThan(2);
    expect(Math.abs(seen.pitch)).toBeLessThan(2);
  });

  it('a square photo keeps a picture for each eye, and shows the left one on cards', async () => {
    const left = await directionImage(1024).png().toBuffer();
    const right = await sharp(left).negate().toBuffer();
    const bytes = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#000' } })
      .composite([
        { input: left, left: 0, top: 0 },
        { input: right, left: 0, top: 512 },
      ])
      .jpeg({ quality: 95 })
      .toBuffer();
    const content = await test.media.ingest(Readable.from([bytes]));
    expect(content).toMatchObject({ width: 1024, height: 1024, manifest: { stereo: 'top-bottom' } });
    expect(content.manifest.tiles?.levels).toEqual([{ width: 1024, height: 1024, columns: 2, rows: 2 }]);
    const preview = Buffer.from(content.manifest.preview.split(',')[1] ?? '', 'base64');
    expect(await sharp(preview).metadata()).toMatchObject({ width: 256, height: 256 });
    const seen = await thumbnailOf(content, 50);
    expect(Math.abs(seen.yaw - 50)).toBeLessThan(2);
    expect(Math.abs(seen.pitch)).toBeLessThan(2);
  });

  it.each([
    ['eyes-above', 1, 'top-bottom', [256, 256]],
    ['eyes-beside', 2, 'left-right', [256, 64]],
  ] as const)(
    'a film keeps a picture for each eye, and shows the left one on cards: %s',
    async (name, mode, stereo, size) => {
      const film = await readFile(testVideo(`${name}.mp4`));
      const bytes = withBox(film, 'entry', sphericalBoxes({ stereoMode: mode }));
      const content = await test.media.ingest(Readable.from([bytes]));
      expect(content).toMatchObject({ kind: 'video', manifest: { stereo } });
      const preview = Buffer.from(content.manifest.preview.split(',')[1] ?? '', 'base64');
      const { width, height } = await sharp(preview).metadata();
      expect([width, height]).toEqual(size);
      for (const yaw of [-120, 0, 50]) {
        const seen = await thumbnailOf(content, yaw);
        expect(Math.abs(seen.yaw - yaw), `${yaw}`).toBeLessThan(4);
        expect(Math.abs(seen.pitch), `${yaw}`).toBeLessThan(4);
      }
    },
  );
});
