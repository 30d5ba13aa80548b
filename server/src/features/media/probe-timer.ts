import { Worker } from 'node:worker_threads';

/**
 * Ends this process after a time, even while a parser or decoder blocks its main thread; the server that started it may have
 * died.
 */
export function killAfter(milliseconds: number): void {
  const timer = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${milliseconds})`;
  new Worker(timer, { eval: true }).unref();
}
