/** Deterministic pseudo-random choices. */
export interface Random {
  /** At least 0, below 1. */
  number(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  /** An item, all equally likely; undefined for an empty list. */
  one<T>(items: readonly T[]): T | undefined;
  /** A key, with probability proportional to its weight. @throws {RangeError} when all weights are 0 */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  /** A shuffled copy. */
  shuffled<T>(items: readonly T[]): T[];
}

/** @param seed a whole number below 2^32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: small, and good enough for choices.
  function number(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number) => least + Math.floor(number() * (most - least + 1));
  return {
    number,
    between,
    one: (items) => items[between(0, items.length - 1)],
    weighted(weights) {
      const keys = Object.keys(weights) as (keyof typeof weights)[];
      let left = number() * keys.reduce((sum, key) => sum + weights[key], 0);
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      throw new RangeError('there is nothing to choose from');
    },
    shuffled(items) {
      const mixed = [...items];
      for (let index = mixed.length - 1; index > 0; index -= 1) {
        const other = between(0, index);
        [mixed[index], mixed[other]] = [mixed[other] as never, mixed[index] as never];
      }
      return mixed;
    },
  };
}
