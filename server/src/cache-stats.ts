import type { LRUCache } from 'lru-cache';

/** What a cache counts of itself. */
export interface CacheStats {
  /** The estimated memory of its entries. */
  readonly bytes: number;
  readonly size: number;
  /** How often an entry was used. */
  readonly hits: number;
  /** How many entries were cached so far. */
  readonly fills: number;
}

/** A cache whose entries take a bounded amount of memory, and that counts how they are used. */
export class CountedCache<Entry extends object> implements CacheStats {
  protected readonly entries: LRUCache<string, Entry>;
  #hits = 0;
  #fills = 0;

  protected constructor(entries: LRUCache<string, Entry>) {
    this.entries = entries;
  }

  get bytes(): number {
    return this.entries.calculatedSize;
  }

  get size(): number {
    return this.entries.size;
  }

  get hits(): number {
    return this.#hits;
  }

  get fills(): number {
    return this.#fills;
  }

  protected countHit(): void {
    this.#hits += 1;
  }

  protected countFill(): void {
    this.#fills += 1;
  }
}
