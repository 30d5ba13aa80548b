import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { buildApp } from '../../server/src/app.ts';
import { type Config, loadConfig } from '../../server/src/config/config.ts';
import { type Db, openDatabase } from '../../server/src/database/database.ts';
import { BACKGROUND_LIMITS } from '../../server/src/database/limits.ts';
import { migrateToLatest } from '../../server/src/database/migrations.ts';
import { startEmbeddedPostgres } from '../../server/src/embedded/postgres.ts';
import { type Media, openMedia } from '../../server/src/features/media/service.ts';
import { FileStorage } from '../../server/src/gateways/storage-files.ts';
import { installJobs, PgBossJobs } from '../../server/src/jobs/pg-boss.ts';
import { createLog } from '../../server/src/log.ts';
import { fillCatalogue } from './catalogue-data.ts';

export interface Site {
  app: FastifyInstance;
  db: Db;
}

/** One embedded PostgreSQL in a temporary folder, and real applications on databases of their own. */
export interface Bench {
  /** An application whose catalogue holds `count` experiences. */
  site(count: number, config?: Partial<Config>): Promise<Site & { connectionString: string }>;
  /** Ends everything and removes the folder. */
  close(): Promise<void>;
}

/** @param durable whether a commit waits until it is on disk, as in a real installation */
export async function openBench({ durable = false } = {}): Promise<Bench> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-bench-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, durable, report: () => undefined });
  const sites: (Site & { jobs: PgBossJobs; media: Media })[] = [];
  return {
    async site(count, overrides = {}) {
      const name = `bench_${count}`;
      const client = new pg.Client({ connectionString: postgres.connectionStringFor('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      const connectionString = postgres.connectionStringFor(name);
      const filling = openDatabase({ connectionString, poolSize: 1, limits: BACKGROUND_LIMITS });
      await migrateToLatest(filling);
      await fillCatalogue(filling, count);
      await sql`VACUUM ANALYZE`.execute(filling);
      await filling.destroy();
      const db = openDatabase({ connectionString, poolSize: 10 });
      const config = {
        ...loadConfig({
          DATA_DIR: dataDir,
          LOG_LEVEL: 'error',
          SECRET_KEY: 'a key for benchmarks, long enough for all',
        }),
        ...overrides,
      };
      const log = createLog(config.logLevel);
      await installJobs(db);
      const jobs = await PgBossJobs.open(db, log);
      const storage = await FileStorage.open(config.storageDir);
      const media = await openMedia({ config, db, storage });
      const app = await buildApp({
        config,
        db,
        log,
        storage,
        media,
        jobs,
        lifecycle: { stopping: false },
      });
      const site = { app, db };
      sites.push({ ...site, jobs, media });
      return { ...site, connectionString };
    },
    async close() {
      for (const { app, db, jobs, media } of sites) {
        await app.close();
        await media.close();
        await jobs.close();
        await db.destroy();
      }
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
