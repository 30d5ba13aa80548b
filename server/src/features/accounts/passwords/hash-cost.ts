/** OWASP's choice for Argon2id: 19 MiB, two passes, one lane. */
export const HASH_COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
