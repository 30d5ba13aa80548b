// @module-tag processes
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverAddress } from '../testing/administer.ts';
import { createTestApp, createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { startServer } from '../testing/server-process.ts';
import { startTcpProxy } from '../testing/tcp-proxy.ts';
import { schedule } from './periodic-task.ts';
import { claimTask, renewTask } from './periodic-task-store.ts';

const HOUR = 3_600_000;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase(8);
  folder = mkdtempSync(path.join(tmpdir(), 'oriel-processes-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a periodic task', () => {
  /** How many of eight processes that ask at the same moment are to run the task. */
  const claims = async () => {
    const asked = await Promise.all(
      Array.from({ length: 8 }, () => claimTask(database.db, 'count the stars', HOUR)),
    );
    return asked.filter(Boolean).length;
  };
  const age = (minutes: number) =>
    sql`UPDATE periodic_tasks SET claimed_at = claimed_at - ${minutes}::integer * interval '1 minute'`.execute(
      database.db,
    );

  it('is run by one process per interval, and by another when that one is gone', async () => {
    expect(await claims()).toBe(1);
    expect(await claims()).toBe(0);
    await age(50);
    expect(await claims()).toBe(0);
    // A timer may be a little early.
    await age(5);
    expect(await claims()).toBe(1);
    await age(55);
    await renewTask(database.db, 'count the stars');
    expect(await claims()).toBe(0);
  });

  it('that takes longer than its interval is not taken on by another process', async () => {
    const sites = await Promise.all([1, 2].map(() => createTestApp({ db: database.db })));
    let runs = 0;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let asked = 0;
    const everyMs = 400;
    for (const site of sites) {
      const run = () => {
        runs += 1;
        return ended;
      };
      schedule(site.app, { purpose: 'count the sand', everyMs, run });
    }
    const clock = setInterval(() => {
      asked += 1;
    }, everyMs);
    await vi.waitUntil(() => asked >= 8, { timeout: 30_000 });
    clearInterval(clock);
    expect(runs).toBe(1);
    end();
    await Promise.all(sites.map((site) => site.close()));
  });

  it('holds no stop up, and none begins during one', async () => {
    const lifecycle = { stopping: false };
    const site = await createTestApp({ lifecycle });
    let runs = 0;
    schedule(site.app, {
      purpose: 'wait for rain',
      everyMs: 20,
      run: () => {
        runs += 1;
        return new Promise(() => {});
      },
    });
    await vi.waitUntil(() => runs === 1, { timeout: 30_000 });
    lifecycle.stopping = true;
    let swept = 0;
    schedule(site.app, {
      purpose: 'sweep the yard',
      everyMs: 20,
      isPerProcess: true,
      run: async () => {
        swept += 1;
      },
    });
    const began = performance.now();
    await site.close();
    expect(performance.now() - began).toBeLessThan(6_000);
    expect(swept).toBe(0);
  });

  it('of the installation runs in no web process; one for the process itself does', async () => {
    const [web, worker] = await Promise.all(
      (['web', 'worker'] as const).map((role) => createTestApp({ config: { role } })),
    );
    const runs: string[] = [];
    for (const [role, site] of Object.entries({ web, worker })) {
      const task = (kind: string) => ({
        purpose: `count the ${kind}`,
        everyMs: 20,
        run: async () => void runs.push(`${role} ${kind}`),
      });
      if (site === undefined) continue;
      schedule(site.app, task('shared'));
      schedule(site.app, { ...task('own'), isPerProcess: true });
      schedule(site.app, { ...task('claims'), claimsItsWork: true });
    }
    const countOf = (name: string) => runs.filter((run) => run === name).length;
    await vi.waitUntil(
      () =>
        countOf('web own') > 5 && ['own', 'shared', 'claims'].every((kind) => countOf(`worker ${kind}`) > 0),
      { timeout: 30_000 },
    );
    expect(countOf('web shared') + countOf('web claims')).toBe(0);
    await Promise.all([web?.close(), worker?.close()]);
  });
});

describe('processes by role', () => {
  it('leave jobs to workers, and accept connections for a while after SIGTERM', {
    timeout: 120_000,
  }, async () => {
    const settings = { DATABASE_URL: database.connectionString };
    const web = await startServer(path.join(folder, 'web'), {
      ...settings,
      ORIEL_ROLE: 'web',
      STOP_DELAY_MS: '5000',
    });
    const ask = (email: string) =>
      fetch(`${web.url}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: web.url },
        body: JSON.stringify({ kind: 'newsletter', email }),
      });
    expect((await ask('anna@example.org')).status).toBe(200);
    const direct = new URL(database.connectionString);
    const proxy = await startTcpProxy(serverAddress(direct.href));
    direct.search = '';
    direct.host = `127.0.0.1:${proxy.port}`;
    const worker = await startServer(path.join(folder, 'worker'), {
      DATABASE_URL: direct.href,
      DATABASE_STATEMENT_TIMEOUT_MS: '2000',
      ORIEL_ROLE: 'worker',
    });
    const outbox = path.join(folder, 'worker/outbox');
    const mails = () => (existsSync(outbox) ? readdirSync(outbox).length : 0);
    await vi.waitUntil(() => mails() === 1, { timeout: 30_000 });
    expect(existsSync(path.join(folder, 'web/outbox'))).toBe(false);
    // Its connections are lost without a word: it opens others once its statements have taken too long.
    proxy.abandon();
    expect((await ask('ben@example.org')).status).toBe(200);
    await vi.waitUntil(() => mails() === 2, { timeout: 20_000 });

    web.child.kill('SIGTERM');
    // On connections of their own, as a balancer opens them.
    const get = (url: string) => fetch(`${web.url}${url}`, { headers: { connection: 'close' } });
    await vi.waitUntil(async () => (await get('/readyz')).status === 503, { timeout: 4_500 });
    expect(await (await get('/readyz')).json()).toEqual({ status: 'stopping' });
    expect((await get('/api/categories')).status).toBe(200);
    expect(await web.exit).toBe(0);
    worker.child.kill('SIGTERM');
    expect(await worker.exit).toBe(0);
    await proxy.close();
  });
});
