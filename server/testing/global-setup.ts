import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/database/database.ts';
import { MIGRATION_LIMITS } from '../src/database/limits.ts';
import { migrateToLatest } from '../src/database/migrations.ts';
import { startEmbeddedPostgres } from '../src/embedded/postgres.ts';
import { installPlans } from '../src/features/payments/orders/plans.ts';
import { installJobs } from '../src/jobs/pg-boss.ts';
import { readSite } from '../src/site/site.ts';

/** The migrated template of all test databases. */
export const TEMPLATE_DATABASE = 'oriel';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the `postgres` database, for creating and dropping databases. */
    maintenanceUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run, in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-test-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, report: () => undefined });
  const db = openDatabase({
    connectionString: postgres.connectionString,
    poolSize: 1,
    limits: MIGRATION_LIMITS,
  });
  await migrateToLatest(db);
  await installJobs(db);
  await installPlans(db, readSite());
  await db.destroy();
  project.provide('maintenanceUrl', postgres.connectionStringFor('postgres'));
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
