import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockedTours } from '../../testing/apps/wallet-app.ts';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { inTransaction } from '../database/database.ts';
import { createCategory, createExperiences } from '../features/catalogue/service.ts';

let site: TestApp;
let reads = 0;

beforeAll(async () => {
  site = await createTestApp({
    // Longer than any run of these tests; expiry is tested separately.
    config: { responseCacheMs: 600_000 },
    resolveCaller: async () => ({ kind: 'member', memberId: 'anna', sessionId: 's' }),
  });
  site.app.get('/counted', { config: { sharedByGuests: true, knownParameters: ['x'] } }, async () => {
    reads += 1;
    return { reads, filler: 'words '.repeat(1000) };
  });
  site.app.get(
    '/unsendable',
    { config: { sharedByGuests: true, knownParameters: ['x'] } },
    async (_request, reply) => {
      const { writeHead } = reply.raw;
      reply.raw.writeHead = () => {
        reply.raw.writeHead = writeHead;
        throw new Error('a header that cannot be sent');
      };
      return { filler: 'words '.repeat(1000) };
    },
  );
  site.app.get('/private', async () => {
    reads += 1;
    return { reads };
  });
  site.app.get('/missing', { config: { sharedByGuests: true } }, async (_request, reply) => {
    reads += 1;
    return reply.code(404).send({ reads });
  });
});
afterAll(() => site.close());

let origin: Promise<string> | undefined;
const listening = () => {
  origin ??= site.listen();
  return origin;
};
const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'GET', url, headers });

