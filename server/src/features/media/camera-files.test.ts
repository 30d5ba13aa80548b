// @module-tag processes
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testVideo } from '../../../testing/apps/media-app.ts';
import { CAMERA_PHOTOS, type CameraPhoto, EXIFTOOL_PHOTOS } from './camera-files.fixture.ts';
import { asFilmed, CAMERA_FILMS, type CameraFilm, WEBM_FILMS } from './camera-films.fixture.ts';
import { type FilmLayout, readFilmLayout } from './film-projection.ts';
import { checkFilmShape, eyesOfFilm } from './film-shape.ts';
import { ebml, projectionElements, type WebmSphere, withProjection } from './matroska-projection.fixture.ts';
import { recognisePicture } from './picture.ts';

/** See the README there. */
const PHOTOS = new URL('../../../testing/photos/', import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-camera-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write({ width, height, format = 'jpeg', ...said }: CameraPhoto): Promise<string> {
  const { make, orientation, xmp } = said;
  const grey = sharp({ create: { width, height, channels: 3, background: '#888' } });
  if (make !== undefined) grey.withExif({ IFD0: { Make: make, Model: 'Any' } });
  if (xmp !== undefined) grey.withXmp(xmp);
  if (orientation !== undefined) grey.withMetadata({ orientation });
  const file = path.join(folder, 'photo');
  await writeFile(file, await grey.toFormat(format).toBuffer());
  return file;
}

const saying = (said: Omit<FilmLayout, 'sphere'>): FilmLayout => ({ ...said, sphere: {} });
const SPHERE = saying({ projection: 'equirectangular' });
const ABOVE = saying({ projection: 'equirectangular', stereo: 'top-bottom' });
const BESIDE = saying({ projection: 'equirectangular', stereo: 'left-right' });

describe('the eyes of a film', () => {
  const eyesOf = (width: number, height: number, layout?: FilmLayout) => {
    const eyes = eyesOfFilm({ width, height }, layout);
    checkFilmShape({ width, height }, eyes);
    return eyes;
  };

  it.each<[width: number, height: number, FilmLayout | undefined, 'top-bottom' | 'left-right' | undefined]>([
    [3840, 1920, undefined, undefined],
    [3840, 1920, SPHERE, undefined],
    [3840, 3840, undefined, 'top-bottom'],
    [1024, 1024, ABOVE, 'top-bottom'],
    [8192, 8192, ABOVE, 'top-bottom'],
    [3840, 1920, ABOVE, 'top-bottom'],
    [7680, 1920, BESIDE, 'left-right'],
    [3840, 1920, BESIDE, 'left-right'],
  ])('are in frames of %i by %i (%#)', (width, height, layout, stereo) => {
    expect(eyesOf(width, height, layout)).toBe(stereo);
  });

  it.each<[width: number, height: number, FilmLayout | undefined, code: string, sentence: RegExp]>([
    [2048, 2048, undefined, 'media_wrong_shape', /exactly twice as wide/],
    [3840, 3840, SPHERE, 'media_wrong_shape', /exactly twice as wide/],
    [1000, 1000, ABOVE, 'media_too_small', /each eye must be at least 1024 pixels/],
    [2000, 1000, BESIDE, 'media_too_small', /each eye must be at least 1024 pixels/],
    [4096, 1024, ABOVE, 'media_wrong_shape', /one eye above the other .* 4096 by 1024 pixels/],
    [4096, 4096, BESIDE, 'media_wrong_shape', /one eye beside the other must be four times as wide/],
    [9000, 9000, ABOVE, 'media_film_too_many_pixels', /at most 8192 by 8192 pixels/],
    [0, 0, ABOVE, 'media_corrupt', /damaged/],
    [
      4096,
      4096,
      saying({ projection: 'right-eye-first' }),
      'media_projection_unsupported',
      /right eye first\. .*left eye above .*on the left/,
    ],
    [
      4096,
      4096,
      saying({ projection: 'stereoscopic' }),
      'media_projection_unsupported',
      /cannot be shown\. .*\(mono\)/,
    ],
  ])('are refused in frames of %i by %i, with what to do (%#)', (width, height, layout, code, sentence) => {
    expect(() => eyesOf(width, height, layout)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(sentence) }),
    );
  });
});

