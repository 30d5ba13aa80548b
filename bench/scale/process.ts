/** One process of an installation: the real application with few connections to a database that others use too. */
import { buildApp } from '../../server/src/app.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { openMedia } from '../../server/src/features/media/service.ts';
import { FileStorage } from '../../server/src/gateways/storage-files.ts';
import { PgBossJobs } from '../../server/src/jobs/pg-boss.ts';
import { createLog } from '../../server/src/log.ts';
import { CONNECTIONS, configOf } from './data.ts';

interface Start {
  connectionString: string;
  dataDir: string;
}

async function start({ connectionString, dataDir }: Start): Promise<string> {
  const config = configOf(dataDir);
  const db = openDatabase({ connectionString, poolSize: CONNECTIONS });
  // As in `serve.ts`: what is not a request does not take the requests' connections.
  const jobDb = openDatabase({ connectionString, poolSize: 3 });
  const log = createLog(config.logLevel);
  const storage = await FileStorage.open(config.storageDir);
  const app = await buildApp({
    config,
    db,
    jobDb,
    backgroundDb: jobDb,
    log,
    storage,
    media: await openMedia({ config, db: jobDb, storage }),
    jobs: await PgBossJobs.open(jobDb, log),
    lifecycle: { stopping: false },
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

process.on('message', async (message: Start) => {
  process.send?.({ origin: await start(message) });
});
process.on('disconnect', () => process.exit());
