import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_UPLOAD_CHUNK } from '@oriel/contract';
import { sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cutRequestAfter,
  type FaultProxy,
  respondWith,
  startFaultProxy,
} from '../../../testing/fault-proxy.ts';
import { createTestApp, repeatRace, type TestApp } from '../../../testing/index.ts';
import { useAccountsApp } from '../../../testing/use-app.ts';
import { type Cast, castRoles, type Member } from '../workspaces/workspaces.fixture.ts';
import {
  appendToUpload,
  hashUpload,
  removeAbandonedPieces,
  removeExpiredUploads,
  type UploadDependencies,
} from './service.ts';

const MEGABYTE = 1024 * 1024;
/** A whole film: `UPLOAD_MEGABYTES=1024 UPLOAD_CUTS=30`. */
const UPLOAD_MEGABYTES = Number(process.env.UPLOAD_MEGABYTES ?? 6);
const UPLOAD_CUTS = Number(process.env.UPLOAD_CUTS ?? 3);
const CHUNK = { 'content-type': 'application/offset+octet-stream' };

const site = useAccountsApp({ poolSize: 20 });
/** What the functions that are called here directly do not ask for. */
const UNUSED = {
  plans: { plans: new Map(), defaultBytes: 1 },
  keepFinishedMs: 1,
  readFiles: async () => ({ bytes: 0, files: 0 }),
  onFinished: async () => {},
};

let cast: Cast;
/** Two processes of one installation. */
let other: TestApp;
let origins: [string, string];
let uploads: UploadDependencies;
beforeAll(async () => {
  cast = await castRoles(site);
  const { storage } = site.app.dependencies;
  other = await createTestApp({ db: site.db, storage, config: { secretKey: site.config.secretKey } });
  origins = [await site.listen(), await other.listen()];
  uploads = { db: site.db, storage, workDir: `${site.config.dataDir}/upload-work`, ...UNUSED };
});
afterAll(() => other.close());
beforeEach(async () => {
  await sql`DELETE FROM uploads`.execute(site.db);
  await sql`DELETE FROM studio_media`.execute(site.db);
  await site.app.dependencies.storage.removeAll('uploads/');
  await sql`UPDATE workspaces SET storage_bytes = NULL`.execute(site.db);
});

interface Sent {
  member?: Member;
  headers?: Record<string, string>;
  body?: Uint8Array;
  origin?: string | undefined;
}

const collection = () => `/api/studio/uploads?workspace=${cast.workspace}`;

