import { config } from 'zod';

// Schemas would compile themselves with `eval` otherwise, which our Content-Security-Policy forbids. This must run before
// the first schema is made, so schemas are loaded after this module.
config({ jitless: true });
