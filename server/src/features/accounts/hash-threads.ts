import { Worker } from 'node:worker_threads';
import type { HashRequest } from './hash-worker.ts';

/**
 * Threads that hash, one password at a time each. Not those of Node's own pool, which read files and compress answers for
 * everybody else. They are started when there is work, and do not keep the process alive.
 */
const idle: Worker[] = [];

function startThread(): Worker {
  const worker = new Worker(new URL('./hash-worker.ts', import.meta.url));
  worker.on('exit', () => {
    const index = idle.indexOf(worker);
    if (index >= 0) idle.splice(index, 1);
  });
  return worker;
}

/** Hashes in a thread of its own. How many run at the same time is the caller's to decide. */
export function hashInThread(request: HashRequest): Promise<string | boolean> {
  const worker = idle.pop() ?? startThread();
  worker.ref();
  return new Promise((resolve, reject) => {
    const failed = (reason: unknown) =>
      reject(reason instanceof Error ? reason : new Error('a thread that hashes stopped'));
    worker.once('error', failed);
    worker.once('exit', failed);
    worker.once('message', (answer: string | boolean) => {
      worker.off('error', failed);
      worker.off('exit', failed);
      worker.unref();
      idle.push(worker);
      resolve(answer);
    });
    worker.postMessage(request);
  });
}
