// @module-tag processes
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMediaApp, directionImage, type MediaApp } from '../../testing/apps/media-app.ts';
import { runCommand } from '../../testing/index.ts';
import { importTour } from '../features/tours/import/import-tour.ts';

const COMMAND = fileURLToPath(new URL('./export.ts', import.meta.url));

let test: MediaApp;
let folder: string;
beforeAll(async () => {
  test = await createMediaApp();
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-export-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await test.close();
});

const importFrom = (from: string, slug: string) =>
  importTour({ db: test.db, media: test.media, dataDir: test.config.dataDir }, from, {
    slug,
    price: 0,
    title: slug,
  });

/** Without the files, which are taken in again; fields of view are converted to and fro. */
const comparable = (tour: object): unknown =>
  JSON.parse(JSON.stringify(tour), (key, value) => {
    if (key === 'media') return undefined;
    return typeof value === 'number' ? Number(value.toFixed(9)) : value;
  });

// Each command starts a process.
it('npm run export writes a tour that can be imported again', { timeout: 60_000 }, async () => {
  const door = (sceneId: string, yaw: number) => ({
    type: 'scene',
    sceneId,
    yaw,
    pitch: -3,
    text: `To ${sceneId}`,
  });
  const scene = (name: string, hotSpots: object[]) => ({ title: name, panorama: `${name}.jpg`, hotSpots });
  const config = {
    default: { firstScene: 'hall' },
    scenes: { hall: scene('hall', [door('room', 40)]), room: scene('room', [door('hall', -90)]) },
  };
  await writeFile(path.join(folder, 'tour.json'), JSON.stringify(config));
  await directionImage(1024).jpeg().toFile(path.join(folder, 'hall.jpg'));
  await directionImage(1024).negate().jpeg().toFile(path.join(folder, 'room.jpg'));
  const before = await importFrom(folder, 'a-house');
  expect(before.problems).toEqual([]);

  const target = path.join(folder, 'out');
  const exported = await runCommand(test, COMMAND, ['a-house', target]);
  expect(exported).toMatchObject({ status: 0, stdout: expect.stringMatching(/out: 2 scenes\.\n$/) });
  const { scenes } = JSON.parse(await readFile(path.join(target, 'tour.json'), 'utf8'));
  for (const { panorama } of Object.values<{ panorama: string }>(scenes))
    expect(await sharp(path.join(target, panorama)).metadata()).toMatchObject({ width: 1024, height: 512 });
  expect(scenes.hall.panorama).not.toBe(scenes.room.panorama);
  const after = await importFrom(target, 'the-same-house');
  expect(after.problems).toEqual([]);
  expect(comparable(after.tour)).toEqual(comparable(before.tour));

  expect(await runCommand(test, COMMAND, ['a-house', target])).toMatchObject({
    status: 1,
    stderr: 'The folder has such files already. Please name another one.\n',
  });
  expect(await runCommand(test, COMMAND, ['no-house', target])).toMatchObject({
    status: 1,
    stderr: 'There is no tour of scenes with this slug.\n',
  });
  expect((await runCommand(test, COMMAND, ['a-house'])).stderr).toMatch(
    /^Usage: npm run export -- SLUG FOLDER/,
  );
});
