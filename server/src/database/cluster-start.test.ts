// @module-tag processes
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../testing/run-command.ts';
import { spawnServer, startServer } from '../../testing/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Config } from '../config/config.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { readSite } from '../site/site.ts';
import { MigrationError, migrationNames } from './migrations.ts';
import { withStartLock } from './start-lock.ts';

const PROCESSES = Number(process.env.START_PROCESSES ?? 6);
const REPEATS = Number(process.env.START_REPEATS ?? 0);
const START = { timeout: 120_000 };

const MIGRATE = fileURLToPath(new URL('../operator/migrate.ts', import.meta.url));

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase(2, 'template0');
  folder = mkdtempSync(path.join(tmpdir(), 'oriel-cluster-'));
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const appliedNames = async () => {
  const applied = sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`;
  return (await applied.execute(database.db)).rows.map(({ name }) => name);
};

const reasonsOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));

describe('an empty database', () => {
  it('is prepared once by several processes that start at once, and all of them come up', {
    ...START,
    repeats: REPEATS,
  }, async () => {
    const results = await Promise.allSettled(
      Array.from({ length: PROCESSES }, (_, index) =>
        startServer(path.join(folder, String(index)), { DATABASE_URL: database.connectionString }),
      ),
    );
    const servers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    for (const { child } of servers) child.kill('SIGTERM');
    expect(reasonsOf(results)).toEqual([]);
    expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual(servers.map(() => 0));
    expect(await appliedNames()).toEqual(await migrationNames());
  });

  it('is prepared by npm run migrate, for processes that do not migrate themselves', START, async () => {
    const settings = { MIGRATE_ON_START: 'off', DATABASE_MIGRATION_URL: database.connectionString };
    // No process reaches a database by this one, which a pooler would be.
    const nowhere = database.connectionString.replace(/\/test_\w+/, '/no_such_database');
    const config = { dataDir: folder } as Config;
    const early = spawnServer({ DATABASE_URL: database.connectionString, DATA_DIR: folder, ...settings });
    expect(await early.exit).toBe(1);
    expect(early.output()).toMatch(/The database lacks 0001_rate_limits, .*Run "npm run migrate"/);
    expect(early.output()).not.toContain('    at ');

    const migrate = () => runCommand({ connectionString: nowhere, config }, MIGRATE, [], settings);
    expect(await migrate()).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Applied: 0001_rate_limits, .*\.sql\.\n$/),
    });
    expect(await migrate()).toMatchObject({ status: 0, stdout: 'The database was up to date.\n' });
    expect(await appliedNames()).toEqual(await migrationNames());

    const server = await startServer(folder, { DATABASE_URL: database.connectionString, ...settings });
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });
});

describe('a database that a later release has migrated', () => {
  it('is served by this release until that one has contracted what it uses', START, async () => {
    const { connectionString, db } = database;
    await prepareDatabase({ connectionString, site: readSite() });
    // As an expanding migration of the next release leaves it.
    await sql`ALTER TABLE members ADD COLUMN later text`.execute(db);
    await sql`INSERT INTO kysely_migration VALUES ('9998_later', '2030-01-01')`.execute(db);
    const settings = { DATABASE_URL: connectionString };
    const server = await startServer(path.join(folder, 'one'), settings);
    const written = await fetch(`${server.url}/api/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ kind: 'newsletter', email: 'anna@example.org' }),
    });
    expect(written.status).toBe(200);

    // As a contracting one of the release after that leaves it.
    await sql`INSERT INTO release_requirements VALUES ('9998_later', '9999_contracted')`.execute(db);
    const ready = await fetch(`${server.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      status: 'the database needs a later release',
      required: ['9998_later'],
    });
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
    const late = spawnServer({ DATA_DIR: path.join(folder, 'two'), ...settings });
    expect(await late.exit).toBe(1);
    expect(late.output()).toContain('needs a release with the migration 9998_later');
    expect(late.output()).not.toContain('    at ');
  });
});

describe('the lock of starting processes', () => {
  it('is waited for without a connection, and released when its holder fails', async () => {
    const { connectionString, db } = database;
    const order: string[] = [];
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const failing = withStartLock(connectionString, async () => {
      held.resolve();
      await release.promise;
      order.push('first');
      throw new Error('on purpose');
    });
    await held.promise;
    const waiting = withStartLock(connectionString, async () => void order.push('second'));
    await expect(withStartLock(connectionString, async () => {}, { timeoutMs: 0 })).rejects.toThrow(
      MigrationError,
    );
    // One that just asked for the lock in vain holds its connection a moment longer.
    const countHeld = async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
      `.execute(db);
      return rows.length;
    };
    await vi.waitUntil(async () => (await countHeld()) === 1, { timeout: 30_000 });
    release.resolve();
    await expect(failing).rejects.toThrow('on purpose');
    await waiting;
    expect(order).toEqual(['first', 'second']);
  });
});
