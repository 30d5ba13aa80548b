import type { Config } from '../config/config.ts';
import { lockDataFolder } from './lock.ts';
import { startEmbeddedPostgres } from './postgres.ts';
import { hasDatabase, runningPostgres } from './running.ts';

/**
 * The server's database, for commands that run beside the server or while it is stopped: `DATABASE_URL`, else the embedded
 * one, which is started if it is not running.
 *
 * @returns its connection string; `release` stops what was started
 * @throws {Error} with a sentence for the operator if there is no database yet
 */
export async function configuredDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<{ connectionString: string; release: () => Promise<void> }> {
  const running = config.databaseUrl ?? runningPostgres(config.dataDir);
  if (running !== undefined) return { connectionString: running, release: async () => undefined };
  // Never create one.
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
