/** The real application with 1,000 experiences, on a database that waits for the disk. */
import { sql } from 'kysely';
import { openBench } from '../api/site.ts';
import { serve } from '../serve.ts';

const bench = await openBench({ durable: true });
// The load names the IP that each request comes from.
const { app, db } = await bench.site(1000, { trustedProxies: ['127.0.0.0/8'], logLevel: 'silent' });

serve(bench, app, {
  async count() {
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM analytics_events`.execute(db);
    return { count: rows[0]?.count ?? 0 };
  },
});
