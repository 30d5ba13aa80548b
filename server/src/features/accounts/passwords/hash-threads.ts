import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { createQueue } from '../../../queue.ts';
import type { HashRequest, HashResult } from './hash-worker.ts';

interface PendingHash {
  request: HashRequest;
  resolve: (answer: HashResult) => void;
  reject: (reason: unknown) => void;
}

/**
 * How many passwords a thread is given together when many wait. Hashing throws everybody's caches away: what a sign-in needs
 * beside its hash takes four times as long as in quiet when it is woken for that one alone, and twice when for three together.
 */
const MAX_BATCH = 3;

/**
 * Threads that hash. Not those of Node's own pool, which read files and compress responses. They are started when there is
 * work, and do not keep the process alive.
 */
const threads = new Piscina<readonly HashRequest[], (HashResult | Error)[]>({
  filename: new URL('./hash-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(4, availableParallelism()),
  idleTimeout: 60_000,
});

/**
 * Hashes in the order in which it is asked.
 *
 * @param limit how many threads hash at the same time; asked whenever one begins or ends
 */
export function createHashQueue(limit: () => number): (request: HashRequest) => Promise<HashResult> {
  const waiting: PendingHash[] = [];
  const enqueue = createQueue(limit);
  const hashNext = async () => {
    const share = Math.floor(waiting.length / limit());
    const batch = waiting.splice(0, Math.min(Math.max(share, 1), MAX_BATCH));
    // Earlier turns already took the whole queue.
    if (batch.length === 0) return;
    try {
      const answers = await threads.run(batch.map(({ request }) => request));
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
