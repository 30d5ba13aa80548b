import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { HASH_COST } from './hash-cost.ts';

/** With a hash: whether the password fits. Without one: the hash of the password. */
export interface HashRequest {
  password: string;
  hash?: string;
}

// On Linux this is about the thread that asks, elsewhere about the whole process. Whoever waits for a page comes first.
if (process.platform === 'linux') setPriority(10);

/** The hash that was asked for, or whether the password fits. */
export type HashAnswer = string | boolean;

/** What one fails with is answered in its place: the others are somebody else's. */
function answer({ password, hash }: HashRequest): HashAnswer | Error {
  try {
    return hash === undefined ? hashSync(password, HASH_COST) : verifySync(hash, password);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

parentPort?.on('message', (requests: readonly HashRequest[]) => {
  parentPort?.postMessage(requests.map(answer));
});
