import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '../../testing/with-database.ts';
import type { Aftermath, Scene } from './scene.ts';

const CLIENTS = 200;
/** As many as the pool has, so that those who are not pooled do not crowd PostgreSQL themselves. */
const DIRECT_CLIENTS = 20;
/** A longer crowd shows what leaks: `CROWD_SECONDS=1800`. */
const FOR_MS = Number(process.env.CROWD_SECONDS ?? 15) * 1000;
const PAUSE_MS = 1_000;
const QUERY_TIMEOUT_MS = 15_000;
/** `default_pool_size` and `reserve_pool_size` of `deploy/pgbouncer/pgbouncer.ini`. */
const POOL = 25;
/** The name by which PostgreSQL tells the connections apart that do not come from the pool. */
const PAST_POOL = 'past-the-pool';
/** How much longer a query may take through the pool than without, of 99 in 100. */
const MAX_RATIO = 2;
/** A shorter one is no delay that anybody notices, and its ratio says nothing. */
const NEGLIGIBLE_MS = 20;
/** In less time, most of the slowest queries are those that wait while 200 clients connect at once. */
const MIN_COMPARED_MS = 60_000;

type Connect = (work: (client: pg.Client) => Promise<void>) => Promise<void>;

/**
 * Sends a query a second on each connection, evenly spread as those of strangers are.
 *
 * @returns the milliseconds that each took, sorted
 */
async function queryOften(connect: Connect, clients: number, end: number): Promise<number[]> {
  const took: number[] = [];
  const lanes = Array.from({ length: clients }, (_, index) =>
    connect(async (client) => {
      await sleep((index / clients) * PAUSE_MS);
      while (performance.now() < end) {
        const began = performance.now();
        await client.query('SELECT 1');
        took.push(performance.now() - began);
        await sleep(PAUSE_MS);
      }
    }),
  );
  await Promise.all(lanes);
  return took.toSorted((one, other) => one - other);
}

const percentile99 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? 0;

/**
 * Opens far more connections to PgBouncer than it has to PostgreSQL. All must be served, by no more of those, and hardly later than
 * without it.
 */
export async function crowd({ site, leader }: Scene): Promise<Aftermath> {
  const end = performance.now() + FOR_MS;
  const problems: string[] = [];
  let most = 0;
  const watch = site.cluster.asSuperuser(leader, 'postgres', async (client) => {
    for (; performance.now() < end; await sleep(PAUSE_MS)) {
      const { rows } = await client.query<{ count: string }>(
        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'oriel' AND application_name <> $1",
        [PAST_POOL],
      );
      most = Math.max(most, Number(rows[0]?.count));
    }
  });
  const pool = { connectionString: site.pooledUrl, query_timeout: QUERY_TIMEOUT_MS };
  // The same way as PgBouncer's: what is compared is the pool, and not what lies behind it.
  const past = new URL(site.connectionString);
  past.port = String(site.toPrimary.port);
  const noPool = {
    connectionString: past.href,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: PAST_POOL,
  };
  const queries = async () => {
    const [pooled, direct] = await Promise.all([
      queryOften((work) => withClient(pool, work), CLIENTS, end),
      queryOften((work) => withClient(noPool, work), DIRECT_CLIENTS, end),
    ]);
    const [through, without] = [percentile99(pooled), percentile99(direct)];
    const words = `99 of 100 of ${pooled.length} queries took up to ${through.toFixed(1)} ms, without the pool ${without.toFixed(1)} ms`;
    console.log(`${words}; at most ${most} connections to PostgreSQL`);
    const isSlow = through > Math.max(MAX_RATIO * without, NEGLIGIBLE_MS);
    if (isSlow && FOR_MS >= MIN_COMPARED_MS) problems.push('the pool makes queries slow');
  };
  const served = queries().catch((error: unknown) => {
    problems.push(`one of ${CLIENTS} clients: ${error}`);
  });
  await Promise.all([watch, served]);
  if (most > POOL) problems.push(`PostgreSQL had ${most} connections, and the pool may have ${POOL}`);
  return { problems };
}
