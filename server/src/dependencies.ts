import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './database.ts';
import type { ResolveCaller } from './http/session.ts';

/** What the application is built from; made by `main.ts`, and by `testing/` for the tests. */
export interface Dependencies {
  config: Config;
  db: Db;
  log: Logger;
  resolveCaller: ResolveCaller;
  /** Becomes true when the process has been asked to stop. */
  lifecycle: { stopping: boolean };
}

declare module 'fastify' {
  interface FastifyInstance {
    dependencies: Dependencies;
  }
}
