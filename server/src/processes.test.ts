import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { startServer } from '../testing/server-process.ts';
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
    }
    const countOf = (name: string) => runs.filter((run) => run === name).length;
    await vi.waitUntil(
      () => countOf('web own') > 5 && countOf('worker own') > 0 && countOf('worker shared') > 0,
      { timeout: 30_000 },
    );
    expect(countOf('web shared')).toBe(0);
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
    const asked = await fetch(`${web.url}/api/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: web.url },
      body: JSON.stringify({ kind: 'newsletter', email: 'anna@example.org' }),
    });
    expect(asked.status).toBe(200);
    const worker = await startServer(path.join(folder, 'worker'), { ...settings, ORIEL_ROLE: 'worker' });
    const outbox = path.join(folder, 'worker/outbox');
    await vi.waitUntil(() => existsSync(outbox) && readdirSync(outbox).length > 0, { timeout: 30_000 });
    expect(existsSync(path.join(folder, 'web/outbox'))).toBe(false);

    web.child.kill('SIGTERM');
    // On connections of their own, as a balancer opens them.
    const get = (url: string) => fetch(`${web.url}${url}`, { headers: { connection: 'close' } });
    await vi.waitUntil(async () => (await get('/readyz')).status === 503, { timeout: 4_500 });
    expect(await (await get('/readyz')).json()).toEqual({ status: 'stopping' });
    expect((await get('/api/categories')).status).toBe(200);
    expect(await web.exit).toBe(0);
    worker.child.kill('SIGTERM');
    expect(await worker.exit).toBe(0);
  });
});
