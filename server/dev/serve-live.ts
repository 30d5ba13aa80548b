import { serve } from '../src/serve.ts';
import { connectLivePages } from './live-pages.ts';

await serve({ livePages: connectLivePages() });
