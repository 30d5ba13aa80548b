import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverAddress } from '../../testing/administer.ts';
import { lockedTours } from '../../testing/apps/wallet-app.ts';
import { createTestApp, createTestDatabase, type TestApp, type TestDatabase } from '../../testing/index.ts';
import { insertMembers } from '../../testing/members.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { changeCatalogue, createExperiences } from '../features/catalogue/service.ts';
import { type Db, openDatabase, sqlState } from './database.ts';
import { REQUEST_LIMITS } from './limits.ts';
import { isLostConnection } from './read-retry.ts';

const POOL = 2;
/** More than the pool has, so that some wait for a connection. */
const REQUESTS = 6;
/** With these limits a request is answered after four seconds. */
const LIMITS = { ...REQUEST_LIMITS, connectMs: 1_000, statementMs: 1_000 };
const ANSWER_MS = 4_000;
/** For what it takes to answer on a busy machine. */
const LEEWAY_MS = 500;

let database: TestDatabase;
let proxy: TcpProxy;
let db: Db;
let site: TestApp;
beforeAll(async () => {
  database = await createTestDatabase(1);
  const direct = new URL(database.connectionString);
  proxy = await startTcpProxy(serverAddress(direct.href));
  direct.search = '';
  direct.host = `127.0.0.1:${proxy.port}`;
  db = openDatabase({ connectionString: direct.href, poolSize: POOL, limits: LIMITS });
  site = await createTestApp({ db, config: { databaseLimits: LIMITS, responseCacheMs: 0 } });
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

describe('a slow network', () => {
  it('makes requests wait, and fails none', async () => {
    proxy.delayMs = 50;
    const statuses = (await readMany()).map(({ statusCode }) => statusCode);
    proxy.delayMs = 0;
    expect(statuses).toEqual(Array.from({ length: REQUESTS }, () => 200));
  });
});

describe('a request', { timeout: 40_000 }, () => {
  /** How long it takes until a response arrives whole. */
  async function timed(request: () => Promise<{ status: number; retryAfter: unknown }>) {
    const began = performance.now();
    const response = await request();
    return { ...response, ms: performance.now() - began };
  }

  it('of many slow statements is given up in time, and leaves nothing behind', async () => {
    const signUp = () =>
      site.app.inject({
        method: 'POST',
        url: '/api/auth/signup',
        payload: {
          email: 'slow@example.org',
          password: 'a quiet corridor',
          firstName: 'Slow',
          lastName: 'Net',
        },
      });
    // To connect takes several round trips.
    await readMany();
    proxy.delayMs = 600;
    const { status, retryAfter, ms } = await timed(async () => {
      const { statusCode, headers } = await signUp();
      return { status: statusCode, retryAfter: headers['retry-after'] };
    });
    proxy.delayMs = 0;
    expect({ status, retryAfter, ms }).toMatchObject({ status: 503, retryAfter: '2' });
    expect(ms).toBeLessThan(ANSWER_MS + LEEWAY_MS);
    await vi.waitUntil(isReady, { timeout: 10_000 });
    expect((await signUp()).statusCode).toBe(200);
  });

  it('of a member that the cache answers is given up in time, too', async () => {
    const cached = await createTestApp({ db, config: { databaseLimits: LIMITS } });
    try {
      const url = `${await cached.listen()}/api/vr360`;
      await changeCatalogue(database.db, cached.app.responseCache, (tx) =>
        createExperiences(tx, lockedTours(1)),
      );
      const [member] = await insertMembers(database.db, cached.config, 1);
      const read = async () => {
        const response = await fetch(url, { headers: { authorization: `Bearer ${member?.token}` } });
        await response.arrayBuffer();
        return { status: response.status, retryAfter: response.headers.get('retry-after') };
      };
      for (const _ of [1, 2]) expect((await read()).status).toBe(200);
      proxy.freeze();
      const { ms, ...response } = await timed(read);
      proxy.thaw();
      expect({ ...response, ms }).toMatchObject({ status: 503, retryAfter: '2' });
      expect(ms).toBeLessThan(ANSWER_MS + LEEWAY_MS);
      await vi.waitUntil(isReady, { timeout: 10_000 });
    } finally {
      proxy.thaw();
      await cached.close();
    }
  });
});

describe('connections that are reset', () => {
  it('fail no read, whose statements are repeated on new ones', async () => {
    await get('/api/categories');
    for (let round = 0; round < 5; round += 1) {
      const reads = readMany();
      proxy.reset();
      for (const { statusCode } of await reads) expect(statusCode).toBe(200);
    }
  });
});

describe('a connection that ends during a statement', () => {
  const pidOf = async () => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database.db);
    return rows[0]?.pid ?? 0;
  };

  it('repeats a read, once', async () => {
    const pid = await pidOf();
    const endsOn = (condition: ReturnType<typeof sql>) => sql<{ pid: number }>`
      SELECT pg_backend_pid() AS pid, pg_sleep(CASE WHEN ${condition} AND pg_terminate_backend(pg_backend_pid()) THEN 5 ELSE 0 END)`;
    const { rows } = await endsOn(sql`pg_backend_pid() = ${pid}`).execute(database.db);
    expect(rows[0]?.pid).not.toBe(pid);
    const error: unknown = await endsOn(sql`true`)
      .execute(database.db)
      .catch((reason) => reason);
    expect(sqlState(error)).toBe('57P01');
  });

  it('repeats nothing that writes, also not by a function, and nothing in a transaction', async () => {
    await sql`CREATE TABLE notes (pid integer)`.execute(database.db);
    await sql`CREATE FUNCTION note(ended integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO notes VALUES (pg_backend_pid());
      IF pg_backend_pid() = ended THEN PERFORM pg_terminate_backend(ended); PERFORM pg_sleep(5); END IF;
    END $$`.execute(database.db);
    const write = sql`SELECT note(${await pidOf()})`;
    expect(sqlState(await write.execute(database.db).catch((error: unknown) => error))).toBe('57P01');
    const inside = database.db.transaction().execute((tx) => sql`SELECT note(pg_backend_pid())`.execute(tx));
    expect(isLostConnection(await inside.catch((error: unknown) => error))).toBe(true);
    expect((await sql`SELECT FROM notes`.execute(database.db)).rows).toHaveLength(0);
  });
});
