import { MAX_PASSWORD_LENGTH } from '@oriel/contract';
import type { Config } from '../../../config/config.ts';
import type { HashCost } from '../../../config/hash-cost.ts';
import { AppError } from '../../../errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isAboutOwner, type PasswordOwner } from './context-words.ts';
import { createHashQueue } from './hash-threads.ts';

/** The prefix of hashes of a cost. */
export const hashPrefix = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
/** A hash of the same cost that matches no known password. */
export const dummyHash = (cost: string): string => `${cost}b3JpZWwvbm9ib2R5L3NhbHQ$${'A'.repeat(43)}`;

export interface Hasher {
  /** Argon2id in PHC format. */
  hash(password: string): Promise<string>;
  /** Whether the password matches. Without a hash, does the same work with `fallback` and returns false. */
  verify(hash: string | null | undefined, password: string, fallback?: string): Promise<boolean>;
  /** Whether a hash has another cost than new ones; the next sign-in renews it. */
  isOutdated(hash: string): boolean;
}

/**
 * Priority of a client. A third of the queue is reserved for `known` clients (members with a session, a link secret or a known
 * device), so that a flood of unknown clients does not lock members out.
 */
export type ClientKind = 'known' | 'unknown';

/** `hash` and `verify` wait in the queue as `known` clients. @throws {AppError} 503 `busy` when the queue is full */
export interface Passwords extends Hasher {
  /**
   * Reserves a place in the queue for work that will hash, so that a request is refused before it has cost anything.
   *
   * @throws {AppError} 503 `busy` when the queue is full
   */
  admit<T>(kind: ClientKind, work: (hasher: Hasher) => Promise<T>): Promise<T>;
  /** For requests whose body is not read yet. @throws {AppError} 503 `busy` when the queue is full */
  refuseWhenBusy(kind: ClientKind): void;
  /** @throws {AppError} 400 `invalid_request` for the length, `password_too_common` for common ones and the owner's data */
  check(password: string, owner?: PasswordOwner): void;
}

/** Keyboards compose the same characters in different ways. */
const normalise = (password: string): string => password.normalize('NFKC');

/** Hashes and verifies passwords on other threads. @param brand the site's name, which passwords must not consist of */
export function createPasswords({ accounts }: Pick<Config, 'accounts'>, brand = ''): Passwords {
  const { hashesAtOnce, hashQueue, hashCost } = accounts;
  const prefix = hashPrefix(hashCost);
  const capacity = {
    known: hashesAtOnce + hashQueue,
    unknown: hashesAtOnce + Math.ceil((hashQueue * 2) / 3),
  };
  let admitted = 0;
  // During a flood of sign-ins, one core is left to other requests.
  const isFlooded = () => admitted > hashesAtOnce + hashQueue / 3;
  const enqueue = createHashQueue(() => (isFlooded() ? Math.max(1, hashesAtOnce - 1) : hashesAtOnce));

  const hasher: Hasher = {
    hash: async (password) => String(await enqueue({ password: normalise(password), cost: hashCost })),

    async verify(hash, password, fallback = dummyHash(prefix)) {
      const request = { password: normalise(password), hash: hash ?? fallback };
      const isMatch = await enqueue(request);
      return isMatch === true && typeof hash === 'string';
    },

    isOutdated: (hash) => !hash.startsWith(prefix),
  };

  const refuseWhenBusy: Passwords['refuseWhenBusy'] = (kind) => {
    if (admitted < capacity[kind]) return;
    throw new AppError(503, 'busy', 'We are very busy right now. Please try again in a moment.', {
      'retry-after': '2',
    });
  };

  const admit: Passwords['admit'] = async (kind, work) => {
    refuseWhenBusy(kind);
    admitted += 1;
    try {
      return await work(hasher);
    } finally {
      admitted -= 1;
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
