import type { ChildProcess } from 'node:child_process';
import { buildApp } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';
import { type Db, openDatabase } from './database.ts';
import { fillDemo } from './demo/fill.ts';
import { DataFolderInUseError, lockDataFolder } from './embedded/lock.ts';
import { startEmbeddedPostgres } from './embedded/postgres.ts';
import { FileStorage } from './gateways/storage-files.ts';
import { createLog } from './log.ts';
import { migrateToLatest } from './migrations.ts';
import { closeGently, stopOnSignals } from './shutdown.ts';

/** Starts the server. What has been started is stopped in the reverse order, whether the start fails or a signal comes. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  const lifecycle = { stopping: false };
  const cleanups: (() => void | Promise<void>)[] = [];
  const shutdown = stopOnSignals({ lifecycle, cleanups, log });
  try {
    let connectionString = config.databaseUrl;
    if (connectionString === undefined) {
      cleanups.push(await lockDataFolder(config.dataDir));
      const report = (message: string, details?: Record<string, unknown>) => log.info(details ?? {}, message);
      const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, durable: true, report });
      cleanups.push(() => postgres.stop());
      connectionString = postgres.connectionString;
    }
    const db: Db = openDatabase({
      connectionString,
      poolSize: config.databasePoolSize,
      onConnectionLost: (error) => {
        if (!lifecycle.stopping) log.warn({ reason: error.message }, 'lost a connection to the database');
      },
    });
    cleanups.push(() => db.destroy());
    const migrated = await migrateToLatest(db);
    if (migrated.length > 0) log.info({ migrations: migrated }, 'brought the database up to date');

    const storage = await FileStorage.open(config.storageDir);
    if (config.demoContent) {
      const onStarted = (loader: ChildProcess) => cleanups.push(() => void loader.kill('SIGKILL'));
      await fillDemo({ config, db, connectionString, log, onStarted });
    }

    const app = await buildApp({ config, db, storage, log, lifecycle, resolveCaller: async () => undefined });
    cleanups.push(() => closeGently(app));
    const address = await app.listen({ host: config.host, port: config.port });
    process.send?.({ ready: address });
  } catch (error) {
    await shutdown(error);
  }
}

try {
  await main();
} catch (error) {
  // Before there is a log: what the operator did wrong, in plain words.
  console.error(
    error instanceof ConfigError || error instanceof DataFolderInUseError ? error.message : error,
  );
  process.exitCode = 1;
}
