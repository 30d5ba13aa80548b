import { serve } from '../src/serve.ts';
import { QUICK_HASH } from './quick.ts';

/** The server for browser tests: it signs members up and in with little work. */
await serve({
  adjust: (config) => ({
    ...config,
    accounts: { ...config.accounts, hashCost: QUICK_HASH },
  }),
});
