import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directionImage } from '../../testing/apps/media-app.ts';
import { createTestApp, runCommand, type TestApp } from '../../testing/index.ts';

const COMMAND = fileURLToPath(new URL('./import.ts', import.meta.url));

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-import-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await test.close();
});

// Each command starts a process.
it('npm run import makes a tour of a folder, and says what it left out', { timeout: 60_000 }, async () => {
  const config = { scenes: { hall: { title: 'Hall', panorama: 'hall.jpg', hotSpots: [{ type: 'scene' }] } } };
  await writeFile(path.join(folder, 'tour.json'), JSON.stringify(config));
  expect(await runCommand(test, COMMAND, [folder])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^No scene could be imported\. Scene "Hall"[\s\S]*file hall\.jpg is missing\.\n$/,
    ),
  });
  await directionImage(1024).jpeg().toFile(path.join(folder, 'hall.jpg'));
  const { status, stdout } = await runCommand(test, COMMAND, [folder, '--slug', 'the-hall', '--price', '20']);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^Experience \d+, \/experiences\/vr\/the-hall: 1 scenes, 0 doors\.\nIt is published\./,
  );
  expect(stdout).toContain('Taken:\n  Scene "Hall": photo of 1024 by 512 pixels.');
  expect(stdout).toContain('Left out:\n  Scene "Hall", hotspot 1: a door without a scene.');
  const detail = (await test.app.inject('/api/vr360/the-hall')).json();
  expect(detail).toMatchObject({ title: 'Hall', tokensRequired: 20, mediaType: 'photo' });
  expect(await runCommand(test, COMMAND, [folder, '--slug', 'the-hall'])).toMatchObject({
    status: 1,
    stderr: 'There is already one with this name or number.\n',
  });
  const { stderr } = await runCommand(test, COMMAND, ['--nonsense']);
  expect(stderr).toMatch(/^Usage: npm run import -- FOLDER/);
});