/** Sends a request by tus, as the editor unless it says otherwise. */
function send(method: string, path: string, { member, headers = {}, body, origin }: Sent = {}) {
  const { token } = member ?? cast.roles.editor;
  return fetch((origin ?? origins[0]) + path, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Bearer ${token}`, ...headers },
    ...(body && { body: body as BodyInit }),
  });
}

/** Begins an upload. @returns its path */
async function begin(size: number, options: Sent = {}): Promise<string> {
  const headers = { 'upload-length': `${size}`, ...options.headers };
  const response = await send('POST', collection(), { ...options, headers });
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
}

const append = (path: string, offset: number, body: Uint8Array, options: Sent = {}) =>
  send('PATCH', path, {
    body,
    ...options,
    headers: { ...CHUNK, 'upload-offset': `${offset}`, ...options.headers },
  });

const idOf = (path: string) => /u_[\w-]{22}/.exec(path)?.[0] ?? '';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const offsetOf = async (path: string, options?: Sent) =>
  Number((await send('HEAD', path, options)).headers.get('upload-offset'));
const objects = () => Array.fromAsync(site.app.dependencies.storage.list('uploads/'));

describe('tus 1.0', () => {
  it('creates, appends, says where to go on, and ends', async () => {
    const metadata = `filename ${Buffer.from('Küche.jpg').toString('base64')},is_panorama`;
    const created = await send('POST', collection(), {
      headers: { 'upload-length': '11', 'upload-metadata': metadata },
    });
    expect(created.status).toBe(201);
    const path = created.headers.get('location') ?? '';
    expect(path).toMatch(/^\/api\/studio\/uploads\/u_[\w-]{22}\?workspace=w_/);
    expect(created.headers.get('tus-resumable')).toBe('1.0.0');
    const expires = Date.parse(created.headers.get('upload-expires') ?? '') - Date.now();
    expect(expires / 3_600_000).toBeCloseTo(24, 1);

    const first = await append(path, 0, Buffer.from('hello '));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '6']);
    expect(first.headers.get('upload-expires')).not.toBeNull();
    const head = await send('HEAD', path);
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-offset': '6',
      'upload-length': '11',
      'upload-metadata': metadata,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await hashUpload(uploads, idOf(path))).toBeUndefined();
    expect((await append(path, 6, Buffer.from('world'))).headers.get('upload-offset')).toBe('11');
    expect(await hashUpload(uploads, idOf(path))).toBe(sha256(Buffer.from('hello world')));

    expect((await send('DELETE', path)).status).toBe(204);
    for (const method of ['HEAD', 'DELETE']) expect((await send(method, path)).status).toBe(404);
    expect((await append(path, 11, Buffer.from('x'))).status).toBe(404);
    expect(await objects()).toEqual([]);
  });

  it('takes the first piece with the creation', async () => {
    const headers = { ...CHUNK, 'upload-length': '5' };
    const created = await send('POST', collection(), { headers, body: Buffer.from('abc') });
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '3']);
    const path = created.headers.get('location') ?? '';
    expect((await append(path, 3, Buffer.from('de'))).status).toBe(204);
    expect(await hashUpload(uploads, idOf(path))).toBe(sha256(Buffer.from('abcde')));
  });

  it('says what it speaks', async () => {
    const response = await fetch(`${origins[0]}/api/studio/uploads`, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': `${site.config.media.videoMaxBytes}`,
    });
  });

  it.each<[string, string, Record<string, string>, number, string]>([
    ['another version', 'PATCH', { 'tus-resumable': '0.2.2' }, 412, 'tus_version'],
    ['another version at creation', 'POST', { 'tus-resumable': '2.0.0' }, 412, 'tus_version'],
    ['another type', 'PATCH', { 'content-type': 'application/octet-stream' }, 415, 'unsupported_media_type'],
    ['JSON', 'PATCH', { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
    ['a place that is not the end', 'PATCH', { 'upload-offset': '4' }, 409, 'offset_conflict'],
    ['no place', 'PATCH', { 'upload-offset': '-1' }, 400, 'invalid_upload'],
    ['more than was announced', 'PATCH', { 'upload-offset': '3' }, 413, 'upload_too_large'],
    ['another method in a header', 'POST', { 'x-http-method-override': 'PATCH' }, 400, 'method_override'],
    ['no length', 'POST', {}, 400, 'invalid_upload'],
    ['a length to be told later', 'POST', { 'upload-defer-length': '1' }, 501, 'invalid_upload'],
    ['a negative length', 'POST', { 'upload-length': '-5' }, 400, 'invalid_upload'],
    ['a length that is none', 'POST', { 'upload-length': '1e3' }, 400, 'invalid_upload'],
    ['too large a file', 'POST', { 'upload-length': `${3 * 1024 ** 3}` }, 413, 'upload_too_large'],
    [
      'metadata that is none',
      'POST',
      { 'upload-length': '5', 'upload-metadata': 'a b c,,' },
      400,
      'invalid_upload',
    ],
    [
      'too much metadata',
      'POST',
      { 'upload-length': '5', 'upload-metadata': `filename ${Buffer.alloc(8_000, 'a').toString('base64')}` },
      400,
      'invalid_upload',
    ],
    [
      'metadata that cannot be stored',
      'POST',
      { 'upload-length': '5', 'upload-metadata': `filename ${Buffer.from('a\0b').toString('base64')}` },
      400,
      'invalid_request',
    ],
  ])('refuses %s, and nothing changes', async (_, method, headers, status, code) => {
    const path = await begin(10);
    await append(path, 0, Buffer.from('abc'));
    const isPatch = method === 'PATCH';
    const response = await send(method, isPatch ? path : collection(), {
      headers: { ...(isPatch && { ...CHUNK, 'upload-offset': '3' }), ...headers },
      ...(isPatch && { body: Buffer.alloc(8) }),
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('tus-resumable')).toBe('1.0.0');
    if (status === 412) expect(response.headers.get('tus-version')).toBe('1.0.0');
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toMatchObject({ code, status });
    expect(await offsetOf(path)).toBe(3);
    expect((await objects()).length).toBe(1);
  });

  it('takes 16 MiB at once and no more, however they are sent', async () => {
    const bytes = randomBytes(MAX_UPLOAD_CHUNK + 5);
    const path = await begin(bytes.length);
    const refused = await append(path, 0, bytes);
    expect([refused.status, (await refused.json()).code]).toEqual([413, 'chunk_too_large']);
    const unannounced = await fetch(origins[0] + path, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        authorization: `Bearer ${cast.roles.editor.token}`,
        'upload-offset': '0',
        ...CHUNK,
      },
      body: new Blob([bytes]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect([unannounced.status, (await unannounced.json()).code]).toEqual([413, 'chunk_too_large']);
    const offset = await offsetOf(path);
    expect(offset).toBe(MAX_UPLOAD_CHUNK);
    expect((await append(path, offset, bytes.subarray(offset))).status).toBe(204);
    expect(await hashUpload(uploads, idOf(path))).toBe(sha256(bytes));
  });

  it('keeps what has arrived of a request that breaks off', async () => {
    const bytes = randomBytes(2 * MEGABYTE);
    const path = await begin(bytes.length);
    const { hostname, port } = new URL(origins[0]);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: ${hostname}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
        `Authorization: Bearer ${cast.roles.editor.token}\r\nContent-Type: application/offset+octet-stream\r\n` +
        `Content-Length: ${bytes.length}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, MEGABYTE));
    await sleep(500);
    socket.destroy();
    await expect.poll(() => offsetOf(path)).toBeGreaterThan(MEGABYTE / 2);
    const offset = await offsetOf(path);
    expect(offset).toBeLessThanOrEqual(MEGABYTE);
    expect((await append(path, offset, bytes.subarray(offset))).status).toBe(204);
    expect(await hashUpload(uploads, idOf(path))).toBe(sha256(bytes));
  });
});

