import type { Site } from '@oriel/contract';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Db } from './database/database.ts';
import type { BuildAssetUrl } from './features/catalogue/media.ts';
import type { MemberStates } from './features/catalogue/member-state.ts';
import type { FallbackTours } from './features/catalogue/presentation.ts';
import type { Media } from './features/media/service.ts';
import type { Storage } from './gateways/storage.ts';
import type { ResolveCaller } from './http/authenticate.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LivePages } from './pages/live-pages.ts';

/** The parts that the application is built from: by `serve.ts`, and in tests by `createTestApp`. */
export interface Dependencies {
  config: Config;
  db: Db;
  /** The same database with connections for jobs and for taking on periodic tasks; `db` by default. */
  jobDb?: Db;
  /** The same database with `BACKGROUND_LIMITS`; `db` by default. */
  backgroundDb?: Db;
  storage: Storage;
  /** Prepares pictures for pages; in `storage`. */
  media: Media;
  /** Queues work for after the response. */
  jobs: Jobs;
  log: Logger;
  /** The site configuration; read from `config.siteFile` by default. */
  site?: Site;
  /** Resolves bearer tokens; by the accounts' sessions by default. */
  resolveCaller?: ResolveCaller;
  /** What members have of experiences; by the database by default. */
  memberStates?: MemberStates;
  /** Builds URLs of stored media; signed with the configured key by default. */
  buildAssetUrl?: BuildAssetUrl;
  /** Replace tours without a valid media URL. */
  fallbackTours?: FallbackTours;
  /** Replaces the built pages; only in the development server. */
  livePages?: LivePages;
  /** `stopping` becomes true once the process is asked to stop. */
  lifecycle: { stopping: boolean };
}

declare module 'fastify' {
  interface FastifyInstance {
    dependencies: Dependencies;
  }
}
