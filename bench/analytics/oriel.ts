/** The real application with 1,000 experiences, on a database that keeps what it has committed. */
import { sql } from 'kysely';
import { openBench } from '../api/site.ts';

type Message = { ask: 'start' | 'count' | 'stop' };

const bench = await openBench({ durable: true });
// Whoever loads it may say from which address each request comes.
const { app, db } = await bench.site(1000, { trustedProxies: ['127.0.0.0/8'], logLevel: 'silent' });

process.on('message', async (message: Message) => {
  switch (message.ask) {
    case 'start':
      process.send?.({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) });
      break;
    case 'count': {
      const { rows } = await sql<{ count: number }>`SELECT count(*) FROM analytics_events`.execute(db);
      process.send?.({ count: rows[0]?.count ?? 0 });
      break;
    }
    case 'stop':
      await bench.close();
      process.exit();
  }
});
