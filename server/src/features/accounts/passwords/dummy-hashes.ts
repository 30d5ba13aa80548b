import { sql } from 'kysely';
import type { HashCost } from '../../../config/hash-cost.ts';
import type { Db } from '../../../database/database.ts';
import type { Tokens } from '../sessions/jwt.ts';
import { dummyHash, hashPrefix } from './passwords.ts';

/** A cost as a hash begins with it, and which part of the stored hashes has it. */
interface CostShare {
  cost: string;
  share: number;
}

const WHOLE = 2 ** 32;

/**
 * Hashes for addresses that nobody has, so that a sign-in takes as long for them as for members. Hashes of members who have not
 * signed in since the cost was changed are of another cost; the same part of the unknown addresses then gets a hash of that
 * cost, always the same ones.
 */
export class DummyHashes {
  readonly #tokens: Pick<Tokens, 'digest'>;
  readonly #present: string;
  #shares: readonly CostShare[] = [];

  /** @param hashCost of new hashes */
  constructor(tokens: Pick<Tokens, 'digest'>, hashCost: HashCost) {
    this.#tokens = tokens;
    this.#present = hashPrefix(hashCost);
  }

  /** Counts the costs of the stored hashes. Reads all members: call it rarely. */
  async refreshShares(db: Db): Promise<void> {
    const { rows } = await sql<CostShare>`
      SELECT cost, (count(*) / sum(count(*)) OVER ())::float8 AS share
      FROM (SELECT substring(password_hash FROM '^[$]argon2id[$]v=19[$]m=[0-9]+,t=[0-9]+,p=[0-9]+[$]') AS cost FROM members) AS hashes
      WHERE cost IS NOT NULL
      GROUP BY cost
      ORDER BY cost
    `.execute(db);
    this.#shares = rows.filter(({ cost }) => cost !== this.#present);
  }

  /** A hash that no password fits, of a cost that a member with this address might have. */
  hashFor(email: string): string {
    let place = this.#tokens.digest('stand-in', email).readUInt32BE() / WHOLE;
    for (const { cost, share } of this.#shares) {
      if (place < share) return dummyHash(cost);
      place -= share;
    }
    return dummyHash(this.#present);
  }
}
