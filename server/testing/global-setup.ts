import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/embedded/postgres.ts';
import { prepareDatabase } from '../src/prepare-database.ts';
import { readSite } from '../src/site/site.ts';
import { copyDataDir } from './data-dir.ts';

/** The migrated template of all test databases. */
export const TEMPLATE_DATABASE = 'oriel';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the `postgres` database, for creating and dropping databases. */
    maintenanceUrl: string;
    /** A data folder with the migrated database, without a running server; see `createDataDir`. */
    templateDataDir: string;
  }
}

/** Starts one PostgreSQL for the whole run, in memory where `npm test` has found room there, else in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(process.env.ORIEL_TESTS_MEMORY ?? tmpdir(), 'oriel-test-'));
  await chmod(dataDir, 0o755);
  const start = () => startEmbeddedPostgres({ dataDir, durable: false, report: () => undefined });
  let postgres = await start();
  await prepareDatabase({ connectionString: postgres.connectionString, site: readSite() });
  await postgres.stop();
  const templateDataDir = mkdtempSync(path.join(tmpdir(), 'oriel-template-'));
  copyDataDir(dataDir, templateDataDir);
  postgres = await start();
  project.provide('templateDataDir', templateDataDir);
  project.provide('maintenanceUrl', postgres.connectionStringFor('postgres'));
  return async () => {
    await postgres.stop();
    for (const folder of [dataDir, templateDataDir]) rmSync(folder, { recursive: true, force: true });
  };
}
