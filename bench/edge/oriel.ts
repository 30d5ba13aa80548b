/** The real application with 1,000 experiences, which logs as in production and lists its routes. */
import { routesOf } from '../../server/testing/fuzzed-requests.ts';
import { openBench } from '../api/site.ts';
import { serve } from '../serve.ts';

const bench = await openBench();
// The load names the IP that each request comes from.
const { app } = await bench.site(1000, { trustedProxies: ['127.0.0.0/8'], logLevel: 'info' });

serve(bench, app, { routes: async () => routesOf(app) });
