import { LRUCache } from 'lru-cache';
import { type ClientSource, NETWORK_FACTOR } from './client-source.ts';

/** Sources kept in memory; one that is evicted starts with a full bucket. */
const MAX_SOURCES = 20_000;

interface Bucket {
  left: number;
  /** When `left` was computed, in terms of `performance.now()`. */
  updatedAt: number;
}

/**
 * A token bucket of events for each source. Unlike other rate limits it is in memory and separate for each process: in the
 * database, each event would cost a write.
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
    const bucket = this.#buckets.get(key) ?? { left: perMinute, updatedAt: now };
    const left = Math.min(perMinute, bucket.left + (now - bucket.updatedAt) * perMs);
    const isEnough = left >= count;
    this.#buckets.set(key, { left: isEnough ? left - count : left, updatedAt: now });
    return isEnough ? 0 : Math.max(1, Math.ceil((count - left) / perMs / 1000));
  }
}
