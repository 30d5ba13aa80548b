import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { BUILD_FILE_POLICY } from './content-security-policy.ts';
import { shareFiles } from './shared-files.ts';

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'GET', url, headers });

describe('build files', () => {
  it('are cached for 30 days and precompressed', async () => {
    const { body } = await get('/experiences');
    const [path = ''] = body.match(/\/assets\/framework-[\w-]+\.js/) ?? [];
    const response = await get(path, { 'accept-encoding': 'br' });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=2592000, immutable',
      'content-encoding': 'br',
    });
    expect(brotliDecompressSync(response.rawPayload).length).toBeGreaterThan(response.rawPayload.length);
    expect(response.headers['content-security-policy']).toBe(BUILD_FILE_POLICY);
  });

  it('C10 of other releases are served from the storage, for pages that a process of theirs has rendered', async () => {
    const { storage, config } = site.app.dependencies;
    const folder = mkdtempSync(path.join(tmpdir(), 'oriel-builds-'));
    const script = (name: string) => `export const name = '${name}';`;
    /** Another release starts on a day of January. */
    const start = async (name: string, day: number) => {
      const client = path.join(folder, name);
      mkdirSync(path.join(client, 'assets'), { recursive: true });
      writeFileSync(path.join(client, 'assets', `page-${name}.js`), script(name));
      writeFileSync(path.join(client, 'assets', `page-${name}.js.br`), brotliCompressSync(script(name)));
      await shareFiles(storage, config.secretKey, client, new Date(Date.UTC(2030, 0, day)));
    };
    const ask = (name: string, headers = {}) => get(`/assets/page-${name}.js`, headers);

    const missing = await ask('one');
    expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store']);
    await start('one', 1);
    const plain = await ask('one');
    expect([plain.statusCode, plain.body]).toEqual([200, script('one')]);
    expect(plain.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=2592000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(plain.headers['content-security-policy']).toBe(BUILD_FILE_POLICY);
    const brotli = await ask('one', { 'accept-encoding': 'br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script('one'));

    // For two releases, and for a week.
    await start('two', 2);
    await start('three', 3);
    await start('four', 4);
    expect((await ask('four')).statusCode).toBe(200);
    expect((await ask('one')).statusCode).toBe(200);
    await start('two', 20);
    await start('five', 20);
    const kept = [];
    for await (const key of storage.list('pages/')) if (key.endsWith('/index')) kept.push(key);
    expect(kept).toHaveLength(3);
    expect((await ask('five')).statusCode).toBe(200);
    expect((await ask('two')).statusCode).toBe(200);
    expect((await ask('four')).statusCode).toBe(200);
    expect((await ask('three')).statusCode).toBe(404);

    // They run as scripts of the site, so write access to the bucket must not be enough to place one.
    const stored = await Array.fromAsync(storage.list('pages/'));
    for (const key of stored.filter((each) => each.endsWith('files.pack'))) {
      const { size } = (await storage.stat(key)) ?? { size: 0 };
      await storage.put(key, Buffer.alloc(size, 'x'));
    }
    expect((await ask('five')).statusCode).toBe(404);
    expect((await ask('four', { 'accept-encoding': 'br' })).statusCode).toBe(404);
    const forged = path.join(folder, 'forged');
    mkdirSync(path.join(forged, 'assets'), { recursive: true });
    writeFileSync(path.join(forged, 'assets', 'page-forged.js'), script('forged'));
    await shareFiles(storage, 'the key of another installation', forged);
    expect((await ask('forged')).statusCode).toBe(404);
    await shareFiles(storage, config.secretKey, forged);
    expect((await ask('forged')).statusCode).toBe(200);
    rmSync(folder, { recursive: true });
  });

  it('hold no schema library', async () => {
    const { body } = await get('/experiences');
    const paths = new Set(body.match(/\/assets\/[\w.-]+\.js/g));
    for (const path of paths) expect((await get(path)).body).not.toContain('ZodError');
  });

  it('icons are cached for 7 days', async () => {
    const response = await get('/favicon.svg');
    expect(response.headers['cache-control']).toBe('public, max-age=604800');
  });
});
