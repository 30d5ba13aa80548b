import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { createQueue } from '../../../queue.ts';
import type { HashRequest, HashResult } from './hash-worker.ts';

interface PendingHash {
  request: HashRequest;
  resolve: (result: HashResult) => void;
  reject: (reason: unknown) => void;
}

/**
 * How many passwords a thread hashes in one batch under load. Hashing evicts the CPU caches: the rest of a sign-in takes four
 * times as long as usual after each single hash, and twice as long after batches of three (measured).
 */
const MAX_BATCH = 3;

/**
 * Separate from Node's thread pool, which reads files and compresses responses. The threads start on demand and do not keep the
 * process alive.
 */
const threads = new Piscina<readonly HashRequest[], (HashResult | Error)[]>({
  filename: new URL('./hash-worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: Math.max(4, availableParallelism()),
  idleTimeout: 60_000,
});

/**
 * Creates a queue that runs requests in order.
 *
 * @param limit how many threads hash at the same time; evaluated whenever one begins or ends
 */
export function createHashQueue(limit: () => number): (request: HashRequest) => Promise<HashResult> {
  const pending: PendingHash[] = [];
  const enqueue = createQueue(limit);
  const hashNext = async () => {
    const share = Math.floor(pending.length / limit());
    const batch = pending.splice(0, Math.min(Math.max(share, 1), MAX_BATCH));
    // Earlier turns already took the whole queue.
    if (batch.length === 0) return;
    try {
      const results = await threads.run(batch.map(({ request }) => request));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result === undefined || result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (request) =>
    new Promise((resolve, reject) => {
      pending.push({ request, resolve, reject });
      void enqueue(hashNext);
    });
}
