import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../testing/with-database.ts';
import type { Aftermath, Scene } from './scene.ts';

const CLIENTS = 200;
const FOR_MS = 15_000;
const PAUSE_MS = 1_000;
/** `default_pool_size` and `reserve_pool_size` of `deploy/pgbouncer/pgbouncer.ini`. */
const POOL = 25;

/** Opens far more connections to PgBouncer than it has to PostgreSQL. All must be served, by no more of those. */
export async function crowd({ site, leader }: Scene): Promise<Aftermath> {
  const end = performance.now() + FOR_MS;
  const problems: string[] = [];
  let most = 0;
  const lanes = Array.from({ length: CLIENTS }, async () => {
    const options = { connectionString: site.pooledUrl, query_timeout: FOR_MS };
    try {
      await withClient(options, async (client) => {
        while (performance.now() < end) {
          await client.query('SELECT 1');
          await sleep(PAUSE_MS);
        }
      });
    } catch (error) {
      problems.push(`one of ${CLIENTS} clients: ${error}`);
    }
  });
  const watch = site.cluster.asSuperuser(leader, 'postgres', async (client) => {
    for (; performance.now() < end; await sleep(PAUSE_MS)) {
      const { rows } = await client.query<{ count: string }>(
        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'oriel'",
      );
      most = Math.max(most, Number(rows[0]?.count));
    }
  });
  await Promise.all([watch, ...lanes]);
  if (most > POOL) problems.push(`PostgreSQL had ${most} connections, and the pool may have ${POOL}`);
  return { problems };
}
