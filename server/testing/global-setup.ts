import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/embedded/postgres.ts';
import { prepareDatabase } from '../src/prepare-database.ts';
import { readSite } from '../src/site/site.ts';
import { administer, databaseUrl } from './administer.ts';
import { copyDataDir } from './data-dir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of a superuser's database, for creating and dropping databases. */
    maintenanceUrl: string;
    /** Where apps reach their databases: a pooler, or the same server. */
    applicationUrl: string;
    /** The migrated template of all test databases. */
    templateDatabase: string;
    /** How an empty database is created, where the server's defaults are others than the embedded one's. */
    emptyDatabaseOptions: string;
    /** A data folder with the migrated database, without a running server; see `createDataDir`. */
    templateDataDir: string;
  }
}

const EXTERNAL_OPTIONS = "ENCODING 'UTF8' LOCALE 'C.UTF-8'";

/** Creates the template on the PostgreSQL of `TEST_DATABASE_URL`. @returns what drops it */
async function createTemplate(maintenanceUrl: string, name: string): Promise<() => Promise<void>> {
  await administer(maintenanceUrl, `CREATE DATABASE ${name} TEMPLATE template0 ${EXTERNAL_OPTIONS}`);
  await prepareDatabase({ connectionString: databaseUrl(maintenanceUrl, name), site: readSite() });
  return () => administer(maintenanceUrl, `DROP DATABASE ${name} WITH (FORCE)`);
}

/**
 * Starts one PostgreSQL for the whole run, in memory where `npm test` has found room there, else in a temporary folder. With
 * `TEST_DATABASE_URL` the databases are on that server, and only tests of the embedded one use it; `TEST_POOLER_URL` is a pooler
 * in front of that.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL;
  const dataDir = mkdtempSync(path.join(process.env.ORIEL_TESTS_MEMORY ?? tmpdir(), 'oriel-test-'));
  await chmod(dataDir, 0o755);
  const start = () => startEmbeddedPostgres({ dataDir, durable: false, report: () => undefined });
  let postgres = await start();
  await prepareDatabase({ connectionString: postgres.connectionString, site: readSite() });
  await postgres.stop();
  const templateDataDir = mkdtempSync(path.join(tmpdir(), 'oriel-template-'));
  copyDataDir(dataDir, templateDataDir);
  let stop: () => Promise<void>;
  let maintenanceUrl: string;
  if (external === undefined) {
    postgres = await start();
    project.provide('templateDatabase', 'oriel');
    project.provide('emptyDatabaseOptions', '');
    maintenanceUrl = postgres.connectionStringFor('postgres');
    stop = () => postgres.stop();
  } else {
    const name = `oriel_template_${randomBytes(6).toString('hex')}`;
    stop = await createTemplate(external, name);
    project.provide('templateDatabase', name);
    project.provide('emptyDatabaseOptions', EXTERNAL_OPTIONS);
    maintenanceUrl = external;
  }
  project.provide('maintenanceUrl', maintenanceUrl);
  project.provide('applicationUrl', process.env.TEST_POOLER_URL || maintenanceUrl);
  project.provide('templateDataDir', templateDataDir);
  return async () => {
    await stop();
    for (const folder of [dataDir, templateDataDir]) rmSync(folder, { recursive: true, force: true });
  };
}
