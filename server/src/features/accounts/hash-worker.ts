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

parentPort?.on('message', ({ password, hash }: HashRequest) => {
  parentPort?.postMessage(hash === undefined ? hashSync(password, HASH_COST) : verifySync(hash, password));
});
