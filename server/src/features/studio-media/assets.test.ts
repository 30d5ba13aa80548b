// @module-tag processes
import { readFile } from 'node:fs/promises';
import type { StudioAsset } from '@oriel/contract';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { directionImage, testSound } from '../../../testing/apps/media-app.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { type Cast, castRoles, type Member, studioCalls } from '../workspaces/workspaces.fixture.ts';
import { createUploader } from './studio-media.fixture.ts';

const site = useAccountsApp({ poolSize: 10 });
const call = studioCalls(site);
let cast: Cast;
let uploader: ReturnType<typeof createUploader>;
let photo: string;
beforeAll(async () => {
  cast = await castRoles(site);
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
