import { Worker } from 'node:worker_threads';
import { createQueue } from '../../../queue.ts';
import type { HashAnswer, HashRequest } from './hash-worker.ts';

interface Waiting {
  request: HashRequest;
  resolve: (answer: HashAnswer) => void;
  reject: (reason: unknown) => void;
}

/**
 * How many passwords a thread is given together when many wait. Hashing throws everybody's caches away: what a sign-in needs
 * beside its hash takes four times as long as in quiet when it is woken for that one alone, and twice when for three together.
 */
const MOST_TOGETHER = 3;

/**
 * Threads that hash. Not those of Node's own pool, which read files and compress answers for everybody else. They are started
 * when there is work, and do not keep the process alive.
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

/** Hashes one after the other in a thread of its own. @returns in the order of `requests` */
function hashInThread(requests: readonly HashRequest[]): Promise<(HashAnswer | Error)[]> {
  const worker = idle.pop() ?? startThread();
  worker.ref();
  return new Promise((resolve, reject) => {
    const failed = (reason: unknown) =>
      reject(reason instanceof Error ? reason : new Error('a thread that hashes stopped'));
    worker.once('error', failed);
    worker.once('exit', failed);
    worker.once('message', (answers: (HashAnswer | Error)[]) => {
      worker.off('error', failed);
      worker.off('exit', failed);
      worker.unref();
      idle.push(worker);
      resolve(answers);
    });
    worker.postMessage(requests);
  });
}

/**
 * Hashes in the order in which it is asked.
 *
 * @param threads how many hash at the same time; asked whenever one begins or ends
 */
export function createHashQueue(threads: () => number): (request: HashRequest) => Promise<HashAnswer> {
  const waiting: Waiting[] = [];
  const enqueue = createQueue(threads);
  const hashNext = async () => {
    const share = Math.floor(waiting.length / threads());
    const batch = waiting.splice(0, Math.min(Math.max(share, 1), MOST_TOGETHER));
    // All that waited has gone with turns before this one.
    if (batch.length === 0) return;
    try {
      const answers = await hashInThread(batch.map(({ request }) => request));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined || answer instanceof Error) reject(answer);
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      void enqueue(hashNext);
    });
}
