import type { FastifyInstance } from 'fastify';

interface Chore {
  /** Completes "could not ..." in the log. */
  purpose: string;
  everyMs: number;
  /** Must bear being done by several processes at once. */
  work: () => Promise<void>;
}

/** Does something again and again while the application runs; never twice at a time. A failure is logged, no more. */
export function regularly(app: FastifyInstance, { purpose, everyMs, work }: Chore): void {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => app.log.warn({ err: error }, `could not ${purpose}`))
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
