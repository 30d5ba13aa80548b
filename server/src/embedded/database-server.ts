import type { Logger } from 'pino';
import { lockDataFolder } from './lock.ts';
import { startEmbeddedPostgres } from './postgres.ts';

/**
 * Starts the embedded PostgreSQL unless `databaseUrl` names another server.
 *
 * @param cleanups receives what stops it and unlocks the data folder, to be run in reverse order
 * @returns the connection string
 * @throws {DataFolderInUseError} when another process uses the data folder
 */
export async function startDatabaseServer(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  log: Logger,
  cleanups: (() => void | Promise<void>)[],
): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl;
  cleanups.push(await lockDataFolder(dataDir));
  const report = (message: string, details: Record<string, unknown> = {}) =>
    'err' in details ? log.error(details, message) : log.info(details, message);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true, report });
  cleanups.push(() => postgres.stop());
  return postgres.connectionString;
}
