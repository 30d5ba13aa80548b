import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spawnServer } from '../../testing/server-process.ts';

/** The real pictures are prepared; on busy processors that takes minutes. */
const TIMEOUT_MS = 480_000;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-demo-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Server = ReturnType<typeof spawnServer>;

async function waitFor(server: Server, pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(server.output())?.[0];
    if (found !== undefined) return found;
    if (server.child.exitCode !== null) throw new Error(`the server ended:\n${server.output()}`);
    await sleep(50);
  }
}

it('fills the catalogue wholly although the first start is killed half-way', {
  timeout: TIMEOUT_MS,
}, async () => {
  const environment = { DATA_DIR: dataDir, DEMO_CONTENT: 'on' };
  const killed = spawnServer(environment);
  await waitFor(killed, /Preparing pictures 3/);
  killed.child.kill('SIGKILL');
  await killed.exit;

  const server = spawnServer(environment);
  const url = (await waitFor(server, /http:\/\/127\.0\.0\.1:\d+/)).trim();
  const list = await fetch(`${url}/api/vr360?limit=100`);
  expect(list.headers.get('x-total-count')).toBe('107');
  const tours = (await list.json()) as { thumbnail: string; vrUrl?: string }[];
  const own = tours.flatMap(({ thumbnail, vrUrl = '' }) => [thumbnail, vrUrl]);
  const addresses = new Set(own.filter((address) => /^\/(?:media|thumbnails)\//.test(address)));
  expect(addresses.size).toBeGreaterThan(10);
  for (const address of addresses) {
    const answer = await fetch(url + address, { method: 'HEAD' });
    expect(answer.status, address).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1000);
  }
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);

  const began = performance.now();
  const third = spawnServer(environment);
  await waitFor(third, /Server listening/);
  expect(third.output()).not.toContain('Preparing');
  expect(performance.now() - began).toBeLessThan(30_000);
  third.child.kill('SIGTERM');
  await third.exit;
});
