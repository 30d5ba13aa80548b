import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { storageWith } from '../../testing/storage-with.ts';
import { thumbnailKey } from '../features/media/service.ts';
import type { Storage } from '../gateways/storage.ts';
import { FileStorage } from '../gateways/storage-files.ts';

const TIMEOUT_MS = 1_500;
/** More than the buffers of a connection can hold. */
const FILE_BYTES = 48 * 1024 * 1024;
const ID = 'a'.repeat(32);
const NAME = '640.jpg';
const HASH = 'a'.repeat(64);

/** The files that are open. */
const opened = new Set<Readable>();

function watchReads(storage: Storage): Storage {
  return storageWith(storage, {
    read(key, range) {
      const stream = storage.read(key, range);
      opened.add(stream);
      return stream.once('close', () => opened.delete(stream));
    },
  });
}

/** The server's side of all connections. */
const accepted = new Set<Socket>();

let site: TestApp;
let port: number;
const folder = mkdtempSync(path.join(tmpdir(), 'oriel-slow-'));
beforeAll(async () => {
  const storage = watchReads(await FileStorage.open(folder));
  await storage.put(thumbnailKey(ID, NAME), Buffer.alloc(FILE_BYTES, 'x'));
  site = await createTestApp({ storage, config: { connectionTimeoutMs: TIMEOUT_MS } });
  await sql`INSERT INTO media_contents (content_hash, kind, width, height, size, manifest)
    VALUES (${HASH}, 'photo', 2, 1, 1, '{}')`.execute(site.db);
  await sql`INSERT INTO media_thumbnails (id, content_hash, thumbnails) VALUES (${ID}, ${HASH}, '{}')`.execute(
    site.db,
  );
  site.app.server.on('connection', (socket) => accepted.add(socket));
  port = Number(new URL(await site.listen()).port);
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Requests the file on a connection that is not read yet. */
async function requestFile(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(`GET /thumbnails/${ID}/${NAME} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return socket;
}

it('clients that request a file and read nothing are cut off, and the file is closed', async () => {
  const sockets = await Promise.all(Array.from({ length: 40 }, requestFile));
  try {
    await expect.poll(() => opened.size, { timeout: 10_000 }).toBe(40);
    await expect.poll(() => opened.size, { timeout: 15_000 }).toBe(0);
    const ports = new Set(sockets.map(({ localPort }) => localPort));
    const open = [...accepted].filter((socket) => !socket.destroyed && ports.has(socket.remotePort));
    expect(open).toHaveLength(0);
    const { status } = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

it('a slow download continues as long as its client reads', async () => {
  const socket = await requestFile();
  let bytes = 0;
  // Pieces of 64 kB at most, with pauses between: twice the time that a connection may be without progress.
  for await (const piece of socket) {
    bytes += piece.length;
    if (bytes >= FILE_BYTES) break;
    await sleep(4);
  }
  expect(bytes).toBeGreaterThanOrEqual(FILE_BYTES);
});
