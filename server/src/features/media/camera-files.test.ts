import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testVideo } from '../../../testing/apps/media-app.ts';
import { CAMERA_PHOTOS, type CameraPhoto } from './camera-files.fixture.ts';
import { asFilmed, CAMERA_FILMS, type CameraFilm } from './camera-films.fixture.ts';
import { readFilmLayout } from './film-projection.ts';
import { recognisePicture } from './picture.ts';

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

describe('U5: files as cameras and editors write them', () => {
  it.each(CAMERA_PHOTOS)('%s', async (_, photo, expected) => {
    const file = await write(photo);
    const picture = await recognisePicture(file, photo.format ?? 'jpeg', false);
    const sphere = picture.kind === 'photo' ? picture.photo.sphere : undefined;
    expect({ ...picture, sphere }).toMatchObject(expected);
    // A member that nobody wrote must not be there either.
    if ('sphere' in expected) expect(sphere).toEqual(expected.sphere);
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
});
