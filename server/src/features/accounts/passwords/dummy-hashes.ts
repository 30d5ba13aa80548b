import type { HashCost } from '../../../config/hash-cost.ts';
import type { Db } from '../../../database/database.ts';
import { type CostShare, countHashCosts } from '../members/store.ts';
import type { Tokens } from '../sessions/jwt.ts';
import { dummyHash, hashPrefix } from './passwords.ts';

const WHOLE = 2 ** 32;

/**
 * Hashes for unknown emails, so that sign-ins take as long for them as for members. After a change of the cost, some members
 * still have hashes of the old cost; the same share of unknown emails then gets a hash of that cost, always the same emails.
 */
export class DummyHashes {
  readonly #tokens: Pick<Tokens, 'digest'>;
  readonly #currentPrefix: string;
  #shares: readonly CostShare[] = [];

  /** @param hashCost of new hashes */
  constructor(tokens: Pick<Tokens, 'digest'>, hashCost: HashCost) {
    this.#tokens = tokens;
    this.#currentPrefix = hashPrefix(hashCost);
  }

  /** Counts the costs of the stored hashes. Scans all members: call it rarely. */
  async refreshShares(db: Db): Promise<void> {
    const shares = await countHashCosts(db);
    this.#shares = shares.filter(({ cost }) => cost !== this.#currentPrefix);
  }

  /** A hash that matches no password, of a cost that a member with this email might have. */
  hashFor(email: string): string {
    let position = this.#tokens.digest('stand-in', email).readUInt32BE() / WHOLE;
    for (const { cost, share } of this.#shares) {
      if (position < share) return dummyHash(cost);
      position -= share;
    }
    return dummyHash(this.#currentPrefix);
  }
}
