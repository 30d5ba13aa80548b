import { serve } from '../src/serve.ts';

/** The server with short pauses, for tests that wait until it tries something again. */
await serve({
  adjust: (config) => ({
    ...config,
    mail: { ...config.mail, smtpTimeoutMs: 5_000 },
    jobs: { retrySeconds: 1, superviseSeconds: 1 },
    payments: { ...config.payments, tickMs: 500, restMs: 1_000 },
  }),
});
