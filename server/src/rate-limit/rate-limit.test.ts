import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import type { Config } from '../config/config.ts';
import { countHit, deleteExpiredWindows } from './store.ts';

let test: TestApp;
afterEach(() => test.close());

const MAX = 3;
const start = async (config: Partial<Config>) => {
  test = await createTestApp({ config: { reactionsPerMinute: MAX, ...config } });
};

/** A request that counts whether its tour exists or not. */
const react = (ip: string, forwardedFor?: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/vr360/no-such-place/view',
    remoteAddress: ip,
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  });

it('refuses an IP that has used up its limit, with a retry time', async () => {
  await start({});
  for (let count = 1; count <= MAX; count += 1) {
    const response = await react('192.0.2.1');
    expect(response.statusCode).toBe(404);
    expect(response.headers['ratelimit-remaining']).toBe(String(MAX - count));
  }
  const refused = await react('192.0.2.1');
  expect(refused.statusCode).toBe(429);
  expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await react('192.0.2.2')).statusCode).toBe(404);
});

it('trusts X-Forwarded-For from trusted proxies only', async () => {
  await start({ trustedProxies: ['10.0.0.0/8'] });
  for (let count = 1; count <= MAX * 2; count += 1) {
    expect((await react('10.1.2.3', `198.51.100.${count}`)).statusCode).toBe(404);
  }
  const statuses: number[] = [];
  for (let count = 1; count <= MAX + 1; count += 1) {
    statuses.push((await react('192.0.2.9', `198.51.100.${100 + count}`)).statusCode);
  }
  expect(statuses).toEqual([404, 404, 404, 429]);
  // Only the entry that the trusted proxy appends counts.
  const forged = await react('10.1.2.3', '203.0.113.1, 192.0.2.9');
  expect(forged.statusCode).toBe(429);
});

it('counts IPv6 by /64, and by /48 with ten times the limit', async () => {
  await start({});
  for (let count = 1; count <= MAX; count += 1) {
    expect((await react(`2001:db8:0:1::${count}`)).statusCode).toBe(404);
  }
  expect((await react('2001:db8:0:1:ffff::')).statusCode).toBe(429);
  // The refused request counted for the /48 as well: 4 of its 30.
  const statuses: number[] = [];
  for (let count = 0; count < 27; count += 1) {
    statuses.push((await react(`2001:db8:0:${2 + Math.floor(count / MAX)}::1`)).statusCode);
  }
  expect(statuses).toEqual([...Array(26).fill(404), 429]);
  expect((await react('2001:db8:1::1')).statusCode).toBe(404);
});

it('counts an IPv4 address written as IPv6 as the same source', async () => {
  await start({});
  await react('192.0.2.1');
  await react('::ffff:192.0.2.1');
  await react('::ffff:c000:201');
  expect((await react('192.0.2.1')).statusCode).toBe(429);
  expect((await react('::ffff:192.0.2.2')).statusCode).toBe(404);
});

it('deletes all expired windows that a flood leaves', async () => {
  await start({});
  await sql`
    INSERT INTO rate_limits SELECT 'flood:' || n, 1, now() - interval '1 second' FROM generate_series(1, 25000) AS n
  `.execute(test.db);
  await Promise.all([deleteExpiredWindows(test.db), deleteExpiredWindows(test.db)]);
  await deleteExpiredWindows(test.db);
  expect(await test.db.selectFrom('rate_limits').select('key').execute()).toEqual([]);
});

it('counts parallel hits exactly, and starts over when the window ends', async () => {
  await start({});
  const usages = await Promise.all(Array.from({ length: 40 }, () => countHit(test.db, 'key', 60_000)));
  expect(usages.map(({ current }) => current).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  await sql`UPDATE rate_limits SET resets_at = now() - interval '1 second'`.execute(test.db);
  expect((await countHit(test.db, 'key', 60_000)).current).toBe(1);
  await countHit(test.db, 'other', 0);
  await deleteExpiredWindows(test.db);
  const remaining = await test.db.selectFrom('rate_limits').select('key').execute();
  expect(remaining).toEqual([{ key: 'key' }]);
});
