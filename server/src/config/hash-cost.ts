/** What hashing one password costs. */
export interface HashCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's choice for Argon2id: 19 MiB, two passes, one lane. */
export const HASH_COST: HashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
