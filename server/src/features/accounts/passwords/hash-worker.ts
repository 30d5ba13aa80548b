import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashCost } from '../../../config/hash-cost.ts';

/** With a hash: whether the password fits. With a cost: the hash of the password. */
export type HashRequest = { password: string } & ({ hash: string } | { cost: HashCost });

// On Linux this is about the thread that asks, elsewhere about the whole process. Requests for pages come first.
if (process.platform === 'linux') setPriority(10);

/** The hash that was asked for, or whether the password fits. */
export type HashResult = string | boolean;

/** A failure takes its place among the answers: the other requests are of other callers. */
function runRequest(request: HashRequest): HashResult | Error {
  try {
    const { password } = request;
    return 'hash' in request ? verifySync(request.hash, password) : hashSync(password, request.cost);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Hashes one after the other. @returns in the order of `requests` */
export default (requests: readonly HashRequest[]): (HashResult | Error)[] => requests.map(runRequest);
