// @module-tag processes
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { routesOf } from '../../testing/fuzzed-requests.ts';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { type Standby, startStandby } from '../../testing/standby.ts';
import { type Db, openDatabase } from './database.ts';

describe('a process on a standby', () => {
  let standby: Standby;
  let db: Db;
  let site: TestApp;
  beforeAll(async () => {
    standby = await startStandby(inject('templateDataDir'));
    db = openDatabase({ connectionString: standby.connectionString, poolSize: 2 });
    site = await createTestApp({ db, config: { responseCacheMs: 0 } });
  });
  afterAll(async () => {
    await site?.close();
    await db?.destroy();
    await standby?.close();
  });

  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    site.app.inject({ method, url, ...(payload && { payload }) });

  it('is not ready, serves reads, and refuses changes with 503 and Retry-After', async () => {
    const ready = await send('GET', '/readyz');
    expect(ready.json()).toEqual({ status: 'the database only reads' });
    expect(ready.statusCode).toBe(503);
    expect((await send('GET', '/healthz')).statusCode).toBe(200);
    expect((await send('GET', '/api/categories')).statusCode).toBe(200);
    const refused = await Promise.all([
      send('POST', '/api/auth/login', { email: 'anna@example.org', password: 'a password' }),
      send('POST', '/api/auth/signup', {
        email: 'anna@example.org',
        password: 'a password',
        firstName: 'Anna',
        acceptTerms: true,
      }),
      send('POST', '/api/vr360/no-such-tour/view'),
      send('GET', '/api/vr360?q=harbour'),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 200]);
    for (const response of refused.slice(0, 3)) {
      expect(response.headers['retry-after']).toMatch(/^\d+$/);
      expect(response.json()).toMatchObject({ code: 'unavailable' });
    }
  });

  it('fails no route with 500', async () => {
    const routes = routesOf(site.app).filter(({ path: route }) => !/^\/(?:assets\/|readyz)/.test(route));
    expect(routes.length).toBeGreaterThan(100);
    const failed: string[] = [];
    for (const { methods, path: route } of routes) {
      for (const method of methods) {
        const url = route.replace(/:\w+|\*/g, '1');
        const response = await site.app.inject({
          method: method as 'GET',
          url,
          ...(method === 'GET' || method === 'HEAD' ? {} : { payload: {} }),
        });
        const isRetryable = response.statusCode === 503 && response.headers['retry-after'] !== undefined;
        if (response.statusCode >= 500 && !isRetryable)
          failed.push(`${response.statusCode} ${method} ${url}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('becomes ready and writes when the standby is promoted, without a restart', async () => {
    const admin = openDatabase({ connectionString: standby.connectionStringFor('postgres'), poolSize: 1 });
    await sql`SELECT pg_promote(true, 30)`.execute(admin);
    await admin.destroy();
    expect((await send('GET', '/readyz')).statusCode).toBe(200);
    expect((await send('POST', '/api/vr360/no-such-tour/view')).statusCode).toBe(404);
  });
});