it('keeps of a piece what was written before its disk was full, to the byte', async () => {
  const path = await begin(7);
  const probe = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const full = new Error('no space left on device');
  vi.spyOn(handles, 'writeFile').mockImplementation(async function (this: FileHandle, data) {
    const piece = data as Buffer;
    await this.write(piece.subarray(0, 3));
    if (piece.length > 3) throw full;
  });
  const pieces = Readable.from([Buffer.from('abc'), Buffer.from('defg')]);
  await expect(appendToUpload(uploads, idOf(path), 0, pieces)).rejects.toBe(full);
  vi.restoreAllMocks();
  const offset = await offsetOf(path);
  expect((await append(path, offset, Buffer.from('abcdefg').subarray(offset))).status).toBe(204);
  expect(await hashUpload(uploads, idOf(path))).toBe(sha256(Buffer.from('abcdefg')));
});

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
    expect(await hashUpload(uploads, idOf(path))).toBe(sha256(bytes));
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
      expect(await hashUpload(uploads, idOf(path))).toBe(sha256(expected));
      expect((await objects()).filter((key) => key.includes(idOf(path))).length).toBe(2);
    });
  });

  it('end a request that has stalled once another one wants its upload', async () => {
    const bytes = randomBytes(MEGABYTE);
    const path = await begin(bytes.length);
    const { hostname, port } = new URL(origins[0]);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: ${hostname}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
        `Authorization: Bearer ${cast.roles.editor.token}\r\nContent-Type: application/offset+octet-stream\r\n` +
        `Content-Length: ${bytes.length}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, 300_000));
    await sleep(500);
    const offset = await offsetOf(path, { origin: origins[1] });
    expect(offset).toBeGreaterThan(0);
    expect((await append(path, offset, bytes.subarray(offset), { origin: origins[1] })).status).toBe(204);
    socket.destroy();
    expect(await hashUpload(uploads, idOf(path))).toBe(sha256(bytes));
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
    let restarting: TestApp | undefined = await createTestApp({
      db: site.db,
      storage: site.app.dependencies.storage,
      config: { secretKey: site.config.secretKey },
    });
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
    expect(await hashUpload(uploads, idOf(path))).toBe(sha256(bytes));
  });
});

describe('who may upload', () => {
  it('R5: hides an upload from everybody but its member', async () => {
    const path = await begin(10);
    const { editor, admin, contributor, viewer } = cast.roles;
    for (const member of [admin, contributor, cast.neighbour, cast.stranger]) {
      expect((await send('HEAD', path, { member })).status).toBe(404);
      expect((await append(path, 0, Buffer.from('x'), { member })).status).toBe(404);
      expect((await send('DELETE', path, { member })).status).toBe(404);
    }
    const elsewhere = path.replace(cast.workspace, cast.other);
    expect((await send('HEAD', elsewhere, { member: cast.neighbour })).status).toBe(404);
    expect((await send('DELETE', elsewhere, { member: cast.neighbour })).status).toBe(404);
    expect((await send('HEAD', path, { member: viewer })).status).toBe(403);
    expect(
      (await send('POST', collection(), { member: viewer, headers: { 'upload-length': '1' } })).status,
    ).toBe(403);
    expect((await send('HEAD', path, { headers: { authorization: 'Bearer none' } })).status).toBe(401);
    for (const id of ['u_', '..', `u_${'A'.repeat(22)}`, '%00', 'constructor'])
      expect([400, 404]).toContain(
        (await send('HEAD', path.replace(idOf(path), id), { member: editor })).status,
      );
    expect(await offsetOf(path)).toBe(0);
  });

  it('U2: never gives more bytes than the workspace has, however many begin at once', async () => {
    await sql`UPDATE workspaces SET storage_bytes = ${10 * MEGABYTE} WHERE id = ${cast.workspace}`.execute(
      site.db,
    );
    const create = (origin: string | undefined) =>
      send('POST', collection(), { headers: { 'upload-length': `${MEGABYTE}` }, ...(origin && { origin }) });
    const results = await Promise.all(Array.from({ length: 64 }, (_, index) => create(origins[index % 2])));
    expect(results.filter(({ status }) => status === 201).length).toBe(10);
    const refused = results.find(({ status }) => status === 413);
    expect(refused?.headers.get('upload-bytes-left')).toBe('0');
    expect(await refused?.json()).toMatchObject({
      code: 'workspace_full',
      detail: 'This file does not fit: the workspace has 0 MB left.',
    });
    const gone = results.find(({ status }) => status === 201)?.headers.get('location') ?? '';
    expect((await send('DELETE', gone)).status).toBe(204);
    expect((await create(origins[0])).status).toBe(201);
    expect((await create(origins[0])).status).toBe(413);
    const neighbour = `/api/studio/uploads?workspace=${cast.other}`;
    const headers = { 'upload-length': `${MEGABYTE}` };
    expect((await send('POST', neighbour, { member: cast.neighbour, headers })).status).toBe(201);
  });

  it('removes what was left for a day, and frees its bytes', async () => {
    await sql`UPDATE workspaces SET storage_bytes = 10`.execute(site.db);
    const path = await begin(10);
    await append(path, 0, Buffer.from('abc'));
    await sql`UPDATE uploads SET created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'`.execute(
      site.db,
    );
    const late = await append(path, 3, Buffer.from('d'));
    expect([late.status, (await late.json()).code]).toEqual([410, 'upload_expired']);
    const next = await begin(10);
    expect((await objects()).length).toBe(1);
    await removeExpiredUploads(uploads);
    expect(await objects()).toEqual([]);
    expect((await send('HEAD', path)).status).toBe(404);
    expect(await offsetOf(next)).toBe(0);
  });

  it('says of a whole file that it has arrived, also once it is of no use any more', async () => {
    const path = await begin(3);
    await append(path, 0, Buffer.from('abc'));
    await sql`UPDATE uploads SET created_at = created_at - interval '25 hours', expires_at = now() - interval '1 hour'`.execute(
      site.db,
    );
    const head = await send('HEAD', path);
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '3']);
  });

  it('reserves a file once where the response was lost', async () => {
    const about = (name: string, changed: number) => ({
      headers: {
        'upload-metadata': `filename ${btoa(name)},lastmodified ${btoa(`${changed}`)}`,
      },
    });
    const path = await begin(10, about('room.jpg', 1));
    expect(await begin(10, about('room.jpg', 1))).toBe(path);
    expect(await offsetOf(path)).toBe(0);
    const others = [
      await begin(11, about('room.jpg', 1)),
      await begin(10, about('hall.jpg', 1)),
      await begin(10, about('room.jpg', 2)),
      await begin(10, { ...about('room.jpg', 1), member: cast.roles.owner }),
    ];
    expect(new Set([path, ...others]).size).toBe(5);
    await append(path, 0, Buffer.from('abc'));
    expect(await begin(10, about('room.jpg', 1))).not.toBe(path);
  });

  it('leaves no pieces of killed processes on this machine', async () => {
    await mkdir(uploads.workDir, { recursive: true });
    const [old, recent] = ['old', 'recent'].map((name) => `${uploads.workDir}/${name}`) as [string, string];
    for (const file of [old, recent]) await writeFile(file, 'abc');
    await utimes(old, new Date(0), new Date(0));
    await removeAbandonedPieces(uploads);
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
    await rm(recent);
  });

  it('ends with the account', async () => {
    const member = await site.join();
    await site.db
      .insertInto('workspace_members')
      .values({ workspace_id: cast.workspace, member_id: member.user.id, role: 'contributor' })
      .execute();
    const metadata = `filename ${Buffer.from('garden.jpg').toString('base64')}`;
    const path = await begin(10, { member, headers: { 'upload-metadata': metadata } });
    const { uploadsAsPersonalData } = await import('./personal-data.ts');
    const { uploads: exported } = await uploadsAsPersonalData.export(site.db, member.user.id);
    expect(exported).toMatchObject([{ filename: 'garden.jpg', size: 10 }]);
    await site.db.transaction().execute((tx) => uploadsAsPersonalData.erase(tx, member.user.id));
    expect((await send('HEAD', path, { member })).status).toBe(404);
    await removeExpiredUploads(uploads);
    const { rows } = await sql`SELECT 1 FROM uploads`.execute(site.db);
    expect(rows).toEqual([]);
  });
});