describe('U5: files as cameras and editors write them', () => {
  it.each(CAMERA_PHOTOS)('%s', async (_, photo, expected) => {
    const file = await write(photo);
    const picture = await recognisePicture(file, photo.format ?? 'jpeg', false);
    const sphere = picture.kind === 'photo' ? picture.photo.sphere : undefined;
    expect({ ...picture, sphere }).toMatchObject(expected);
    // A member that nobody wrote must not be there either.
    if ('sphere' in expected) expect(sphere).toEqual(expected.sphere);
  });

  it.each(EXIFTOOL_PHOTOS)('as ExifTool writes it: %s', async (name, expected) => {
    const bytes = await readFile(new URL(name, PHOTOS));
    const file = path.join(folder, 'photo');
    await writeFile(file, name.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    const picture = await recognisePicture(file, 'jpeg', false);
    const { photo, ...rest } = picture.kind === 'photo' ? picture : { ...picture, photo: undefined };
    expect({ ...rest, sphere: photo?.sphere }).toEqual(expected);
  });

  it.each(CAMERA_FILMS)('film: %s', async (_, said, expected) => {
    const file = path.join(folder, 'film');
    await writeFile(file, asFilmed(await readFile(testVideo('sphere.mp4')), said));
    expect(await readFilmLayout(file)).toEqual(expected);
  });

  it('film: damaged at whichever byte of what was written, it never fails', async () => {
    const said = { second: { pose: [-120, 5.5, -2] } } satisfies CameraFilm;
    const film = asFilmed(await readFile(testVideo('sphere.mp4')), said);
    const file = path.join(folder, 'film');
    const [from, to] = [film.indexOf('sv3d') - 4, film.indexOf('equi') + 24];
    for (let at = from; at < to; at += 1) {
      const damaged = Buffer.from(film);
      damaged[at] = 0xff;
      await writeFile(file, damaged);
      await expect(readFilmLayout(file), `${at}`).resolves.not.toThrow();
    }
  });

  const layoutOf = async (film: Uint8Array) => {
    const file = path.join(folder, 'film');
    await writeFile(file, film);
    return readFilmLayout(file);
  };
  const webm = async (said: WebmSphere) =>
    withProjection(await readFile(testVideo('sphere.webm')), projectionElements(said));

  it.each(WEBM_FILMS)('WebM: %s', async (_, said, expected) => {
    expect(await layoutOf(await webm(said))).toEqual(expected);
  });

  it('WebM: as FFmpeg writes it, and without any', async () => {
    expect(await layoutOf(await readFile(testVideo('posed.webm')))).toEqual({
      projection: 'equirectangular',
      sphere: { view: { yaw: 30, pitch: 0, fov: 75 }, proposedPose: { pitch: 4, roll: 2.5 } },
    });
    expect(await layoutOf(await readFile(testVideo('sphere.webm')))).toBeUndefined();
  });

  it('WebM: damaged at whichever byte of its tracks, or cut before its pictures, it never fails', async () => {
    const film = await webm({ pose: [-120, 5.5, -2], stereoMode: 0 });
    const [tracks, end] = ['1654ae6b', '1f43b675'].map((id) => film.indexOf(id, 0, 'hex')) as [
      number,
      number,
    ];
    expect(end - tracks).toBeGreaterThan(100);
    for (let at = tracks; at < end; at += 1) {
      const damaged = Buffer.from(film);
      damaged[at] = at % 2 === 0 ? 0xff : 0x00;
      await expect(layoutOf(damaged), `${at}`).resolves.not.toThrow();
    }
    for (let length = 0; length < end; length += 7)
      await expect(layoutOf(film.subarray(0, length)), `cut at ${length}`).resolves.not.toThrow();
  });

  it('WebM: elements without number or end say nothing, soon', async () => {
    const head = ebml(0x1a45dfa3, Buffer.alloc(0));
    const endless = Buffer.from('18538067ff', 'hex');
    const tracks = ebml(0x1654ae6b, ebml(0xae, ebml(0xe0, projectionElements({}))));
    const whole = { projection: 'equirectangular', sphere: {} };
    expect(await layoutOf(Buffer.concat([head, endless, tracks]))).toEqual(whole);
    // A stream as it is sent: its clusters have no size, and no tracks come after.
    const cluster = Buffer.from('1f43b675ff', 'hex');
    expect(await layoutOf(Buffer.concat([head, endless, cluster, tracks]))).toBeUndefined();
    const nothings = Buffer.alloc(400_000, Buffer.from('ec80', 'hex'));
    const began = performance.now();
    expect(await layoutOf(Buffer.concat([head, endless, nothings, tracks]))).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(5000);
    const claimed = Buffer.from('1654ae6b0100000fffffffff', 'hex');
    expect(await layoutOf(Buffer.concat([head, endless, claimed, tracks]))).toBeUndefined();
    // Deeper than any film is.
    const deep = Array.from({ length: 1000 }).reduce<Buffer>((inner) => ebml(0xae, inner), tracks);
    expect(await layoutOf(Buffer.concat([head, endless, ebml(0x1654ae6b, deep)]))).toBeUndefined();
  });
});
