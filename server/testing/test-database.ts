import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDatabase } from '../src/database/database.ts';
import { TEMPLATE_DATABASE } from './global-setup.ts';

export interface TestDatabase {
  db: Db;
  connectionString: string;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** Runs a statement under a lock, since concurrent copies of the same template fail. */
async function administer(maintenanceUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database on the PostgreSQL of the test run.
 *
 * @param template the migrated one without members and tours by default; `template0` has no tables
 */
export async function createTestDatabase(poolSize = 5, template = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const maintenanceUrl = inject('maintenanceUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(maintenanceUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const connectionString = maintenanceUrl.replace('/postgres?', `/${name}?`);
  const db = openDatabase({ connectionString, poolSize });
  return {
    db,
    connectionString,
    async drop() {
      await db.destroy();
      await administer(maintenanceUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
