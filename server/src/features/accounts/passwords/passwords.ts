import { MAX_PASSWORD_LENGTH } from '@oriel/contract';
import type { Config } from '../../../config/config.ts';
import type { HashCost } from '../../../config/hash-cost.ts';
import { AppError } from '../../../errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isAboutOwner, type PasswordOwner } from './context-words.ts';
import { createHashQueue } from './hash-threads.ts';

/** How hashes of a cost begin. */
export const hashPrefix = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
/** A hash of the cost that no password is known to match. */
export const dummyHash = (cost: string): string => `${cost}b3JpZWwvbm9ib2R5L3NhbHQ$${'A'.repeat(43)}`;

export interface Hasher {
  /** Argon2id in PHC format. */
  hash(password: string): Promise<string>;
  /** Whether the password fits. Without a hash it does the same work with the stand-in, and answers false. */
  verify(hash: string | null | undefined, password: string, fallback?: string): Promise<boolean>;
  /** Whether a hash was made at another cost; the next sign-in renews it. */
  isOutdated(hash: string): boolean;
}

/**
 * Who asks for a hash. A third of the queue is kept for `known` callers (members with a session, a mailed token or a browser
 * that has signed in before), so that a storm of strangers does not shut members out.
 */
export type ClientKind = 'known' | 'stranger';

/** Hashes for known callers when it is their turn. @throws {AppError} 503 `busy` when too many wait */
export interface Passwords extends Hasher {
  /**
   * Does work that will hash, and keeps a place in the queue for it from its begin, so that a request that must be refused
   * has cost nothing yet.
   *
   * @throws {AppError} 503 `busy` when too many wait
   */
  admit<T>(asker: ClientKind, work: (hasher: Hasher) => Promise<T>): Promise<T>;
  /** For a request whose body is not even read. @throws {AppError} 503 `busy` when one more would be refused now */
  refuseWhenBusy(asker: ClientKind): void;
  /** @throws {AppError} 400 for a new password that is too short (a setting), too long, too common or about its owner */
  check(password: string, owner?: PasswordOwner): void;
}

/** The same text, whichever way a keyboard composed it. */
const normalise = (password: string): string => password.normalize('NFKC');

/** Hashes and checks passwords; the work is done on other threads, so that requests for pages go on meanwhile. */
export function createPasswords({ accounts }: Pick<Config, 'accounts'>, brand = ''): Passwords {
  const { hashesAtOnce, hashQueue, hashCost } = accounts;
  const prefix = hashPrefix(hashCost);
  const places = { known: hashesAtOnce + hashQueue, stranger: hashesAtOnce + Math.ceil((hashQueue * 2) / 3) };
  let taken = 0;
  // In a storm of sign-ins one core is left to everybody else.
  const isStorm = () => taken > hashesAtOnce + hashQueue / 3;
  const enqueue = createHashQueue(() => (isStorm() ? Math.max(1, hashesAtOnce - 1) : hashesAtOnce));

  const hasher: Hasher = {
    hash: async (password) => String(await enqueue({ password: normalise(password), cost: hashCost })),

    async verify(hash, password, fallback = dummyHash(prefix)) {
      const request = { password: normalise(password), hash: hash ?? fallback };
      const fits = await enqueue(request);
      return fits === true && typeof hash === 'string';
    },

    isOutdated: (hash) => !hash.startsWith(prefix),
  };

  const refuseWhenBusy: Passwords['refuseWhenBusy'] = (asker) => {
    if (taken < places[asker]) return;
    throw new AppError(503, 'busy', 'We are very busy right now. Please try again in a moment.', {
      'retry-after': '2',
    });
  };

  const admit: Passwords['admit'] = async (asker, work) => {
    refuseWhenBusy(asker);
    taken += 1;
    try {
      return await work(hasher);
    } finally {
      taken -= 1;
    }
  };

  return {
    admit,
    refuseWhenBusy,
    isOutdated: hasher.isOutdated,
    hash: (password) => admit('known', ({ hash }) => hash(password)),
    verify: (hash, password, fallback) => admit('known', ({ verify }) => verify(hash, password, fallback)),

    check(password, owner = {}) {
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
      if (isAboutOwner(password, owner, brand)) {
        throw new AppError(
          400,
          'password_too_common',
          'This password is easy to guess from a name or an email address. Please choose another.',
        );
      }
    },
  };
}
