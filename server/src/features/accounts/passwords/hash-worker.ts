import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashCost } from '../../../config/hash-cost.ts';

/** With a hash: whether the password fits. With a cost: the hash of the password. */
export type HashRequest = { password: string } & ({ hash: string } | { cost: HashCost });

// On Linux this is about the thread that asks, elsewhere about the whole process. Whoever waits for a page comes first.
if (process.platform === 'linux') setPriority(10);

/** The hash that was asked for, or whether the password fits. */
export type HashAnswer = string | boolean;

/** What one fails with is answered in its place: the others are somebody else's. */
function answer(request: HashRequest): HashAnswer | Error {
  try {
    const { password } = request;
    return 'hash' in request ? verifySync(request.hash, password) : hashSync(password, request.cost);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

parentPort?.on('message', (requests: readonly HashRequest[]) => {
  parentPort?.postMessage(requests.map(answer));
});
