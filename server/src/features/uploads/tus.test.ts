import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { MAX_UPLOAD_CHUNK } from '@oriel/contract';
import { describe, expect, it, vi } from 'vitest';
import { appendToUpload } from './service.ts';
import { CHUNK, idOf, MEGABYTE, sha256, useUploads } from './uploads.fixture.ts';

const { site, cast, origins, uploads, collection, send, begin, append, stall, offsetOf, hashOf, objects } =
  useUploads();

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
    expect(await hashOf(path)).toBeUndefined();
    expect((await append(path, 6, Buffer.from('world'))).headers.get('upload-offset')).toBe('11');
    expect(await hashOf(path)).toBe(sha256(Buffer.from('hello world')));

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
    expect(await hashOf(path)).toBe(sha256(Buffer.from('abcde')));
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
    expect(await hashOf(path)).toBe(sha256(bytes));
  });

  it('keeps what has arrived of a request that breaks off', async () => {
    const bytes = randomBytes(2 * MEGABYTE);
    const path = await begin(bytes.length);
    const socket = await stall(path, bytes, MEGABYTE);
    socket.destroy();
    await expect.poll(() => offsetOf(path), { timeout: 10_000 }).toBe(MEGABYTE);
    expect((await append(path, MEGABYTE, bytes.subarray(MEGABYTE))).status).toBe(204);
    expect(await hashOf(path)).toBe(sha256(bytes));
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
  expect(await hashOf(path)).toBe(sha256(Buffer.from('abcdefg')));
});
