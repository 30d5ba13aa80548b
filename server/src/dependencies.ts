import type { Site } from '@oriel/contract';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Db } from './database/database.ts';
import type { AccessGrants } from './features/catalogue/access.ts';
import type { BuildAssetUrl } from './features/catalogue/media.ts';
import type { FallbackTours } from './features/catalogue/presentation.ts';
import type { Storage } from './gateways/storage.ts';
import type { ResolveCaller } from './http/authenticate.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LivePages } from './pages/live-pages.ts';

/** What the application is built from; made by `main.ts`, and by `testing/` for the tests. */
export interface Dependencies {
  config: Config;
  db: Db;
  /** The same database, for work on whole tables that takes longer than a visitor waits; `db` by default. */
  backgroundDb?: Db;
  storage: Storage;
  /** Queues work for after the response. */
  jobs: Jobs;
  log: Logger;
  /** The site configuration; read from `config.siteFile` by default. */
  site?: Site;
  /** Who a bearer token belongs to; by the accounts' sessions by default. */
  resolveCaller?: ResolveCaller;
  /** Which experiences members have unlocked; by the unlocks in the database by default. */
  accessGrants?: AccessGrants;
  /** Builds URLs of stored media; signed with the configured key by default. */
  buildAssetUrl?: BuildAssetUrl;
  /** Replace tours without a valid media URL. */
  fallbackTours?: FallbackTours;
  /** In place of the built pages; the development server's alone. */
  livePages?: LivePages;
  /** Becomes true when the process has been asked to stop. */
  lifecycle: { stopping: boolean };
}

declare module 'fastify' {
  interface FastifyInstance {
    dependencies: Dependencies;
  }
}
