// @module-tag processes
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { StudioMedia } from '@oriel/contract';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../../testing/apps/accounts-app.ts';
import { directionImage, testVideo } from '../../../testing/apps/media-app.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { aTour } from '../studio-tours/drafts.fixture.ts';
import { studioCalls, useCast } from '../workspaces/workspaces.fixture.ts';
import { giveUp, tidyMedia } from './service.ts';
import { createUploader } from './studio-media.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });
const cast = useCast(site);
const call = studioCalls(site);
let uploader: ReturnType<typeof createUploader>;
beforeAll(async () => {
  const origin = await site.listen();
  uploader = createUploader(site, { origin, workspace: cast.workspace, member: cast.roles.editor });
});

const inWorkspace = (workspace = cast.workspace) => ({ query: { workspace } });
const objects = (prefix: string) => Array.fromAsync(site.app.dependencies.storage.list(prefix));
const head = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), randomBytes(5000)]);

/** Two bright circles side by side on black, as cameras write them before stitching. */
async function dualFisheye(): Promise<Buffer> {
  const circles = `<svg width="4096" height="2048"><circle cx="1024" cy="1024" r="1020" fill="#888"/><circle cx="3072" cy="1024" r="1020" fill="#aaa"/></svg>`;
  return sharp({ create: { width: 4096, height: 2048, channels: 3, background: '#000' } })
    .composite([{ input: Buffer.from(circles) }])
    .jpeg()
    .toBuffer();
}

const DAY = 24 * 3_600_000;

/** When the pieces of a file end. */
async function keptUntil({ uploadId }: StudioMedia): Promise<number> {
  const { expires_at } = await site.db
    .selectFrom('uploads')
    .select('expires_at')
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow();
  return expires_at.getTime();
}

const jpeg = () => directionImage(2048).jpeg().toBuffer();

