import type { FastifyInstance } from 'fastify';

/** Work that is repeated while the application runs. */
export interface PeriodicTask {
  /** Completes "failed to ..." in the log. */
  purpose: string;
  everyMs: number;
  /** Must be safe to run concurrently in several processes. */
  run: () => Promise<void>;
}

/** Runs a task until the application closes; runs within one process never overlap. A failed run is logged. */
export function schedule(app: FastifyInstance, { purpose, everyMs, run }: PeriodicTask): void {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => app.log.warn({ err: error }, `failed to ${purpose}`))
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
