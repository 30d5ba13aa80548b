import { serve } from '../src/serve.ts';
import { QUICK_IMAGES } from './quick.ts';

/** The server whose demo content is soon there, for browser tests. */
await serve({ adjust: (config) => ({ ...config, media: { ...config.media, ...QUICK_IMAGES } }) });
