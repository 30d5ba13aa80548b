import { LRUCache } from 'lru-cache';
import { CountedCache } from './cache-stats.ts';

/** Values with longer keys are not cached. In characters. */
export const MAX_KEY_LENGTH = 512;

interface Entry<Value> {
  value: Value;
  /** When the value becomes stale, on the clock of `performance.now()`. */
  staleAt: number;
  /** Whether a caller is renewing it; others get the stale value meanwhile. */
  isBeingRenewed: boolean;
}

interface RenewingCacheOptions<Value> {
  /** How long a value is cached; 0 disables the cache. */
  lifetimeMs: number;
  /** The memory limit of all values. */
  maxBytes: number;
  sizeOf: (value: Value, key: string) => number;
}

/**
 * Values that are cached in memory for about a second. A change by this process clears them at once; a change by another
 * process shows when they expire.
 */
export class RenewingCache<Value> extends CountedCache<Entry<Value>> {
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #lifetimeMs: number;
  #generation = 0;

  constructor({ lifetimeMs, maxBytes, sizeOf }: RenewingCacheOptions<Value>) {
    super(
      new LRUCache({
        ttl: Math.max(1, lifetimeMs),
        maxSize: maxBytes,
        maxEntrySize: Math.ceil(maxBytes / 8),
        sizeCalculation: ({ value }, key) => 2048 + 2 * key.length + sizeOf(value, key),
      }),
    );
    this.#lifetimeMs = lifetimeMs;
  }

  /** Changes whenever the cache is cleared. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * The cached value of a key. In the second half of its lifetime the first caller gets undefined and renews it, while all
   * others still get the cached one, so frequent requests never wait.
   */
  get(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry !== undefined && (entry.isBeingRenewed || performance.now() < entry.staleAt)) {
      this.countHit();
      return entry.value;
    }
    if (entry !== undefined) entry.isBeingRenewed = true;
    return undefined;
  }

  /** Caches a value, unless the cache was cleared since `generation`, when reading it began. */
  set(key: string, value: Value, generation: number): void {
    if (this.#lifetimeMs === 0 || generation !== this.#generation || key.length > MAX_KEY_LENGTH) return;
    const staleAt = performance.now() + this.#lifetimeMs / 2;
    this.countFill();
    this.entries.set(key, { value, staleAt, isBeingRenewed: false });
  }

  /** Removes expired values. */
  sweep(): void {
    this.entries.purgeStale();
  }

  /** Removes all values. Call it after a change is committed. */
  clear(): void {
    this.#generation += 1;
    this.entries.clear();
    this.#loading.clear();
  }

  /** Shares one load among concurrent calls with the same key. */
  share<T>(key: string, load: () => Promise<T>): Promise<T> {
    const loading = this.#loading.get(key) as Promise<T> | undefined;
    if (loading !== undefined) return loading;
    const loaded = load().finally(() => {
      if (this.#loading.get(key) === loaded) this.#loading.delete(key);
    });
    this.#loading.set(key, loaded);
    return loaded;
  }
}
