import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/index.ts';

describe('health', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('is alive and ready on a migrated database', async () => {
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
    const ready = await test.app.inject('/readyz');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toEqual({
      status: 'ready',
      ledger: {
        recent: { completedAt: null, findings: null },
        whole: { completedAt: null, findings: null },
      },
    });
  });

  it('is not ready while a migration is missing', async () => {
    await sql`DELETE FROM kysely_migration`.execute(test.db);
    expect((await test.app.inject('/readyz')).statusCode).toBe(503);
    expect((await test.app.inject('/healthz')).statusCode).toBe(200);
  });
});
