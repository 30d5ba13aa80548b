// @module-tag processes
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, createTestDatabase, type TestDatabase } from '../../testing/index.ts';
import { startTransactionPooler, type TransactionPooler } from '../../testing/transaction-pooler.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { readSite } from '../site/site.ts';
import { openDatabase } from './database.ts';
import { migrationNames } from './migrations.ts';

/** Fewer connections than processes, as behind any pooler. */
const CONNECTIONS = 3;
const PROCESSES = Number(process.env.START_PROCESSES ?? 4);
const REPEATS = Number(process.env.START_REPEATS ?? 0);

let database: TestDatabase;
let pooler: TransactionPooler;
let pooled: string;
async function open(template?: string): Promise<void> {
  database = await createTestDatabase(1, template);
  pooler = await startTransactionPooler(database.connectionString, CONNECTIONS);
  pooled = `postgresql://oriel@127.0.0.1:${pooler.port}/any`;
}
afterEach(async () => {
  await pooler?.close();
  await database?.drop();
});

describe('behind a pooler in transaction mode', () => {
  describe('an empty database', () => {
    beforeEach(() => open('template0'));

    it('is prepared by processes that start at once, and no lock or transaction is left', {
      repeats: REPEATS,
    }, async () => {
      const preparations = Array.from({ length: PROCESSES }, () =>
        prepareDatabase({ connectionString: pooled, site: readSite() }),
      );
      const applied = (await Promise.all(preparations)).flat().filter((name) => !name.endsWith('.sql'));
      expect(applied).toEqual(await migrationNames());
      const { rows } = await sql<{ locks: number; transactions: number }>`
        SELECT
          (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS locks,
          (SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND state LIKE 'idle in transaction%') AS transactions
      `.execute(database.db);
      expect(rows).toEqual([{ locks: 0, transactions: 0 }]);
    });
  });

  describe('a site', () => {
    beforeEach(() => open());

    it('serves more requests at once than there are connections', async () => {
      const db = openDatabase({ connectionString: pooled, poolSize: 3 * CONNECTIONS });
      const site = await createTestApp({ db, config: { responseCacheMs: 0 } });
      for (let round = 0; round < 5; round += 1) {
        const responses = await Promise.all(
          Array.from({ length: 4 * CONNECTIONS }, (_, index) =>
            index % 3 === 0
              ? site.app.inject({ method: 'POST', url: '/api/vr360/no-such-tour/view' })
              : site.app.inject('/api/vr360?sort=popular'),
          ),
        );
        const statuses = new Set(responses.map(({ statusCode }) => statusCode));
        expect([...statuses].sort()).toEqual([200, 404]);
      }
      await site.close();
      await db.destroy();
    });
  });
});
