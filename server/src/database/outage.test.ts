import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, createTestDatabase, type TestApp, type TestDatabase } from '../../testing/index.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { type Db, openDatabase } from './database.ts';
import { REQUEST_LIMITS } from './limits.ts';

const POOL = 2;
/** More than the pool has, so that some wait for a connection. */
const REQUESTS = 6;
/** With these limits a request gives up after four seconds. */
const LIMITS = { ...REQUEST_LIMITS, connectMs: 1_000, statementMs: 1_000 };

let database: TestDatabase;
let proxy: TcpProxy;
let db: Db;
let site: TestApp;
beforeAll(async () => {
  database = await createTestDatabase(1);
  const direct = new URL(database.connectionString);
  proxy = await startTcpProxy({ path: `${direct.searchParams.get('host')}/.s.PGSQL.5432` });
  direct.search = '';
  direct.host = `127.0.0.1:${proxy.port}`;
  db = openDatabase({ connectionString: direct.href, poolSize: POOL, limits: LIMITS });
  site = await createTestApp({ db, config: { responseCacheMs: 0 } });
});
afterAll(async () => {
  proxy?.thaw();
  await site?.close();
  await db?.destroy();
  await proxy?.close();
  await database?.drop();
});

const get = (url: string) => site.app.inject(url);
const readMany = () => Promise.all(Array.from({ length: REQUESTS }, () => get('/api/categories')));
const isReady = async () => (await get('/readyz')).statusCode === 200;

function expectUnavailable(responses: Awaited<ReturnType<typeof readMany>>): void {
  for (const response of responses) {
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
    expect(response.json()).toMatchObject({ code: 'unavailable' });
  }
}

describe('a network that falls silent', () => {
  it('fails requests with 503 in bounded time, and they succeed again when it is back', async () => {
    expect((await readMany()).map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: REQUESTS }, () => 200),
    );
    proxy.freeze();
    const began = performance.now();
    const reads = readMany();
    expect((await get('/healthz')).statusCode).toBe(200);
    expect((await get('/readyz')).statusCode).toBe(503);
    expectUnavailable(await reads);
    // Now no connection is left, and none can be established.
    expectUnavailable(await readMany());
    // Without limits of its own, the process would wait for as long as TCP does: a quarter of an hour.
    expect(performance.now() - began).toBeLessThan(30_000);
    proxy.thaw();
    await vi.waitUntil(isReady, { timeout: 10_000 });
    expect((await get('/api/categories')).statusCode).toBe(200);
  });
});

describe('connections that are reset', () => {
  it('fail no request with 500, and the next ones succeed', async () => {
    await get('/api/categories');
    const reads = readMany();
    proxy.reset();
    for (const { statusCode } of await reads) expect([200, 503]).toContain(statusCode);
    await vi.waitUntil(isReady, { timeout: 10_000 });
    expect((await get('/api/categories')).statusCode).toBe(200);
  });
});
