import './production-libraries.ts';

import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { type Db, openDatabase } from './database/database.ts';
import { BACKGROUND_LIMITS, type DatabaseLimits } from './database/limits.ts';
import { requireMigrated } from './database/migrations.ts';
import { withStartLock } from './database/start-lock.ts';
import { fillDemo } from './demo/fill.ts';
import { createSampleMember, createSampleOwner } from './demo/member.ts';
import { fillDemoStudio } from './demo/sample-studio.ts';
import { refuseDemoTraces } from './demo/traces.ts';
import { startDatabaseServer } from './embedded/database-server.ts';
import { createPasswords } from './features/accounts/passwords/passwords.ts';
import { openMedia } from './features/media/service.ts';
import { inviteFirstOwner } from './features/workspaces/staff/ownership.ts';
import { openStorage } from './gateways/open-storage.ts';
import { createWhatsApp } from './gateways/whatsapp.ts';
import { PgBossJobs } from './jobs/pg-boss.ts';
import { createLog } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import type { LivePages } from './pages/live-pages.ts';
import { sharePageFiles } from './pages/shared-files.ts';
import { prepareDatabase } from './prepare-database.ts';
import { closeGracefully, OPERATOR_ERRORS, stopOnSignals } from './shutdown.ts';
import { loadSite, openLegalPoints } from './site/load-site.ts';
import { createGivenUpHandlers, createJobHandlers } from './worker.ts';

/** Connections for jobs and for taking on periodic tasks, in addition to `DATABASE_POOL_SIZE`. */
const JOB_CONNECTIONS = 3;
/** Connections for checks and roll-ups, likewise. */
const BACKGROUND_CONNECTIONS = 2;
/** How long stopping waits for statements that still run. */
const CLOSE_TIMEOUT_MS = 1_000;

export interface ServeOptions {
  /** Replaces the built pages. */
  livePages?: LivePages;
  /** Adjusts the configuration, for tests. */
  adjust?: (config: Config) => Config;
}

/** Starts all parts. They are stopped in reverse order when the start fails or a signal arrives. */
async function start({ livePages, adjust = (config) => config }: ServeOptions): Promise<void> {
  const config = adjust(loadConfig(process.env));
  if (livePages !== undefined && config.mode === 'production') {
    throw new ConfigError('ORIEL_MODE: the development server does not run in production');
  }
  const loaded = loadSite(config);
  const { site } = loaded;
  const log = createLog(config.logLevel);
  const legalPoints = openLegalPoints(loaded);
  if (config.mode === 'production' && Object.keys(legalPoints).length > 0) {
    log.warn({ pages: legalPoints }, 'the legal pages are sample texts that no lawyer has reviewed');
  }
  const lifecycle = { stopping: false };
  const cleanups: (() => void | Promise<void>)[] = [];
  const shutdown = stopOnSignals({ lifecycle, cleanups, log, delayMs: config.stopDelayMs });
  try {
    if (config.tracing !== undefined) {
      const { startTracing } = await import('./tracing/open-telemetry.ts');
      cleanups.push(startTracing(config.tracing, log, config.role));
    }
    const connectionString = await startDatabaseServer(config, log, cleanups);
    const onConnectionLost = (error: Error) => {
      if (!lifecycle.stopping) log.warn({ reason: error.message }, 'lost a connection to the database');
    };
    const open = (poolSize: number, limits: DatabaseLimits): Db => {
      const database = openDatabase({ connectionString, poolSize, limits, onConnectionLost });
      cleanups.push(() => Promise.race([database.destroy(), sleep(CLOSE_TIMEOUT_MS)]));
      return database;
    };
    const db = open(config.databasePoolSize, config.databaseLimits);
    const jobDb = open(JOB_CONNECTIONS, config.databaseLimits);
    const backgroundDb = open(BACKGROUND_CONNECTIONS, BACKGROUND_LIMITS);
    const migrationUrl = config.databaseMigrationUrl ?? connectionString;
    if (config.migrateOnStart) {
      const { jobs } = config;
      const migrations = await prepareDatabase({ connectionString: migrationUrl, site, jobs });
      if (migrations.length > 0) log.info({ migrations }, 'brought the database up to date');
    } else await requireMigrated(db);
    if (config.mode === 'production') await refuseDemoTraces(db);

    const storage = await openStorage(config, (error) =>
      log.warn({ reason: error.message }, 'the storage does not respond'),
    );
    if (config.demoContent) {
      const onStarted = (loader: ChildProcess) => cleanups.push(() => void loader.kill('SIGKILL'));
      await withStartLock(migrationUrl, () => fillDemo({ config, db, connectionString, log, onStarted }));
    }

    if (config.mode === 'demo') {
      const passwords = createPasswords(config);
      await createSampleMember(db, passwords);
      await createSampleOwner(db, passwords);
      if (config.demoContent) await withStartLock(migrationUrl, () => fillDemoStudio({ db, storage }));
    }

    const mailer = createMailer(config.mail, site);
    cleanups.push(() => mailer.close());
    const jobs = await PgBossJobs.open(jobDb, log, config.jobs);
    cleanups.push(() => jobs.close());
    if (config.ownerEmail !== undefined) await inviteFirstOwner(db, jobs, config.ownerEmail);
    const media = await openMedia({ config, db: jobDb, storage });
    cleanups.push(() => media.close());
    const pages = livePages && { livePages };
    const app = await buildApp({
      config,
      db,
      jobDb,
      backgroundDb,
      storage,
      media,
      log,
      lifecycle,
      jobs,
      site,
      ...pages,
    });
    let stopWork = async () => {};
    // In parallel: the last requests and the last jobs are independent.
    cleanups.push(async () => {
      await Promise.all([closeGracefully(app), stopWork()]);
    });
    if (config.outboxPassword !== undefined) {
      // Not as a field: `password` fields are redacted.
      log.warn(
        `others may reach this demo; its mails at /demo/mail ask for the password ${config.outboxPassword}`,
      );
    }
    if (livePages === undefined) await sharePageFiles(storage, config.secretKey, log);
    const url = await app.listen({ host: config.host, port: config.port });
    if (config.role !== 'web') {
      const whatsApp = config.whatsApp && createWhatsApp(config.whatsApp);
      const parts = { config, db: jobDb, site, mailer, whatsApp, storage, media, jobs, log };
      stopWork = await jobs.work(createJobHandlers(parts), createGivenUpHandlers(parts));
    }
    process.send?.({ ready: url });
  } catch (error) {
    await shutdown(error);
  }
}

/** Runs the server until a signal arrives. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  try {
    await start(options);
  } catch (error) {
    // There is no log yet; errors of the operator are printed without a stack.
    console.error(
      OPERATOR_ERRORS.some((ErrorClass) => error instanceof ErrorClass) ? (error as Error).message : error,
    );
    process.exitCode = 1;
  }
}