describe('responses for guests', () => {
  it('are cached with the same bytes and headers', async () => {
    site.app.responseCache.clear();
    const first = await get('/counted');
    const second = await get('/counted');
    expect(second.body).toBe(first.body);
    expect(second.statusCode).toBe(200);
    const { 'x-request-id': id, date: _, ...headers } = first.headers;
    expect(id).toBeDefined();
    expect(second.headers).toMatchObject(headers);
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=1, s-maxage=1, stale-while-revalidate=1',
      vary: 'Authorization, Accept-Encoding, Origin',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('differ by URL', async () => {
    site.app.responseCache.clear();
    const first = (await get('/counted')).json<{ reads: number }>().reads;
    expect((await get('/counted?x=1')).json().reads).toBe(first + 1);
  });

  it('are the same whatever unknown parameters the query has', async () => {
    site.app.responseCache.clear();
    const { body } = await get('/counted?x=1');
    for (const query of ['x=1&y=2', 'y=3&x=1', '%78=1']) {
      expect((await get(`/counted?${query}`)).body).toBe(body);
    }
  });

  it('are not cached for long URLs', async () => {
    site.app.responseCache.clear();
    const long = `/counted?x=${'a'.repeat(600)}`;
    const first = (await get(long)).json().reads;
    expect((await get(long)).json().reads).toBe(first + 1);
    expect(site.app.responseCache.bytes).toBe(0);
  });

  it('expire', async () => {
    const other = await createTestApp({ config: { responseCacheMs: 300 } });
    try {
      other.app.get('/counted', { config: { sharedByGuests: true } }, async () => {
        reads += 1;
        return { reads };
      });
      const count = async () => (await other.app.inject('/counted')).json<{ reads: number }>().reads;
      const first = await count();
      await expect.poll(count, { timeout: 10_000, interval: 50 }).toBeGreaterThan(first);
    } finally {
      await other.close();
    }
  });

  it('are cleared by a change', async () => {
    site.app.responseCache.clear();
    const first = (await get('/counted')).json().reads;
    site.app.responseCache.clear();
    expect((await get('/counted')).json().reads).toBe(first + 1);
  });

  it('are never served to members, nor cached from theirs', async () => {
    site.app.responseCache.clear();
    const member = await get('/counted', { authorization: 'Bearer x' });
    expect(member.headers['cache-control']).toBe('private, no-store');
    const guest = await get('/counted');
    expect(guest.json().reads).toBe(member.json().reads + 1);
    expect((await get('/counted', { authorization: 'Bearer x' })).json().reads).toBe(guest.json().reads + 1);
  });

  it('are not cached without sharedByGuests, nor for failures', async () => {
    for (const url of ['/private', '/missing']) {
      const first = (await get(url)).json().reads;
      expect((await get(url)).json().reads).toBe(first + 1);
    }
  });

  it.each(['identity', 'gzip', 'br'])('that cannot be sent are a problem: %s', async (encoding) => {
    const response = await get(`/unsendable?x=${encoding}`, { 'accept-encoding': encoding });
    expect([response.statusCode, response.json().code]).toEqual([500, 'internal_error']);
    expect((await get('/counted')).statusCode).toBe(200);
  });

  it('are not sent again to clients whose copy is current', async () => {
    site.app.responseCache.clear();
    const { headers } = await get('/counted');
    const etag = String(headers.etag);
    const cached = await get('/counted', { 'if-none-match': etag });
    expect([cached.statusCode, cached.body]).toEqual([304, '']);
    expect(cached.headers).toMatchObject({
      etag,
      'cache-control': headers['cache-control'],
      vary: headers.vary,
    });
    expect((await get('/counted', { 'if-none-match': `"x", ${etag}` })).statusCode).toBe(304);
    expect((await get('/counted', { 'if-none-match': '"x"' })).statusCode).toBe(200);
    site.app.responseCache.clear();
    expect((await get('/counted', { 'if-none-match': etag })).statusCode).toBe(200);
    const fresh = String((await get('/missing', { 'if-none-match': '*' })).statusCode);
    expect(fresh).toBe('404');
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('are compressed with %s, cached or not', async (encoding, decompress) => {
    for (const state of ['new', 'cached']) {
      if (state === 'new') site.app.responseCache.clear();
      const response = await get('/counted', { 'accept-encoding': `${encoding}, deflate` });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
      expect(response.rawPayload.length).toBeLessThan(500);
      const plain = await get('/counted');
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(decompress(response.rawPayload).toString()).toBe(plain.body);
    }
    const refused = await get('/counted', { 'accept-encoding': `${encoding};q=0` });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('have no body for HEAD', async () => {
    site.app.responseCache.clear();
    for (const state of ['new', 'cached']) {
      if (state === 'cached') await get('/counted');
      const head = await site.app.inject({ method: 'HEAD', url: '/counted' });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(Number(head.headers['content-length'])).toBeGreaterThan(6000);
    }
  });
});

describe('over a socket', () => {
  it('a cached response equals the first one', async () => {
    const origin = await listening();
    for (const encoding of ['identity', 'gzip', 'br']) {
      site.app.responseCache.clear();
      const headers = { 'accept-encoding': encoding };
      const first = await fetch(`${origin}/counted`, { headers });
      const text = await first.text();
      for (let count = 0; count < 3; count += 1) {
        const cached = await fetch(`${origin}/counted`, { headers });
        expect(cached.headers.get('x-request-id')).toBeNull();
        expect(cached.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
        expect(cached.headers.get('etag')).toBe(first.headers.get('etag'));
        expect(await cached.text()).toBe(text);
        const etag = cached.headers.get('etag') ?? '';
        const unchanged = await fetch(`${origin}/counted`, {
          headers: { ...headers, 'if-none-match': etag },
        });
        expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
      }
      const member = await fetch(`${origin}/counted`, { headers: { ...headers, authorization: 'Bearer x' } });
      expect(member.headers.get('cache-control')).toBe('private, no-store');
      expect(await member.text()).not.toBe(text);
      const head = await fetch(`${origin}/counted`, { method: 'HEAD', headers });
      expect([head.status, await head.text()]).toEqual([200, '']);
    }
  });
});

it('unknown parameters neither reach the database nor fill the memory', async () => {
  const { responseCache } = site.app;
  responseCache.clear();
  await inTransaction(site.db, (tx) => createCategory(tx, { id: 1, name: 'Inns', icon: '🛏️' }));
  const origin = await listening();
  const first = await (await fetch(`${origin}/api/categories/1`)).text();
  await site.db.updateTable('categories').set({ name: 'Changed behind the cache' }).execute();
  const { bytes } = responseCache;
  for (let index = 0; index < 200; index += 1) {
    const response = await fetch(`${origin}/api/categories/1?x=${index}&${'y'.repeat(index)}`);
    expect(await response.text()).toBe(first);
  }
  expect(responseCache.bytes).toBe(bytes);
});

it('links to the next page contain no unknown parameter', async () => {
  site.app.responseCache.clear();
  await inTransaction(site.db, (tx) => createExperiences(tx, lockedTours(3)));
  const response = await get('/api/vr360?x=evil&limit=2&sort=new');
  expect(response.headers.link).toMatch(/^<\/api\/vr360\?limit=2&sort=new&cursor=/);
});
