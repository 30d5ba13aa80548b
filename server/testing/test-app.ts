import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../src/app.ts';
import { type Config, loadConfig } from '../src/config.ts';
import type { Db } from '../src/database.ts';
import type { Dependencies } from '../src/dependencies.ts';
import { FileStorage } from '../src/gateways/storage-files.ts';
import { createLog } from '../src/log.ts';
import { createTestDatabase } from './test-database.ts';

/** What a test wants otherwise than the demo has it. */
export interface TestOverrides extends Partial<Omit<Dependencies, 'config'>> {
  config?: Partial<Config>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  config: Config;
  /** Starts listening on a free port of the loopback interface; returns the address without a trailing slash. */
  listen(): Promise<string>;
  /** Closes everything and removes its database and files. */
  close(): Promise<void>;
}

/** The real application on a fresh database and an empty data folder. Close it in `afterAll`. */
export async function createTestApp(overrides: TestOverrides = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-test-'));
  const database = await createTestDatabase();
  const config: Config = {
    ...loadConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      SECRET_KEY: 'a key for tests, long enough for all',
    }),
    ...overrides.config,
  };
  const app = await buildApp({
    db: database.db,
    storage: await FileStorage.open(config.storageDir),
    log: createLog(config.logLevel),
    resolveCaller: async () => undefined,
    lifecycle: { stopping: false },
    ...overrides,
    config,
  });
  return {
    app,
    db: database.db,
    config,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
