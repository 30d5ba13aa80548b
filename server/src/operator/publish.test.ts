// @module-tag processes
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiKey, ExperienceDetail, StudioTour } from '@oriel/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directionImage, testVideo } from '../../testing/apps/media-app.ts';
import { runCommand } from '../../testing/index.ts';
import { useWalletApp } from '../../testing/use-app.ts';
import { changeCatalogue, createCategory } from '../features/catalogue/service.ts';
import { sphericalBoxes, withBox } from '../features/media/film-boxes.fixture.ts';
import { studioCalls, useCast } from '../features/workspaces/workspaces.fixture.ts';

const COMMAND = fileURLToPath(new URL('./publish.ts', import.meta.url));
const site = useWalletApp();
const cast = useCast(site);

let folder: string;
let photo: string;
let variables: Record<string, string>;
beforeAll(async () => {
  const { workspace, roles } = cast;
  const { body } = await studioCalls(site)<ApiKey & { secret: string }>(roles.editor, 'POST studio/keys', {
    query: { workspace },
    body: { name: 'Publishing', scopes: ['media.read', 'media.write', 'tour.write', 'tour.publish'] },
  });
  variables = { ORIEL_URL: site.url, ORIEL_WORKSPACE: workspace, ORIEL_KEY: body.secret };
  await changeCatalogue(site.db, site.app.responseCache, (tx) => createCategory(tx, { name: 'Hotels' }));
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-publish-'));
  photo = path.join(folder, 'terrace.jpg');
  await directionImage(2048).jpeg().toFile(photo);
});
afterAll(() => rm(folder, { recursive: true }));

const publish = (words: string[], given: Record<string, string> = {}) =>
  runCommand(site, COMMAND, words, { ...variables, ...given });
const TERRACE = ['--title', 'Terrasse am Fluß', '--category', 'hotels', '--price', '40'];

// Each command starts a process.
it('npm run publish makes a public tour of a photo', { timeout: 60_000 }, async () => {
  const running = publish([
    photo,
    ...TERRACE,
    '--slug',
    'river-terrace',
    '--city',
    'Graz',
    '--in-plans',
    '--no-people',
  ]);
  const work = setInterval(() => void prepareFiles(), 200);
  const { status, stdout, stderr } = await running.finally(() => clearInterval(work));
  expect(stderr).toBe('');
  expect([status, stdout]).toEqual([0, `Published: ${site.url}/experiences/vr/river-terrace\n`]);
  const { body } = await site.send<ExperienceDetail>('GET', '/api/vr360/river-terrace');
  expect(body).toMatchObject({
    title: 'Terrasse am Fluß',
    city: 'Graz',
    category: 'Hotels',
    tokensRequired: 40,
    partOfPackage: true,
  });
});

it('npm run publish leaves a draft, of a film for both eyes too, where nobody says whether it shows people', {
  timeout: 60_000,
}, async () => {
  const garden = path.join(folder, 'garden.mp4');
  const film = await readFile(testVideo('eyes-beside.mp4'));
  await writeFile(garden, withBox(film, 'entry', sphericalBoxes({ stereoMode: 2 })));
  const running = publish([garden, ...TERRACE, '--slug', 'garden']);
  const work = setInterval(() => void prepareFiles(), 200);
  const { status, stderr } = await running.finally(() => clearInterval(work));
  expect([status, stderr]).toEqual([1, expect.stringContaining('has not been checked for people.')]);
  expect(stderr).toContain('or give --no-people where you know that it shows nobody');
  expect((await site.send('GET', '/api/vr360/garden')).status).toBe(404);
  const [, draft] = /studio\/tours\/([\w-]+)/.exec(stderr) ?? [];
  const { body } = await studioCalls(site)<StudioTour>(cast.roles.editor, `GET studio/tours/${draft}`, {
    query: { workspace: cast.workspace },
  });
  expect(body.draft.document?.scenes).toMatchObject([{ kind: 'film', stereo: 'left-right' }]);
});

const prepared = new Set<string>();
/** As the server's worker does. */
async function prepareFiles(): Promise<void> {
  const rows = await site.db
    .selectFrom('studio_media')
    .select('id')
    .where('state', '=', 'received')
    .execute();
  for (const { id } of rows) {
    if (prepared.has(id)) continue;
    prepared.add(id);
    await site.handlers.media({ mediaId: id });
  }
}

it('npm run publish says what is wrong', { timeout: 60_000 }, async () => {
  expect((await publish(['--nonsense'])).stderr).toMatch(/^Usage: npm run publish -- FILE/);
  const failures = [
    [[photo, ...TERRACE], { ORIEL_KEY: '' }, 'Please set ORIEL_WORKSPACE and ORIEL_KEY'],
    [[photo, ...TERRACE], { ORIEL_KEY: 'oriel_x' }, 'This API key does not exist'],
    [[path.join(folder, 'none.jpg'), ...TERRACE], {}, 'There is no file'],
    [[photo, '--title', 'X', '--category', 'Castles', '--price', '0'], {}, 'There are: Hotels.'],
    [[photo, ...TERRACE], { ORIEL_URL: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9 does not respond'],
  ] as const;
  await Promise.all(
    failures.map(async ([words, given, sentence]) => {
      const { status, stderr } = await publish([...words], given);
      expect(status).toBe(1);
      expect(stderr).toContain(sentence);
    }),
  );
  const text = path.join(folder, 'notes.jpg');
  await writeFile(text, 'no picture');
  const running = publish([text, ...TERRACE]);
  const work = setInterval(() => void prepareFiles(), 200);
  const { stderr } = await running.finally(() => clearInterval(work));
  expect(stderr).toContain('The file is refused: ');
});
