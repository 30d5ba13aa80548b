import { LRUCache } from 'lru-cache';
import { type ClientSource, NETWORK_FACTOR } from '../../rate-limit/client-source.ts';

/** Sources kept in memory; one that is evicted starts with a full bucket. */
const MAX_SOURCES = 20_000;

interface Bucket {
  left: number;
  /** When `left` was computed, on the clock of `performance.now()`. */
  at: number;
}

/**
 * How many events one source may send. Other limits are counted in the database; here that would cost a row for each
 * event, so each process counts for itself, in memory.
 */
export class SourceRateLimit {
  readonly #perMinute: number;
  readonly #buckets = new LRUCache<string, Bucket>({ max: MAX_SOURCES });

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Consumes `count` events of a source's limit. @returns seconds to wait when fewer are left, else 0 */
  consume({ id, network }: ClientSource, count: number, now = performance.now()): number {
    const own = this.#consumeFrom(id, this.#perMinute, count, now);
    if (own > 0 || network === undefined) return own;
    return this.#consumeFrom(network, this.#perMinute * NETWORK_FACTOR, count, now);
  }

  #consumeFrom(key: string, perMinute: number, count: number, now: number): number {
    const perMs = perMinute / 60_000;
    const bucket = this.#buckets.get(key) ?? { left: perMinute, at: now };
    const left = Math.min(perMinute, bucket.left + (now - bucket.at) * perMs);
    const isEnough = left >= count;
    this.#buckets.set(key, { left: isEnough ? left - count : left, at: now });
    return isEnough ? 0 : Math.max(1, Math.ceil((count - left) / perMs / 1000));
  }
}
