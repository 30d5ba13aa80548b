import { Worker } from 'node:worker_threads';

/** What a probe prints first: how it ends before has nothing to do with its file. JSON may begin with it. */
export const BEGUN = '\n';

/**
 * Says that this process begins, and ends it after a time, even while a parser or decoder blocks its main thread; the server that
 * started it may have died.
 */
export function killAfter(milliseconds: number): void {
  process.stdout.write(BEGUN);
  const timer = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${milliseconds})`;
  new Worker(timer, { eval: true }).unref();
}
