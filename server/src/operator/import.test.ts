// @module-tag processes
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StudioMedia, StudioTour, StudioTourSummary } from '@oriel/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directionImage } from '../../testing/apps/media-app.ts';
import { createTestApp, runCommand, type TestApp } from '../../testing/index.ts';
import { createSampleOwner, SAMPLE_OWNER } from '../demo/member.ts';
import { createPasswords } from '../features/accounts/passwords/passwords.ts';

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

it('puts it into the studio once there is an owner, complete or not', { timeout: 120_000 }, async () => {
  await createSampleOwner(test.db, createPasswords(test.config));
  const { email, password } = SAMPLE_OWNER;
  const login = { method: 'POST', url: '/api/auth/login', payload: { email, password } } as const;
  const headers = { authorization: `Bearer ${(await test.app.inject(login)).json().token}` };
  const [workspace] = (await test.app.inject({ url: '/api/studio/workspaces', headers })).json().workspaces;
  const ask = async <T>(path: string) =>
    (await test.app.inject({ url: `/api/studio/${path}?workspace=${workspace.id}`, headers })).json<T>();

  const complete = await runCommand(test, COMMAND, [folder, '--slug', 'our-hall']);
  expect(complete.stdout).toMatch(
    /^Experience \d+, \/experiences\/vr\/our-hall: .*\nIt is published, and in the studio\./,
  );
  // Nobody gets from one to the other.
  const apart = { scenes: { hall: { panorama: 'hall.jpg' }, attic: { panorama: 'hall.jpg' } } };
  await writeFile(path.join(folder, 'tour.json'), JSON.stringify(apart));
  const draft = await runCommand(test, COMMAND, [folder, '--slug', 'our-attic', '--title', 'Our attic']);
  expect(draft.stdout).toMatch(
    /^our-attic: 2 scenes, 0 doors\.\nIt is a draft in the studio\.\n\nBefore it can be published:/,
  );
  expect((await test.app.inject('/api/vr360/our-attic')).statusCode).toBe(404);

  const { tours } = await ask<{ tours: StudioTourSummary[] }>('tours');
  expect(tours.map(({ title, state }) => [title, state])).toEqual([
    ['Our attic', 'draft'],
    ['Hall', 'published'],
  ]);
  const problemsOf = async (index: number) => {
    const { problems } = await ask<StudioTour>(`tours/${tours[index]?.id}`);
    return problems.map(({ code, path: [field] }) => code ?? field);
  };
  expect(await problemsOf(0)).toEqual(expect.arrayContaining(['category', 'document', 'people_unchecked']));
  expect(await problemsOf(1)).toEqual(['category', 'people_unchecked']);
  const { media } = await ask<{ media: StudioMedia[] }>('media');
  expect(media.map(({ fileName }) => fileName)).toEqual(['hall.jpg']);
  expect((await test.app.inject(media[0]?.previewUrl ?? '')).headers['content-type']).toBe('image/jpeg');
});
