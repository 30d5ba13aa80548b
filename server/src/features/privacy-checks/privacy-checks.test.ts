// @module-tag processes
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PrivacyCheck, PrivacyRegion, Problem, StudioAsset, StudioMedia } from '@oriel/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sphereWithFaces } from '../media/drawn-faces.fixture.ts';
import { searchFaces } from '../media/face-search.ts';
import { sharedPart } from '../media/faces.ts';
import { removeUnusedMedia } from '../media/service.ts';
import { aTour } from '../studio-tours/drafts.fixture.ts';
import { usePublisher } from '../studio-tours/publication.fixture.ts';

const { site, cast, given, takeFile, send, published, detail, statusOf } = usePublisher();
const FACE = { yaw: 179, pitch: 2, height: 16 };
const PLATE: PrivacyRegion = {
  yaw: 60,
  pitch: -20,
  width: 8,
  height: 3,
  shape: 'rectangle',
  origin: 'drawn',
  isBlurred: true,
};

let folder: string;
let picture: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'oriel-privacy-'));
  picture = await takeFile('party.jpg', await (await sphereWithFaces(2048, [FACE])).jpeg().toBuffer());
});
afterAll(() => rm(folder, { recursive: true }));

async function ask<T>(method: string, place: string, body?: object, as = cast.roles.editor) {
  const response = await fetch(`${site.url}/api/studio/${place}?workspace=${cast.workspace}`, {
    method,
    headers: {
      authorization: `Bearer ${as.token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T & Partial<Problem> };
}
const check = (asset: string, step = '', body?: object) =>
  ask<PrivacyCheck>(step === '' ? 'GET' : 'POST', `privacy-checks/${asset}${step}`, body);
/** As the server's worker does. */
const work = (asset: string) => site.handlers.privacy({ workspaceId: cast.workspace, asset });
const bytesOf = async (url: string) => Buffer.from(await (await fetch(new URL(url, site.url))).arrayBuffer());

/** How much neighbouring parts of a picture differ around a place on the sphere. */
async function contrastAt(image: Buffer, { yaw, pitch }: { yaw: number; pitch: number }): Promise<number> {
  const { width, height } = await sharp(image).metadata();
  const left = Math.round(((yaw + 180) / 360) * width);
  const top = Math.round(((90 - pitch) / 180) * height);
  const side = Math.round(width / 90);
  const patch = await sharp(image)
    .extract({ left: Math.max(0, left - side), top: Math.round(top - side / 2), width: side, height: side })
    .greyscale()
    .toBuffer();
  const { channels } = await sharp(patch).stats();
  return channels[0]?.stdev ?? 0;
}

// The search and the check of its result take some seconds of one processor each.
it('P8: faces are found, blurred for good in all that is shown, and signed for', {
  timeout: 240_000,
}, async () => {
  expect((await check(picture)).body).toMatchObject({ state: 'none', regions: [], statement: null });
  const early = await check(picture, '/statement', { basis: 'looked' });
  expect([early.status, early.body.code]).toEqual([409, 'check_not_searched']);
  expect((await check(picture, '/search')).body.state).toBe('searching');
  expect((await check(picture, '/search')).body.code).toBe('check_busy');
  await work(picture);
  const searched = (await check(picture)).body;
  expect(searched).toMatchObject({ state: 'searched', failure: null });
  expect(searched.regions).toEqual([expect.objectContaining({ origin: 'found', isBlurred: true })]);
  const [face] = searched.regions as [PrivacyRegion];
  expect(sharedPart(face, { ...FACE, width: FACE.height })).toBeGreaterThan(0.6);

  // The tour is public already, with all that was found, and stays as it is until it is published again.
  await check(picture, '/statement', { basis: 'looked', regions: [{ ...face, isBlurred: false }] });
  const tour = await published({ document: aTour(picture) });
  const pictureBefore = await pictureUrl();
  const thumbnailBefore = await thumbnailUrl();
  const shown = await ask<StudioAsset>('GET', `assets/${picture}`);
  const before = await bytesOf(shown.body.url);
  expect(await contrastAt(before, FACE)).toBeGreaterThan(10);

  const signed = await check(picture, '/statement', { basis: 'looked', regions: [face, PLATE] });
  expect(signed.body).toMatchObject({ state: 'blurring', statement: { basis: 'looked' } });
  await work(picture);
  const done = (await check(picture)).body;
  expect(done).toMatchObject({ state: 'signed', failure: null, regions: [face, PLATE] });
  expect(done.asset).not.toBe(picture);
  expect(done.statement?.by.id).toBe(cast.roles.editor.user.id);

  // The workspace has the new picture in place of the old one, in its files and drafts.
  expect((await ask('GET', `assets/${picture}`)).status).toBe(404);
  // The check alone still shows it without blur, so that one can decide again.
  expect(await contrastAt(await bytesOf(done.url), FACE)).toBeGreaterThan(10);
  const { tiles, expiresAt } = done.panorama;
  const tile = tiles?.url.replace('{level}', '0').replace('{row}', '0').replace('{column}', '0');
  expect(await statusOf(new URL(tile ?? '', site.url).pathname)).toBe(200);
  expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now());
  const { body: asset } = await ask<StudioAsset>('GET', `assets/${done.asset}`);
  const drafted = await send('GET', `/${tour.id}`);
  expect(drafted.body.draft.document?.scenes[0]?.media).toBe(done.asset);
  expect(drafted.body.problems).toEqual([]);
  const after = await bytesOf(asset.url);
  expect(await contrastAt(after, FACE)).toBeLessThan(6);
  const { body: files } = await ask<{ media: StudioMedia[] }>('GET', 'media');
  const preview = files.media.find((file) => file.asset === done.asset)?.previewUrl;
  expect(await contrastAt(await bytesOf(preview ?? ''), FACE)).toBeLessThan(6);
  const file = path.join(folder, 'after.jpg');
  await writeFile(file, after);
  expect(await searchFaces(file, folder, 'mono', { timeoutMs: 120_000 })).toEqual([]);

  // Once published, the url of the old picture is dead.
  for (const url of [pictureBefore, thumbnailBefore]) expect(await statusOf(url)).toBe(200);
  const { body } = await send('POST', `/${tour.id}/publication`, { revision: drafted.body.revision });
  expect(body.state).toBe('published');
  await vi.waitFor(async () => expect(await statusOf(pictureBefore)).toBe(404), 10_000);
  await vi.waitFor(async () => expect(await statusOf(thumbnailBefore)).toBe(404), 10_000);
  expect(await statusOf(await thumbnailUrl())).toBe(200);
  expect(await pictureUrl()).toContain('/panorama.jpg');

  const { rows } = await audit();
  expect(rows.slice(-2)).toEqual([
    expect.objectContaining({
      action: 'privacy.stated',
      actor_id: cast.roles.editor.user.id,
      after: { basis: 'looked', blurred: 2, kept: 0 },
    }),
    expect.objectContaining({ action: 'media.blurred', before: { asset: picture } }),
  ]);

  // The blur holds for drafts that name the old picture again.
  const { revision } = body;
  const restored = await send('POST', `/${tour.id}/versions/1/restoration`, { revision });
  expect(restored.body).toMatchObject({ revision: revision + 1, problems: [] });
  expect(restored.body.draft.document?.scenes[0]?.media).toBe(done.asset);
  const patch = { body: { document: aTour(picture) }, revision: revision + 1 };
  expect((await send('PATCH', `/${tour.id}`, patch)).body.draft.document?.scenes[0]?.media).toBe(done.asset);

  // What was decided can be changed while the original is kept.
  await check(picture, '/statement', { basis: 'looked', regions: [{ ...face, isBlurred: false }] });
  await work(done.asset);
  expect((await check(done.asset)).body).toMatchObject({ state: 'signed', asset: picture });
  expect((await ask('GET', `assets/${picture}`)).status).toBe(200);
});

/** The public url of the tour's picture. */
async function pictureUrl(): Promise<string> {
  const response = await fetch(`${site.url}/api/vr360/${given.slug}`);
  const url = /\/media\/[\w-]+\/panorama\.jpg/.exec(await response.text())?.[0];
  if (url === undefined) throw new Error('the tour shows no public picture');
  return url;
}

/** The url of the picture on the tour's card. */
async function thumbnailUrl(): Promise<string> {
  const { body } = await detail();
  return body.thumbnails?.pattern.replace('{width}', '640').replace('{format}', 'jpg') ?? '';
}

async function audit() {
  const rows = await site.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('action', 'in', ['privacy.stated', 'media.blurred'])
    .orderBy('id')
    .execute();
  return { rows };
}

it('who knows that a rendering shows nobody states that without a search', async () => {
  const asset = await takeFile('drawing.jpg', await (await sphereWithFaces(2054, [])).jpeg().toBuffer());
  const { body } = await check(asset, '/statement', { basis: 'no-people' });
  expect(body).toMatchObject({ state: 'signed', asset, statement: { basis: 'no-people' } });
});

/** The files of an asset. */
const ofAsset = (asset: string) => site.db.selectFrom('studio_media').where('asset_id', '=', asset);

it('a picture whose original is gone is not blurred, and not signed for', async () => {
  const asset = await takeFile('other.jpg', await (await sphereWithFaces(2050, [])).jpeg().toBuffer());
  await site.db
    .updateTable('uploads')
    .set({ expires_at: new Date(0) })
    .where('id', 'in', ofAsset(asset).select('upload_id'))
    .execute();
  await check(asset, '/statement', { basis: 'no-people', regions: [PLATE] });
  await work(asset);
  expect((await check(asset)).body).toMatchObject({
    state: 'failed',
    statement: null,
    failure: expect.stringContaining('upload the picture again'),
  });
});

it('U4: a picture without its blur goes with its original, once no version names it', async () => {
  const asset = await takeFile('yard.jpg', await (await sphereWithFaces(2062, [])).jpeg().toBuffer());
  await check(asset, '/statement', { basis: 'no-people', regions: [PLATE] });
  await work(asset);
  const blurred = (await check(asset)).body;
  expect(blurred).toMatchObject({ state: 'signed', regions: [PLATE] });
  const sweep = async () => {
    await removeUnusedMedia(site.app.dependencies);
    await sql`UPDATE media_contents SET unused_since = unused_since - interval '8 days'`.execute(site.db);
    await removeUnusedMedia(site.app.dependencies);
  };
  await sweep();
  const source = new URL((await check(asset)).body.url, site.url);
  expect(await statusOf(source.pathname)).toBe(200);
  await site.db
    .updateTable('uploads')
    .set({ expires_at: new Date(0) })
    .where('id', 'in', ofAsset(blurred.asset).select('upload_id'))
    .execute();
  await sweep();
  expect(await statusOf(source.pathname)).toBe(404);
  const { body } = await check(blurred.asset);
  expect(body).toMatchObject({ asset: blurred.asset, state: 'signed', regions: [PLATE] });
  expect(await statusOf(new URL(body.url, site.url).pathname)).toBe(200);
});

it('a picture that is uploaded again once the blurred one was deleted is checked as a new one', async () => {
  const asset = await takeFile('again.jpg', await (await sphereWithFaces(2058, [])).jpeg().toBuffer());
  const { id: blurred } = await site.db
    .insertInto('media_assets')
    .columns(['content_hash', 'gated'])
    .expression((eb) =>
      eb
        .selectFrom('media_assets')
        .select(['content_hash', eb.val(false).as('gated')])
        .where('id', '=', asset),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { workspace_id: cast.workspace, asset_id: asset, regions: '[]' };
  await site.db
    .insertInto('privacy_checks')
    .values({ ...row, state: 'replaced', replaced_by: blurred })
    .execute();
  const { body: tour } = await send('POST', '', { body: { document: aTour(asset) } });
  expect(tour.draft.document?.scenes[0]?.media).toBe(asset);
  expect((await check(asset)).body).toMatchObject({ asset, state: 'none' });
  const signed = await check(asset, '/statement', { basis: 'no-people' });
  expect(signed.body).toMatchObject({ asset, state: 'signed' });
});

it('strangers and those who only look do neither', async () => {
  const { stranger, roles } = cast;
  const statement = { basis: 'no-people' };
  const place = `privacy-checks/${given.asset}`;
  expect((await ask('GET', place, undefined, stranger)).status).toBe(404);
  expect((await ask('GET', place, undefined, roles.viewer)).status).toBe(200);
  expect((await ask('POST', `${place}/statement`, statement, roles.viewer)).status).toBe(403);
  expect((await ask('POST', `${place}/search`, undefined, roles.viewer)).status).toBe(403);
  expect((await check('00000000-0000-4000-8000-000000000000')).status).toBe(404);
});
