import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Db, openDatabase } from '../src/database/database.ts';
import { administer, databaseUrl } from './administer.ts';

export interface TestDatabase {
  /** Through the run's pooler, if there is one. */
  db: Db;
  /** Past a pooler. */
  connectionString: string;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/**
 * Creates a database on the PostgreSQL of the test run.
 *
 * @param template the migrated one without members and tours by default; `template0` has no tables
 */
export async function createTestDatabase(
  poolSize = 5,
  template = inject('templateDatabase'),
): Promise<TestDatabase> {
  const maintenanceUrl = inject('maintenanceUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const isEmpty = template === 'template0';
  const options = isEmpty ? inject('emptyDatabaseOptions') : '';
  await administer(
    maintenanceUrl,
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy ${options}`,
  );
  const connectionString = databaseUrl(maintenanceUrl, name);
  // Migrations go past a pooler.
  const applicationUrl = databaseUrl(inject('applicationUrl'), name);
  const db = openDatabase({ connectionString: isEmpty ? connectionString : applicationUrl, poolSize });
  return {
    db,
    connectionString,
    async drop() {
      await db.destroy();
      await administer(maintenanceUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
