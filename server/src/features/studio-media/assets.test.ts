// @module-tag processes
import { readFile } from 'node:fs/promises';
import type { StudioAsset } from '@oriel/contract';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { directionImage, directionOf, testSound, testVideo } from '../../../testing/apps/media-app.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { sphericalBox, withBox } from '../media/film-boxes.fixture.ts';
import { type Member, studioCalls, useCast } from '../workspaces/workspaces.fixture.ts';
import { createUploader } from './studio-media.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });
const cast = useCast(site);
const call = studioCalls(site);
let uploader: ReturnType<typeof createUploader>;
let photo: string;
beforeAll(async () => {
  const origin = await site.listen();
  uploader = createUploader(site, { origin, workspace: cast.workspace, member: cast.roles.editor });
  const bytes = await directionImage(2048, 1024).jpeg().toBuffer();
  photo = (await uploader.takeIn('kitchen.jpg', bytes)).asset ?? '';
});
afterEach(() => vi.useRealTimers());

const read = (member: Member, asset: string, workspace = cast.workspace) =>
  call<StudioAsset>(member, `GET studio/assets/${asset}`, { query: { workspace } });
const statusOf = async (url: string) => (await site.app.inject(url)).statusCode;
const filesOf = ({ url, panorama: { tiles } }: StudioAsset) => {
  const tile = tiles?.url.replace('{level}', '0').replace('{row}', '0').replace('{column}', '1');
  return [url, tile ?? ''];
};

it('opens a file to its workspace through signed addresses, its tiles too', async () => {
  const { status, headers, body } = await read(cast.roles.viewer, photo);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toMatchObject({
    asset: photo,
    fileName: 'kitchen.jpg',
    kind: 'photo',
    width: 2048,
    height: 1024,
    stereo: 'mono',
    panorama: { preview: expect.stringMatching(/^data:image/) },
  });
  expect(body.panorama.tiles?.levels.length).toBeGreaterThan(0);
  for (const file of filesOf(body)) {
    expect(await statusOf(file)).toBe(200);
    // Neither without the signature nor with that of another file.
    expect(await statusOf(file.replace(/\/s\/[^/]+/, ''))).toBe(403);
    expect(await statusOf(file.replace(/.(?=\/[0-9a-f-]{36}\/)/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(
      403,
    );
  }
});

it('ends its addresses after their time', async () => {
  const { body } = await read(cast.roles.editor, photo);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.parse(body.panorama.expiresAt ?? '') - 1000);
  for (const file of filesOf(body)) expect(await statusOf(file)).toBe(200);
  vi.setSystemTime(Date.parse(body.panorama.expiresAt ?? '') + 1000);
  for (const file of filesOf(body)) expect(await statusOf(file)).toBe(403);
});

it('serves flat pictures and sounds, too', async () => {
  const plan = await uploader.takeIn('plan.png', await directionImage(2048, 1024).png().toBuffer(), 'flat');
  const sound = await uploader.takeIn('tone.mp3', await readFile(testSound('tone.mp3')));
  for (const [{ asset }, kind] of [
    [plan, 'image'],
    [sound, 'sound'],
  ] as const) {
    const { body } = await read(cast.roles.editor, asset ?? '');
    expect(body.kind).toBe(kind);
    expect(body.panorama.tiles).toBeUndefined();
    expect(await statusOf(body.url)).toBe(200);
  }
});

/** Fails unless a preview is of one eye, the left one. */
async function expectLeftEye(url: string | null): Promise<void> {
  const { rawPayload } = await site.app.inject(url ?? '');
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(2 * info.height);
  for (const [across, down] of [
    [0.25, 0.5],
    [0.75, 0.3],
  ] as const) {
    const offset = 3 * (Math.floor(down * info.height) * info.width + Math.floor(across * info.width));
    const { yaw, pitch } = directionOf([...data.subarray(offset, offset + 3)]);
    expect(Math.abs(yaw - (across - 0.5) * 360)).toBeLessThan(5);
    expect(Math.abs(pitch - (0.5 - down) * 180)).toBeLessThan(5);
  }
}

const filmOf = async (eyes: 'above' | 'squeezed', stereo: 'top-bottom' | 'left-right') =>
  withBox(
    await readFile(testVideo(`eyes-${eyes}.mp4`)),
    'trak',
    sphericalBox({ Spherical: 'true', ProjectionType: 'equirectangular', StereoMode: stereo }),
  );

it.each([
  ['above', 'top-bottom'],
  ['squeezed', 'left-right'],
] as const)('a film keeps a picture for each eye, and is shown as the left one: %s', async (eyes, stereo) => {
  const media = await uploader.takeIn(`${eyes}.mp4`, await filmOf(eyes, stereo));
  expect(media).toMatchObject({ state: 'ready', kind: 'video', stereo });
  await expectLeftEye(media.previewUrl);
  const { body } = await read(cast.roles.editor, media.asset ?? '');
  expect(body.stereo).toBe(stereo);
  const { body: check } = await call(cast.roles.editor, `GET studio/privacy-checks/${media.asset}`, {
    query: { workspace: cast.workspace },
  });
  expect(check).toMatchObject({ kind: 'video', stereo });
});

it('a film has no eyes where it is said to be flat', async () => {
  const flat = await uploader.takeIn('flat.mp4', await filmOf('above', 'top-bottom'), 'flat');
  expect(flat).toMatchObject({ kind: 'film', stereo: 'mono', width: 1024, height: 1024 });
});

it('a large square photo has a picture for each eye, the left one above', async () => {
  const left = await directionImage(3840).png().toBuffer();
  const both = { create: { width: 3840, height: 3840, channels: 3, background: '#000' } } as const;
  const square = await sharp(both)
    .composite([{ input: left, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  const media = await uploader.takeIn('eyes.jpg', square);
  const expected = { kind: 'photo', stereo: 'top-bottom', height: 3840, coverage: null, part: null };
  expect(media).toMatchObject(expected);
  await expectLeftEye(media.previewUrl);
});

it('a large square film has, too', async () => {
  const film = await readFile(testVideo('eyes-square.mp4'));
  expect(await uploader.takeIn('eyes.mp4', film)).toMatchObject({ kind: 'video', stereo: 'top-bottom' });
});

it('says nothing of files to strangers and other workspaces', async () => {
  const codeOf = async (...request: Parameters<typeof read>) => {
    const { status, body } = await read(...request);
    return [status, body.code];
  };
  expect(await codeOf(cast.stranger, photo)).toEqual([404, 'workspace_not_found']);
  expect(await codeOf(cast.neighbour, photo)).toEqual([404, 'workspace_not_found']);
  expect(await codeOf(cast.neighbour, photo, cast.other)).toEqual([404, 'media_not_found']);
  for (const unknown of ['x', photo.replace(/^./, 'z'), photo.toUpperCase()])
    expect(await codeOf(cast.roles.editor, unknown), unknown).toEqual([404, 'media_not_found']);
});
