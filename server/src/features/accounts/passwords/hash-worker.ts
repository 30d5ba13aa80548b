import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashCost } from '../../../config/hash-cost.ts';

/** With `hash`: verifies the password. With `cost`: hashes it. */
export type HashRequest = { password: string } & ({ hash: string } | { cost: HashCost });

// Other requests come first. On Linux this sets the priority of the current thread, elsewhere of the whole process.
if (process.platform === 'linux') setPriority(10);

/** The hash, or whether the password matches. */
export type HashResult = string | boolean;

/** Returns errors instead of throwing them, because the other requests of a batch belong to other callers. */
function runRequest(request: HashRequest): HashResult | Error {
  try {
    const { password } = request;
    return 'hash' in request ? verifySync(request.hash, password) : hashSync(password, request.cost);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Runs requests one after another. @returns the results in the order of `requests` */
export default (requests: readonly HashRequest[]): (HashResult | Error)[] => requests.map(runRequest);
