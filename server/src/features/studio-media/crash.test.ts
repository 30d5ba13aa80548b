// @module-tag processes
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { StudioMedia } from '@oriel/contract';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { directionImage } from '../../../testing/apps/media-app.ts';
import { createDataDir } from '../../../testing/data-dir.ts';
import { type ServerProcess, startServer } from '../../../testing/server-process.ts';
import { SAMPLE_OWNER } from '../../demo/member.ts';

let dataDir: string;
let server: ServerProcess;
beforeAll(() => {
  dataDir = createDataDir(inject('templateDataDir'));
});
afterAll(async () => {
  server?.child.kill('SIGTERM');
  await server?.exit;
  await rm(dataDir, { recursive: true, force: true });
});

const start = async () => {
  server = await startServer(dataDir, {}, { isImpatient: true });
};

async function signIn(): Promise<Record<string, string>> {
  const { email, password } = SAMPLE_OWNER;
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await response.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
}

async function upload(headers: Record<string, string>, workspace: string, bytes: Buffer): Promise<void> {
  const response = await fetch(`${server.url}/api/studio/uploads?workspace=${workspace}`, {
    method: 'POST',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': `${bytes.length}`,
      'upload-metadata': `filename ${Buffer.from('room.jpg').toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes as unknown as BodyInit,
  });
  expect(response.status).toBe(201);
}

it('U3: files end ready when the server is killed while it prepares them', { timeout: 240_000 }, async () => {
  await start();
  let headers = await signIn();
  const me = (await (await fetch(`${server.url}/api/studio/workspaces`, { headers })).json()) as {
    workspaces: { id: string }[];
  };
  const workspace = me.workspaces[0]?.id ?? '';
  const list = async () => {
    const response = await fetch(`${server.url}/api/studio/media?workspace=${workspace}`, { headers });
    return ((await response.json()) as { media: StudioMedia[] }).media;
  };
  // The second one waits for the first.
  for (const width of [8192, 2048])
    await upload(headers, workspace, await directionImage(width).jpeg({ quality: 60 }).toBuffer());
  await vi.waitUntil(async () => (await list()).some(({ state }) => state === 'preparing'), {
    timeout: 60_000,
    interval: 20,
  });
  server.child.kill('SIGKILL');
  await server.exit;

  await start();
  headers = await signIn();
  const isOver = ({ state }: StudioMedia) => state === 'ready' || state === 'refused';
  await vi.waitUntil(async () => (await list()).every(isOver), { timeout: 150_000, interval: 250 });
  const files = await list();
  expect(files.map(({ state, width }) => ({ state, width }))).toEqual([
    { state: 'ready', width: 2048 },
    { state: 'ready', width: 8192 },
  ]);
  // What the killed process was working on is no picture of anything.
  const stored = await readdir(path.join(dataDir, 'media/contents'));
  expect(stored).toHaveLength(2);
});
