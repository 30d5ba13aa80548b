/** The parameters of Argon2id. */
export interface HashCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** As OWASP recommends: 19 MiB, two passes, one lane. */
export const HASH_COST: HashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
