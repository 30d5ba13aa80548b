/**
 * How long after its last byte a photo of the largest size can be looked at, and is sharp. Needs a running server with the demo
 * content, and nothing else on the machine.
 *
 *     node bench/studio/intake.ts http://127.0.0.1:3000
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { createWorkspace, makePhoto, signIn } from './sample.ts';

const WIDTH = 16_384;
const LIMITS = { preview: 5, ready: 60 };
const POLL_MS = 100;

const [origin = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const token = await signIn(origin);
const headers = { authorization: `Bearer ${token}` };
const workspace = await createWorkspace(origin, token);
const query = new URLSearchParams({ workspace });

/** The workspace's only file, as its list shows it. */
async function readFileState(): Promise<{ state: string; previewUrl: string | null } | undefined> {
  const response = await fetch(`${origin}/api/studio/media?${query}`, { headers });
  if (!response.ok) throw new Error(`the list responded ${response.status}`);
  return (await response.json()).media[0];
}

const folder = await mkdtemp(path.join(tmpdir(), 'oriel-bench-'));
try {
  const photo = await readFile(await makePhoto(folder, WIDTH));
  await new Promise<void>((resolve, reject) => {
    new Upload(photo, {
      endpoint: `${origin}/api/studio/uploads?${query}`,
      headers,
      metadata: { filename: 'harbour-house.jpg' },
      chunkSize: 8 * 1024 * 1024,
      onError: reject,
      onSuccess: () => resolve(),
    }).start();
  });
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const took: { preview?: number; ready?: number } = {};
  while (took.ready === undefined) {
    const file = await readFileState();
    if (file?.state === 'refused') throw new Error('the photo was refused');
    if (file?.previewUrl) took.preview ??= seconds();
    if (file?.state === 'ready') took.ready = seconds();
    await sleep(POLL_MS);
  }
  console.log(`a photo of ${WIDTH} pixels, ${(photo.length / 1e6).toFixed(0)} MB, after its last byte:`);
  let isMissed = false;
  for (const part of ['preview', 'ready'] as const) {
    const isLate = (took[part] ?? Number.POSITIVE_INFINITY) > LIMITS[part];
    isMissed ||= isLate;
    console.log(`${part}: ${took[part]?.toFixed(1)} s (limit ${LIMITS[part]})${isLate ? ' MISSED' : ''}`);
  }
  process.exitCode = isMissed ? 1 : 0;
} finally {
  await rm(folder, { recursive: true });
}
