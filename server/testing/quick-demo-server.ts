import { serve } from '../src/serve.ts';
import { QUICK_HASH, QUICK_IMAGES } from './quick.ts';

/** The server for browser tests: its demo content is soon there, and it signs members up and in with little work. */
await serve({
  adjust: (config) => ({
    ...config,
    accounts: { ...config.accounts, hashCost: QUICK_HASH },
    media: { ...config.media, ...QUICK_IMAGES },
  }),
});
