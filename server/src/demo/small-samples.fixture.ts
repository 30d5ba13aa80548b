import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  FILM_SOURCES,
  IMAGE_SOURCES,
  PHOTO_SOURCES,
  SCENE_PHOTOS,
  SOUND_SOURCES,
  STEREO_PHOTOS,
  VIDEO_SOURCES,
} from '../../../content/catalogue/schema.ts';
import { directionImage, testSound, testVideo } from '../../testing/apps/media-app.ts';

/** Writes a small photo, image, video, film and sound under the names of all samples, since ingesting the real ones takes a minute. */
export async function writeSmallSamples(
  folder: string,
  photoNames: readonly string[] = PHOTO_SOURCES,
): Promise<void> {
  await mkdir(path.join(folder, 'photos'), { recursive: true });
  await mkdir(path.join(folder, 'videos'));
  await mkdir(path.join(folder, 'images'));
  await mkdir(path.join(folder, 'films'));
  await mkdir(path.join(folder, 'sounds'));
  const photo = await directionImage(1024).jpeg().toBuffer();
  const stereo = await directionImage(1024).resize(1024, 1024, { fit: 'fill' }).jpeg().toBuffer();
  for (const name of [...photoNames, ...SCENE_PHOTOS])
    await writeFile(
      path.join(folder, 'photos', `${name}.jpg`),
      STEREO_PHOTOS.includes(name) ? stereo : photo,
    );
  for (const name of IMAGE_SOURCES) await writeFile(path.join(folder, 'images', `${name}.jpg`), photo);
  for (const name of VIDEO_SOURCES)
    await copyFile(testVideo('sphere.mp4'), path.join(folder, 'videos', `${name}.mp4`));
  for (const name of FILM_SOURCES)
    await copyFile(testVideo('wide.mp4'), path.join(folder, 'films', `${name}.mp4`));
  for (const name of SOUND_SOURCES)
    await copyFile(testSound('tone.mp3'), path.join(folder, 'sounds', `${name}.mp3`));
}
