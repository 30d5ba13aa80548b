import type { FastifyInstance } from 'fastify';
import { claimTask, renewTask } from './periodic-task-store.ts';

/** Work that is repeated while the application runs. */
export interface PeriodicTask {
  /** Completes "failed to ..." in the log; unique among the tasks. */
  purpose: string;
  everyMs: number;
  /**
   * True for what each process does for itself, such as for its memory. All other tasks are done by one process of the installation at
   * a time, which must be safe all the same: a process that was suspended may go on while another has taken over.
   */
  isPerProcess?: boolean;
  run: () => Promise<void>;
}

/** Runs a task until the application closes; runs never overlap. A failed run is logged. */
export function schedule(
  app: FastifyInstance,
  { purpose, everyMs, isPerProcess = false, run }: PeriodicTask,
): void {
  const { config, db, backgroundDb = db } = app.dependencies;
  if (!isPerProcess && config.role === 'web') return;
  let running: Promise<void> | undefined;
  let isClaimed = false;
  async function runIfDue(): Promise<void> {
    isClaimed = !isPerProcess && (await claimTask(backgroundDb, purpose, everyMs));
    if (isPerProcess || isClaimed) await run();
  }
  const timer = setInterval(() => {
    if (running !== undefined && isClaimed) renewTask(backgroundDb, purpose).catch(() => undefined);
    running ??= runIfDue()
      .catch((error: unknown) => app.log.warn({ err: error }, `failed to ${purpose}`))
      .finally(() => {
        running = undefined;
        isClaimed = false;
      });
  }, everyMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
