import { MAX_PASSWORD_LENGTH } from '@oriel/contract';
import type { Config } from '../../config.ts';
import { AppError } from '../../http/problem.ts';
import { createQueue } from '../../queue.ts';
import { isCommonPassword } from './common-passwords.ts';
import { HASH_COST } from './hash-cost.ts';
import { hashInThread } from './hash-threads.ts';

/** Asks for the work of a real hash, and no password is known to match it. */
const NOBODYS_HASH = `$argon2id$v=19$m=${HASH_COST.memoryCost},t=${HASH_COST.timeCost},p=${HASH_COST.parallelism}$b3JpZWwvbm9ib2R5L3NhbHQ$${'A'.repeat(43)}`;

export interface Passwords {
  /** Argon2id in PHC format. @throws {AppError} 503 `busy` when too many wait */
  hash(password: string): Promise<string>;
  /** Whether the password fits. Without a hash it does the same work and answers false. @throws {AppError} 503 `busy` */
  verify(hash: string | null | undefined, password: string): Promise<boolean>;
  /** Before other work is done in vain. @throws {AppError} 503 `busy` when a hash would be refused now */
  refuseWhenBusy(): void;
  /** @throws {AppError} 400 for a new password that is too short (a setting), too long or too common */
  check(password: string): void;
}

/** The same text, whichever way a keyboard composed it. */
const normalise = (password: string): string => password.normalize('NFKC');

interface BoundedQueue {
  refuseWhenFull(): void;
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** Lets a set number of tasks run, a set number wait, and refuses the rest at once. */
function boundedQueue(limit: number, waiting: number): BoundedQueue {
  const enqueue = createQueue(limit);
  let admitted = 0;
  const refuseWhenFull = () => {
    if (admitted < limit + waiting) return;
    throw new AppError(503, 'busy', 'We are very busy right now. Please try again in a moment.', {
      'retry-after': '2',
    });
  };
  return {
    refuseWhenFull,
    async run(task) {
      refuseWhenFull();
      admitted += 1;
      try {
        return await enqueue(task);
      } finally {
        admitted -= 1;
      }
    },
  };
}

/** Hashes and checks passwords; the work is done on other threads, so that requests for pages go on meanwhile. */
export function createPasswords({ accounts }: Pick<Config, 'accounts'>): Passwords {
  const queue = boundedQueue(accounts.hashesAtOnce, accounts.hashQueue);
  return {
    refuseWhenBusy: queue.refuseWhenFull,

    hash: async (password) => String(await queue.run(() => hashInThread({ password: normalise(password) }))),

    async verify(hash, password) {
      const request = { password: normalise(password), hash: hash ?? NOBODYS_HASH };
      const fits = await queue.run(() => hashInThread(request));
      return fits === true && typeof hash === 'string';
    },

    check(password) {
      const minimum = accounts.passwordMinLength;
      if (password.length < minimum) {
        throw new AppError(400, 'invalid_request', `Password must be at least ${minimum} characters long.`);
      }
      if (password.length > MAX_PASSWORD_LENGTH) {
        throw new AppError(
          400,
          'invalid_request',
          `Password must be at most ${MAX_PASSWORD_LENGTH} characters long.`,
        );
      }
      if (isCommonPassword(normalise(password))) {
        throw new AppError(
          400,
          'password_too_common',
          'This password is one of the most common ones. Please choose another.',
        );
      }
    },
  };
}
