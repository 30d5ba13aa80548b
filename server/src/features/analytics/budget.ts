import { LRUCache } from 'lru-cache';

/** Addresses that are remembered; one that is forgotten begins anew. */
const MAX_ADDRESSES = 20_000;

interface Bucket {
  left: number;
  /** When `left` was right, on the clock of `performance.now()`. */
  at: number;
}

/**
 * How many events one address may send. Other limits are counted in the database; here that would cost a row for each
 * event, so each process counts for itself, in memory.
 */
export class AddressBudget {
  readonly #perMinute: number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_ADDRESSES });

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Takes `count` events of an address's budget. @returns seconds to wait when there are not so many left, else 0 */
  take(address: string, count: number, now = performance.now()): number {
    const perMs = this.#perMinute / 60_000;
    const bucket = this.#buckets.get(address) ?? { left: this.#perMinute, at: now };
    const left = Math.min(this.#perMinute, bucket.left + (now - bucket.at) * perMs);
    const isEnough = left >= count;
    this.#buckets.set(address, { left: isEnough ? left - count : left, at: now });
    return isEnough ? 0 : Math.max(1, Math.ceil((count - left) / perMs / 1000));
  }
}