describe('U7: a file that cannot be shown is refused, with what to do', () => {
  it.each<[string, string, () => Promise<Buffer>, RegExp]>([
    ['an unstitched Insta360 photo', 'IMG_0001.insp', jpeg, /Insta360 Studio .*export/],
    [
      'an unstitched Insta360 film',
      'VID_0001.INSV',
      () => readFile(testVideo('sphere.mp4')),
      /Insta360 Studio/,
    ],
    ['an unstitched GoPro film', 'GS010001.360', () => readFile(testVideo('sphere.mp4')), /GoPro Player/],
    ['a raw photo', 'DSC_1.NEF', async () => head('II*\0'), /raw photo.*JPEG/],
    ['two circles', 'circles.jpg', dualFisheye, /two circles .*equirectangular/],
    [
      'an HEIC photo',
      'IMG_1.HEIC',
      async () => head('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
      /HEIC.*Most Compatible/,
    ],
    ['a TIFF by another name', 'pano.jpg', async () => head('II*\0\x08\0\0\0'), /TIFF.*JPEG or PNG/],
    ['a GIF by another name', 'pano.png', async () => head('GIF89a'), /GIF.*MP4/],
    [
      'an SVG by another name',
      'pano.jpg',
      async () => Buffer.from('<?xml version="1.0"?><svg width="2" height="1"/>'),
      /SVG.*PNG/,
    ],
    ['a ZIP archive', 'tour.zip', async () => head('PK\x03\x04'), /ZIP.*Unpack/],
    ['a damaged photo', 'half.jpg', async () => (await jpeg()).subarray(0, 9000), /damaged/],
    ['an empty file', 'empty.jpg', async () => Buffer.alloc(0), /empty/],
    ['any other file', 'notes.txt', async () => Buffer.from('a text that is no picture'), /JPEG, PNG/],
    ['an animation', 'moving.webp', animation, /Animated/],
    ['a picture of too many pixels', 'bomb.png', bomb, /too large/],
  ])('%s', async (_, name, make, sentence) => {
    const began = performance.now();
    const refused = await uploader.takeIn(name, await make());
    expect(refused).toMatchObject({ state: 'refused', asset: null, previewUrl: null });
    expect(refused.refusal?.detail).toMatch(sentence);
    // Its pieces go with the next sweep, or after a week where the refusal may be wrong.
    const keptDays = ((await keptUntil(refused)) - Date.now()) / DAY;
    if (refused.refusal?.code === 'media_corrupt') expect(keptDays).toBeCloseTo(7, 1);
    else expect(keptDays).toBeLessThanOrEqual(0);
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it('and nothing of it stays', async () => {
    expect(await objects('contents/')).toEqual([]);
    expect(await objects('previews/')).toEqual([]);
    expect(await site.db.selectFrom('media_contents').selectAll().execute()).toEqual([]);
  });
});

/** Three frames that differ: equal ones would become one. */
function animation(): Promise<Buffer> {
  const frames = Buffer.from(Array.from({ length: 64 * 32 * 3 * 3 }, (_, index) => index % 251));
  return sharp(frames, { raw: { width: 64, height: 32 * 3, channels: 3, pageHeight: 32 } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();
}

/** A few kilobytes that unpack to gigabytes. */
function bomb(): Promise<Buffer> {
  return sharp({ create: { width: 20_000, height: 10_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

describe('a file of a workspace', () => {
  let id: string;
  let asset: string;
  beforeEach(async () => {
    await site.db.deleteFrom('studio_tours').execute();
    const ready = await uploader.takeIn('room.jpg', await jpeg());
    id = ready.id;
    asset = ready.asset ?? '';
  });

  it('R5: is nobody else’s', async () => {
    for (const request of [`GET studio/media/${id}`, `DELETE studio/media/${id}`]) {
      const theirs = await call(cast.neighbour, request, inWorkspace(cast.other));
      expect([theirs.status, theirs.body.code], request).toEqual([404, 'media_not_found']);
      expect((await call(cast.neighbour, request, inWorkspace())).status).toBe(404);
    }
    const list = await call<{ media: unknown[] }>(
      cast.neighbour,
      'GET studio/media',
      inWorkspace(cast.other),
    );
    expect(list.body.media).toEqual([]);
    const upload = (await uploader.read(id)).uploadId;
    const query = { workspace: cast.other, upload };
    const found = await call<{ media: unknown[] }>(cast.neighbour, 'GET studio/media', { query });
    expect(found.body.media).toEqual([]);
  });

  it('counts as missing in the drafts of another workspace', async () => {
    const draft = { document: aTour(asset) };
    const own = await call<{ problems: { message: string }[] }>(cast.roles.editor, 'POST studio/tours', {
      ...inWorkspace(),
      body: draft,
    });
    const theirs = await call<{ problems: { message: string }[] }>(cast.neighbour, 'POST studio/tours', {
      ...inWorkspace(cast.other),
      body: draft,
    });
    const missing = 'Scene "lobby", photo or film is not ready yet, or no longer there.';
    const isMissing = (draft: typeof own) => draft.body.problems.some(({ message }) => message === missing);
    expect([isMissing(own), isMissing(theirs)]).toEqual([false, true]);
  });

  it('is deleted, unless a tour uses it', async () => {
    const body = { title: 'Seaside rooms', document: aTour(asset) };
    const { body: tour } = await call<{ id: string }>(cast.roles.editor, 'POST studio/tours', {
      ...inWorkspace(),
      body,
    });
    const remove = () =>
      call<{ detail: string }>(cast.roles.editor, `DELETE studio/media/${id}`, inWorkspace());
    const used = await remove();
    expect([used.status, used.body.code]).toEqual([409, 'media_in_use']);
    expect(used.body.detail).toContain('“Seaside rooms”');
    await call(cast.roles.editor, `DELETE studio/tours/${tour.id}`, inWorkspace());
    expect((await remove()).status).toBe(200);
    expect((await call(cast.roles.viewer, `GET studio/media/${id}`, inWorkspace())).status).toBe(404);
    expect(await objects(`previews/${id}/`)).toHaveLength(1);
    await tidyMedia({ ...site.app.dependencies });
    expect(await objects(`previews/${id}/`)).toEqual([]);
    const { body: log } = await call<{ events: { action: string }[] }>(
      cast.roles.owner,
      'GET studio/audit',
      inWorkspace(),
    );
    expect(log.events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['media.added', 'media.removed']),
    );
  });

  it('waits for its turn for as long as it takes, and gets another job where its own is lost', async () => {
    const { id: waiting } = await uploader.upload('waiting.jpg', await jpeg());
    await site.db
      .updateTable('studio_media')
      .set({ changed_at: new Date(Date.now() - 27 * 3_600_000) })
      .where('id', '=', waiting)
      .execute();
    const job = { name: 'media', payload: { mediaId: waiting } } as const;
    const jobs = () =>
      site.jobs.added.filter(({ payload }) => 'mediaId' in payload && payload.mediaId === waiting);
    await tidyMedia({ ...site.app.dependencies });
    expect(jobs()).toEqual([job]);
    site.jobs.added.splice(site.jobs.added.indexOf(jobs()[0] ?? job), 1);
    await tidyMedia({ ...site.app.dependencies });
    expect(jobs()).toEqual([job]);
    expect(await uploader.read(waiting)).toMatchObject({ state: 'received', refusal: null });
  });

  it('whose job is given up is refused, and kept for a week; a ready one stays as it is', async () => {
    const failed = await uploader.upload('failed.jpg', await jpeg());
    for (const each of [failed.id, id]) await giveUp(site.db, each);
    expect(await uploader.read(failed.id)).toMatchObject({
      state: 'refused',
      refusal: { code: 'media_work_failed', detail: expect.stringContaining('upload it again') },
    });
    expect(((await keptUntil(failed)) - Date.now()) / DAY).toBeCloseTo(7, 1);
    const ready = await uploader.read(id);
    expect(ready).toMatchObject({ state: 'ready' });

    // What docs/operation.md tells the operator.
    await site.db
      .updateTable('studio_media')
      .set({ state: 'received', refusal_code: null, refusal_detail: null })
      .where('id', '=', failed.id)
      .execute();
    site.jobs.added.length = 0;
    await tidyMedia({ ...site.app.dependencies });
    expect(site.jobs.added).toContainEqual({ name: 'media', payload: { mediaId: failed.id } });
    await site.handlers.media({ mediaId: failed.id });
    expect(await uploader.read(failed.id)).toMatchObject({ state: 'ready' });
  });

  it('stays with the workspace when its sender leaves', async () => {
    const leaver = await site.join();
    await site.db
      .insertInto('workspace_members')
      .values({ workspace_id: cast.workspace, member_id: leaver.user.id, role: 'editor' })
      .execute();
    const origin = site.app.listeningOrigin;
    const theirs = createUploader(site, { origin, workspace: cast.workspace, member: leaver });
    const { id: sent } = await theirs.upload('mine.jpg', await jpeg());
    const gone = await site.call('DELETE', 'me', { token: leaver.token, body: { password: PASSWORD } });
    expect(gone.statusCode).toBe(200);
    await site.handlers.media({ mediaId: sent });
    expect(await uploader.read(sent)).toMatchObject({ state: 'ready' });
  });
});
