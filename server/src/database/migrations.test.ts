import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Db, inTransaction, openDatabase } from './database.ts';
import { MIGRATION_LIMITS } from './limits.ts';
import { readMigrationHeader } from './migration-header.ts';
import { MigrationError, migrateToLatest, migrationNames, pendingMigrations } from './migrations.ts';
import { REQUIREMENTS, recordRequirement, unmetRequirements } from './release-requirements.ts';

let database: TestDatabase;
let db: Db;
let expected: string[];
beforeAll(async () => {
  database = await createTestDatabase(1, 'template0');
  db = openDatabase({ connectionString: database.connectionString, poolSize: 4, limits: MIGRATION_LIMITS });
  expected = await migrationNames();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const applied = async () =>
  (await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)).rows.map(
    ({ name }) => name,
  );

describe('migrations', () => {
  it('are applied once by several processes that start at once, and leave no lock', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => migrateToLatest(db)));
    expect(results.flat().filter((name) => !name.endsWith('.sql'))).toEqual(expected);
    expect(await applied()).toEqual(expected);
    const { rows } = await sql`
      SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND datname = current_database()
    `.execute(db);
    expect(rows).toEqual([]);
  });

  it('of a later release do not prevent this one from starting', async () => {
    await sql`INSERT INTO kysely_migration VALUES ('9999_a_later_release', '2030-01-01')`.execute(db);
    expect(await migrateToLatest(db)).toEqual([]);
    await sql`DELETE FROM kysely_migration WHERE name = '9999_a_later_release'`.execute(db);
  });

  it('that contract record what a release must have', async () => {
    const header = readMigrationHeader(
      '-- phase: contract\n-- after: 0047_release_requirements\nDROP TABLE x;',
    );
    expect(header).toEqual({ phase: 'contract', after: REQUIREMENTS });
    await inTransaction(db, (tx) => recordRequirement(tx, '0060_contracted', header));
    expect(await unmetRequirements(db, expected)).toEqual([]);
    expect(await unmetRequirements(db, ['0046_catalogue_desk'])).toEqual([REQUIREMENTS]);
    await sql`DELETE FROM release_requirements`.execute(db);
  });

  it('are refused on a database with another history', () => {
    expect(pendingMigrations(['0001_a', '0002_b', '0003_c'], ['0001_a'])).toEqual(['0002_b', '0003_c']);
    expect(() => pendingMigrations(['0001_a', '0002_b', '0003_c'], ['0001_a', '0003_c'])).toThrow('0002_b');
    expect(() => pendingMigrations(['0001_a', '0002_b'], ['0001_a', '0003_c'])).toThrow('0002_b');
    expect(() => pendingMigrations(['0001_a', '0003_c'], ['0001_a', '0002_x'])).toThrow(MigrationError);
  });

  it('wait for a locked table in short attempts', async () => {
    const holder = new pg.Client({ connectionString: database.connectionString });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE kysely_migration IN ACCESS EXCLUSIVE MODE');
    const hasty = openDatabase({
      connectionString: database.connectionString,
      poolSize: 1,
      limits: { ...MIGRATION_LIMITS, lockMs: 100 },
    });
    const migrated = migrateToLatest(hasty, { pauseMs: 50 });
    await sleep(500);
    await holder.query('COMMIT');
    await holder.end();
    expect(await migrated).toEqual([]);
    await hasty.destroy();
  });
});
