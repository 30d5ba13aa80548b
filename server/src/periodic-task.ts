import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { claimTask, renewTask } from './periodic-task-store.ts';
import { traced } from './tracing/tracing.ts';

/** How long closing waits for a running task, which another process may repeat. */
const STOP_TIMEOUT_MS = 3_000;

/** Work that is repeated while the application runs. */
export interface PeriodicTask {
  /** Completes "failed to ..." in the log; unique among the tasks. */
  purpose: string;
  everyMs: number;
  /**
   * True for what each process does for itself, such as for its memory. Tasks that are neither this nor `claimsItsWork` are done by one
   * process of the installation at a time, which must be safe all the same: a process that was suspended may go on while another has
   * taken over.
   */
  isPerProcess?: boolean;
  /**
   * True for what looks for work that it claims in the database itself: each process looks, except web processes, and a claim of the task
   * would be a second statement for each look.
   */
  claimsItsWork?: boolean;
  run: () => Promise<void>;
}

/** Runs a task until the application closes, which waits for it only a little; runs never overlap. A failed run is logged. */
export function schedule(
  app: FastifyInstance,
  { purpose, everyMs, isPerProcess = false, claimsItsWork = false, run }: PeriodicTask,
): void {
  const { config, db, jobDb = db, lifecycle } = app.dependencies;
  if (!isPerProcess && config.role === 'web') return;
  let running: Promise<void> | undefined;
  async function runIfDue(): Promise<void> {
    if (isPerProcess) return run();
    const runTraced = () => traced({ name: `task ${purpose}`, kind: 'internal', parent: null }, run);
    if (claimsItsWork) return runTraced();
    if (!(await claimTask(jobDb, purpose, everyMs))) return;
    const renewal = setInterval(() => renewTask(jobDb, purpose).catch(() => undefined), everyMs / 2).unref();
    try {
      await runTraced();
    } finally {
      clearInterval(renewal);
    }
  }
  const timer = setInterval(() => {
    if (lifecycle.stopping) return;
    running ??= runIfDue()
      .catch((error: unknown) => app.log.warn({ err: error }, `failed to ${purpose}`))
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await Promise.race([running, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  });
}
