/** The real application with 1,000 experiences, which logs as it does in life, and tells its routes. */
import { routesOf } from '../../server/testing/fuzzed-requests.ts';
import { openBench } from '../api/site.ts';

const bench = await openBench();
// Whoever loads it may say from which address each request comes.
const { app } = await bench.site(1000, { trustedProxies: ['127.0.0.0/8'], logLevel: 'info' });

process.on('message', async ({ ask }: { ask: 'start' | 'stop' }) => {
  if (ask === 'start') {
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    process.send?.({ origin, routes: routesOf(app) });
  } else {
    await bench.close();
    process.exit();
  }
});
