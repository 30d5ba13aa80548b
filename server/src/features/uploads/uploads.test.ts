import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cutRequestAfter,
  type FaultProxy,
  respondWith,
  startFaultProxy,
} from '../../../testing/fault-proxy.ts';
import { repeatRace, type TestApp } from '../../../testing/index.ts';
import { idOf, MEGABYTE, sha256, useUploads } from './uploads.fixture.ts';

/** A whole film: `UPLOAD_MEGABYTES=1024 UPLOAD_CUTS=30`. */
const UPLOAD_MEGABYTES = Number(process.env.UPLOAD_MEGABYTES ?? 6);
const UPLOAD_CUTS = Number(process.env.UPLOAD_CUTS ?? 3);

const { site, cast, origins, createProcess, begin, append, stall, offsetOf, hashOf, objects } = useUploads();

describe('U1: several processes', () => {
  it('take turns on one upload', async () => {
    const bytes = randomBytes(20_000);
    const path = await begin(bytes.length);
    for (let offset = 0; offset < bytes.length; offset += 1_000) {
      const origin = origins[(offset / 1_000) % 2];
      const piece = bytes.subarray(offset, offset + 1_000);
      expect((await append(path, offset, piece, { origin })).status).toBe(204);
      expect(await offsetOf(path, { origin: origins[0] })).toBe(offset + 1_000);
    }
    expect(await hashOf(path)).toBe(sha256(bytes));
  });

  it('take one of several pieces for the same place', { timeout: 120_000 }, async () => {
    await repeatRace(async () => {
      const pieces = Array.from({ length: 4 }, () => randomBytes(30_000));
      const path = await begin(60_000);
      const results = await Promise.all(
        pieces.map((piece, index) => append(path, 0, piece, { origin: origins[index % 2] })),
      );
      const winners = results.flatMap(({ status }, index) => (status === 204 ? [index] : []));
      expect(winners.length).toBe(1);
      for (const { status } of results) expect([204, 409, 423]).toContain(status);
      const rest = randomBytes(30_000);
      expect((await append(path, 30_000, rest)).status).toBe(204);
      const expected = Buffer.concat([pieces[winners[0] ?? 0] ?? Buffer.alloc(0), rest]);
      expect(await hashOf(path)).toBe(sha256(expected));
      expect((await objects()).filter((key) => key.includes(idOf(path))).length).toBe(2);
    });
  });

  it('end a request that has stalled once another one wants its upload', async () => {
    const bytes = randomBytes(MEGABYTE);
    const path = await begin(bytes.length);
    const socket = await stall(path, bytes, 300_000);
    const offset = await offsetOf(path, { origin: origins[1] });
    expect(offset).toBeGreaterThan(0);
    expect((await append(path, offset, bytes.subarray(offset), { origin: origins[1] })).status).toBe(204);
    socket.destroy();
    expect(await hashOf(path)).toBe(sha256(bytes));
  });

  it('go on with an upload whose process was killed', async () => {
    const path = await begin(10);
    await sql`UPDATE uploads SET lease_holder = 'killed', lease_until = clock_timestamp() + interval '2 seconds'`.execute(
      site.db,
    );
    expect((await append(path, 0, Buffer.from('0123456789'))).status).toBe(204);
  });
});

describe('tus-js-client', () => {
  let proxy: FaultProxy;
  beforeAll(async () => {
    proxy = await startFaultProxy(origins[0]);
  });
  afterAll(() => proxy.close());

  it('U1: arrives byte for byte through cuts, 503s, a reload and a restart, by two processes in turn', {
    timeout: 120_000 + UPLOAD_MEGABYTES * 1000,
  }, async () => {
    const bytes = randomBytes(UPLOAD_MEGABYTES * MEGABYTE);
    const room = sql`UPDATE workspaces SET storage_bytes = ${2 * bytes.length} WHERE id = ${cast.workspace}`;
    await room.execute(site.db);
    let restarting: TestApp | undefined = await createProcess();
    let turns = [await restarting.listen(), origins[1]];
    proxy.target = turns[0] ?? '';
    const chunkSize = MEGABYTE / 2;
    const pieces = bytes.length / chunkSize;
    const [between, reload, restart] = [pieces / (UPLOAD_CUTS + 1), pieces / 2, (pieces * 2) / 3].map(
      Math.floor,
    );
    let piece = 0;
    const restartServer = async () => {
      proxy.target = 'http://127.0.0.1:9';
      await restarting?.close();
      restarting = undefined;
      turns = [...origins];
      proxy.target = origins[1];
    };
    const path = await begin(bytes.length);
    /** Sends what the server does not have yet, until the end or until the page is left. */
    const sendRest = () =>
      new Promise<void>((resolve, reject) => {
        const upload: Upload = new Upload(bytes, {
          // With an endpoint too, it would begin another upload after a 503.
          uploadUrl: proxy.endpoint + path,
          headers: { authorization: `Bearer ${cast.roles.editor.token}` },
          chunkSize,
          // As long as the test may last: how soon a busy machine closes the first server is not the question.
          retryDelays: Array.from({ length: 1000 }, () => 50),
          onError: reject,
          onSuccess: () => resolve(),
          onChunkComplete() {
            piece += 1;
            if (piece % (between ?? 1) === 0 && piece < pieces) {
              proxy.faults.push(cutRequestAfter(piece % 2 === 0 ? 200_000 : 10), respondWith(503));
              turns.reverse();
              if (turns[0] !== undefined) proxy.target = turns[0];
            }
            if (piece === restart) void restartServer();
            if (piece === reload) void upload.abort().then(resolve, reject);
          },
        });
        upload.start();
      });
    await sendRest();
    expect(await offsetOf(path)).toBeLessThan(bytes.length);
    await sendRest();
    await expect.poll(() => restarting).toBeUndefined();
    expect(await hashOf(path)).toBe(sha256(bytes));
  });
});
