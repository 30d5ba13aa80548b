import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { storageWith } from '../../testing/storage-with.ts';
import { inTransaction } from '../database/database.ts';
import { migrationNames } from '../database/migrations.ts';
import { StorageUnavailableError } from '../gateways/storage.ts';

describe('health', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ poolSize: 1 });
  });
  afterAll(() => test.close());

  it('is alive and ready on a migrated database', async () => {
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
    const ready = await test.app.inject('/readyz');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toEqual({
      status: 'ready',
      storage: 'available',
      ledger: {
        recent: { completedAt: null, findings: null },
        whole: { completedAt: null, findings: null },
      },
    });
  });

  it('is ready without its storage, and says so', async () => {
    const storage = storageWith(test.app.dependencies.storage, {
      stat: () => Promise.reject(new StorageUnavailableError('no response')),
    });
    const other = await createTestApp({ storage });
    const ready = await other.app.inject('/readyz');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toMatchObject({ status: 'ready', storage: 'unavailable' });
    await other.close();
  });

  it('is not ready while other work holds all connections', async () => {
    const release = Promise.withResolvers<void>();
    const busy = inTransaction(test.db, async (tx) => {
      await sql`SELECT 1`.execute(tx);
      await release.promise;
    });
    const ready = await test.app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toEqual({ status: 'all database connections are in use' });
    release.resolve();
    await busy;
    expect((await test.app.inject('/readyz')).statusCode).toBe(200);
  });

  it('is not ready while a migration is missing', async () => {
    const [first] = await migrationNames();
    await sql`DELETE FROM kysely_migration WHERE name = ${first}`.execute(test.db);
    const ready = await test.app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toEqual({ status: 'the database lacks migrations', missing: [first] });
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
  });
});
