import type { Site } from '@oriel/contract';
import { type Config, JOBS } from './config/config.ts';
import { openDatabase } from './database/database.ts';
import { MIGRATION_LIMITS } from './database/limits.ts';
import { migrateToLatest } from './database/migrations.ts';
import { withStartLock } from './database/start-lock.ts';
import { installPlans } from './features/payments/orders/plans.ts';
import { installJobs } from './jobs/pg-boss.ts';

interface Preparation {
  connectionString: string;
  site: Pick<Site, 'currency'>;
  jobs?: Config['jobs'];
}

/**
 * Brings the database to this release: migrations, SQL functions, the tables of jobs, and the plans that do not exist yet.
 * Several processes may do this at once: one works, and the others wait for it.
 *
 * @returns the names of the migrations and SQL files that were applied now
 * @throws {MigrationError}
 */
export async function prepareDatabase({
  connectionString,
  site,
  jobs = JOBS,
}: Preparation): Promise<string[]> {
  return withStartLock(connectionString, async () => {
    const db = openDatabase({
      connectionString,
      poolSize: 1,
      limits: MIGRATION_LIMITS,
      // A pooler may not carry names, and what a failed name costs is the whole migration.
      preparesStatements: false,
    });
    try {
      const applied = await migrateToLatest(db);
      await installJobs(db, jobs);
      await installPlans(db, site);
      return applied;
    } finally {
      await db.destroy();
    }
  });
}
