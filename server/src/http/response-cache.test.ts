import { expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';

const response = (bytes: number) => ({
  route: '/a',
  etag: '"e"',
  variants: {
    identity: {
      encoding: 'identity' as const,
      headers: ['content-length', String(bytes)],
      body: Buffer.alloc(bytes),
    },
  },
});

it('caches no response that was read before a change', () => {
  const cache = new ResponseCache(1000, 1_000_000);
  const before = cache.generation;
  cache.clear();
  cache.set('/a', response(1), before);
  expect(cache.get('/a')).toBeUndefined();
  cache.set('/a', response(1), cache.generation);
  expect(cache.get('/a')).toBeDefined();
});

it('lets one request renew a stale response, and serves the others from the cache', async () => {
  const cache = new ResponseCache(400, 1_000_000);
  cache.set('/a', response(1), cache.generation);
  expect(cache.get('/a')).toBeDefined();
  await new Promise((resolve) => setTimeout(resolve, 210));
  expect(cache.get('/a')).toBeUndefined();
  expect(cache.get('/a')).toBeDefined();
  cache.set('/a', { ...response(1), etag: '"new"' }, cache.generation);
  expect(cache.get('/a')).toMatchObject({ etag: '"new"' });
  await new Promise((resolve) => setTimeout(resolve, 450));
  expect(cache.get('/a')).toBeUndefined();
  expect(cache.get('/a')).toBeUndefined();
});

it('stays within its memory limit', () => {
  const cache = new ResponseCache(10_000, 1_000_000);
  for (let index = 0; index < 500; index += 1) cache.set(`/${index}`, response(10_000), cache.generation);
  const cached = Array.from({ length: 500 }, (_, index) => cache.get(`/${index}`)).filter(Boolean).length;
  expect(cached).toBeGreaterThan(5);
  expect(cached * 10_000).toBeLessThan(1_000_000);
  for (let index = 0; index < 5000; index += 1)
    cache.set(`/${index}`.padEnd(500, 'x'), response(1), cache.generation);
  const long = Array.from({ length: 5000 }, (_, index) => `/${index}`.padEnd(500, 'x'));
  expect(long.filter((url) => cache.get(url)).length * 2 * 500).toBeLessThan(500_000);
  cache.set('/huge', response(900_000), cache.generation);
  expect(cache.get('/huge')).toBeUndefined();
});

it('shares concurrent loads of a key, but not across a change', async () => {
  const cache = new ResponseCache(1000, 1_000_000);
  let loads = 0;
  const load = async () => {
    loads += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return loads;
  };
  await Promise.all([cache.share('a', load), cache.share('a', load), cache.share('b', load)]);
  expect(loads).toBe(2);
  const running = cache.share('a', load);
  cache.clear();
  await Promise.all([running, cache.share('a', load)]);
  expect(loads).toBe(4);
  await expect(cache.share('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache.share('c', async () => 7)).toBe(7);
});
