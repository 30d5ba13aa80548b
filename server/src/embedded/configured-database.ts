import type { Config } from '../config/config.ts';
import { SUPERUSER } from './initialise.ts';
import { lockDataFolder } from './lock.ts';
import { startEmbeddedPostgres } from './postgres.ts';
import { hasDatabase, runningPostgres } from './running.ts';

/** The database for work on the whole server. */
const MAINTENANCE = 'postgres';

/** A database of the embedded PostgreSQL, and what must be called when it is no longer needed. */
export interface BorrowedDatabase {
  connectionString: string;
  /** Stops what was started. */
  release: () => Promise<void>;
}

/** The embedded PostgreSQL of a data folder. */
export interface EmbeddedDatabase extends BorrowedDatabase {
  /** For the superuser, and no application's database. */
  superuserUrl: string;
}

/**
 * The embedded PostgreSQL of a data folder, which is started if it is not running.
 *
 * @throws {Error} with a sentence for the operator if there is no database yet
 */
export async function embeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const running = runningPostgres(dataDir);
  const superuserUrl = runningPostgres(dataDir, { role: SUPERUSER, database: MAINTENANCE });
  if (running !== undefined && superuserUrl !== undefined)
    return { connectionString: running, superuserUrl, release: async () => undefined };
  // Never create one.
  if (!hasDatabase(dataDir)) throw new Error(`There is no database in ${dataDir}.`);
  return startedDatabase(dataDir);
}

/** Starts the embedded PostgreSQL of a data folder, which gets a database where it has none. */
export async function startedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const unlock = await lockDataFolder(dataDir);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: true, report: () => undefined });
    const release = async () => {
      await postgres.stop();
      await unlock();
    };
    const { connectionString } = postgres;
    return { connectionString, superuserUrl: postgres.connectionStringFor(MAINTENANCE), release };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * The server's database, for commands that run beside the server or while it is stopped: `DATABASE_URL`, else the embedded
 * one, which is started if it is not running.
 *
 * @throws {Error} with a sentence for the operator if there is no database yet
 */
export async function configuredDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<BorrowedDatabase> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, release: async () => undefined };
  return embeddedDatabase(dataDir);
}
