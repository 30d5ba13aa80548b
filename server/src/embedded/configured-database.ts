import type { Config } from '../config/config.ts';
import { lockDataFolder } from './lock.ts';
import { startEmbeddedPostgres } from './postgres.ts';
import { hasDatabase, runningPostgres } from './running.ts';

/**
 * The database that the server uses, for commands that run beside it or while it is stopped: `DATABASE_URL`, else the
 * embedded one, which is started where nothing runs it.
 *
 * @returns how to reach it; `release` stops what was started
 * @throws {Error} with a sentence for the operator where there is no database yet
 */
export async function configuredDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<{ connectionString: string; release: () => Promise<void> }> {
  const running = config.databaseUrl ?? runningPostgres(config.dataDir);
  if (running !== undefined) return { connectionString: running, release: async () => undefined };
  // To look must not make one.
  if (!hasDatabase(config.dataDir)) throw new Error(`There is no database in ${config.dataDir}.`);
  const unlock = await lockDataFolder(config.dataDir);
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      durable: true,
      report: () => undefined,
    });
    const release = async () => {
      await postgres.stop();
      await unlock();
    };
    return { connectionString: postgres.connectionString, release };
  } catch (error) {
    await unlock();
    throw error;
  }
}
