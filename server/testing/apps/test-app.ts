import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { AccountsConfig } from '../../src/config/accounts.ts';
import { type Config, loadConfig, type MediaConfig } from '../../src/config/config.ts';
import type { PaymentsConfig } from '../../src/config/payments.ts';
import type { Db } from '../../src/database/database.ts';
import type { Dependencies } from '../../src/dependencies.ts';
import { openMedia } from '../../src/features/media/service.ts';
import type { Mail, Mailer } from '../../src/gateways/mail.ts';
import { openStorage } from '../../src/gateways/open-storage.ts';
import type { WhatsApp } from '../../src/gateways/whatsapp.ts';
import type { JobHandlers } from '../../src/jobs/jobs.ts';
import { PgBossJobs } from '../../src/jobs/pg-boss.ts';
import { createLog } from '../../src/log.ts';
import { readSite } from '../../src/site/site.ts';
import { createJobHandlers } from '../../src/worker.ts';
import { bucketOf } from '../bucket-of.ts';
import { QUICK_HASH, QUICK_IMAGES } from '../quick.ts';
import { startTestBucket } from '../test-bucket.ts';
import { createTestDatabase } from '../test-database.ts';

interface ConfigOverrides extends Partial<Omit<Config, 'accounts' | 'media' | 'payments'>> {
  accounts?: Partial<AccountsConfig>;
  media?: Partial<MediaConfig>;
  payments?: Partial<PaymentsConfig>;
}

/** What a test wants otherwise than the demo has it. */
export interface TestOverrides extends Partial<Omit<Dependencies, 'config'>> {
  config?: ConfigOverrides;
  /** What takes mails; by default they are only remembered. */
  mailer?: Mailer;
  whatsApp?: WhatsApp;
  /** Connections to the database; few by default. */
  poolSize?: number;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  /** Of the same database, for commands that connect to it themselves. */
  connectionString: string;
  config: Config;
  /** What the server's worker does with each job. */
  handlers: JobHandlers;
  /** Does the jobs that wait, once, as the server's worker does. @returns the mails that were sent meanwhile */
  doJobs(): Promise<Mail[]>;
  /** Starts listening on a free port of the loopback interface; returns the URL without a trailing slash. */
  listen(): Promise<string>;
  /** Closes everything and removes its database and files. */
  close(): Promise<void>;
}

/** The real application on a fresh database and an empty data folder. Close it in `afterAll`. */
export async function createTestApp(overrides: TestOverrides = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'oriel-test-'));
  const database = await createTestDatabase(overrides.poolSize);
  const defaults = loadConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    CHECK_RESPONSES: 'on',
    SECRET_KEY: 'a key for tests, long enough for all',
  });
  const bucket = await startTestBucket();
  const config: Config = {
    ...defaults,
    s3: bucket && bucketOf(bucket),
    ...overrides.config,
    accounts: { ...defaults.accounts, hashCost: QUICK_HASH, ...overrides.config?.accounts },
    media: { ...defaults.media, ...QUICK_IMAGES, ...overrides.config?.media },
    payments: { ...defaults.payments, ...overrides.config?.payments },
  };
  const { mailer, whatsApp, poolSize: _, ...dependencies } = overrides;
  const log = overrides.log ?? createLog(config.logLevel);
  const jobs = await PgBossJobs.open(database.db, log);
  const storage = overrides.storage ?? (await openStorage(config));
  const media = await openMedia({ config, db: database.db, storage });
  const app = await buildApp({
    db: database.db,
    jobs,
    lifecycle: { stopping: false },
    ...dependencies,
    storage,
    media,
    log,
    config,
  });
  let sent: Mail[] = [];
  const remember: Mailer = {
    async send(mail) {
      sent.push(mail);
    },
    async close() {},
  };
  const site = overrides.site ?? readSite(config.siteFile);
  const handlers = createJobHandlers({
    config,
    db: database.db,
    site,
    mailer: mailer ?? remember,
    whatsApp,
    storage,
    media,
    jobs: overrides.jobs ?? jobs,
  });
  return {
    app,
    handlers,
    db: database.db,
    connectionString: database.connectionString,
    config,
    async doJobs() {
      sent = [];
      await jobs.runPending(handlers);
      return sent;
    },
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      await app.close();
      await jobs.close();
      await media.close();
      await database.drop();
      await bucket?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
