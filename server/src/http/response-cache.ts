import { LRUCache } from 'lru-cache';
import { compress, type Encoding } from './encoding.ts';

/** A response body in one encoding. */
export interface Variant {
  encoding: Encoding;
  /** Alternating names and values, as `writeHead` takes them; `content-length` is last. */
  headers: string[];
  body: Buffer;
}

/** A response of status 200, ready to be written to a socket. */
export interface CacheableResponse {
  etag: string;
  /** Encoded variants are added when they are first requested. */
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>;
}

export interface CachedResponse extends CacheableResponse {
  /** When the response becomes stale, on the clock of `performance.now()`. */
  staleAt: number;
  /** Whether a request is renewing it; others are served the stale response meanwhile. */
  isBeingRenewed: boolean;
}

/** Smaller bodies are not worth compressing. */
const MIN_COMPRESSED_BYTES = 1024;
/** Responses to longer URLs are not cached. In characters. */
export const MAX_KEY_LENGTH = 512;

/**
 * Responses for guests, cached in memory for about a second. A catalogue change by this process clears them at once; a
 * change by another process shows when they expire.
 */
export class ResponseCache {
  readonly #responses: LRUCache<string, CachedResponse>;
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #lifetimeMs: number;
  #generation = 0;

  /**
   * @param lifetimeMs how long a response is cached; 0 disables the cache
   * @param maxBytes the memory limit of all cached responses
   */
  constructor(lifetimeMs: number, maxBytes: number) {
    this.#lifetimeMs = lifetimeMs;
    this.#responses = new LRUCache({
      ttl: Math.max(1, lifetimeMs),
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      sizeCalculation: ({ variants }, key) =>
        2048 +
        2 * key.length +
        3 * Object.values(variants).reduce((sum, variant) => sum + variant.body.length, 0),
    });
  }

  /** The estimated memory of the cached responses. */
  get bytes(): number {
    return this.#responses.calculatedSize;
  }

  /** Changes whenever the cache is cleared. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * The cached response for a canonical URL. In the second half of its lifetime the first caller gets undefined and renews
   * it, while all others still get the cached one, so frequent requests never wait.
   */
  get(url: string): CachedResponse | undefined {
    const cached = this.#responses.get(url);
    if (cached === undefined || cached.isBeingRenewed || performance.now() < cached.staleAt) return cached;
    cached.isBeingRenewed = true;
    return undefined;
  }

  /** Caches a response, unless the cache was cleared since `generation`, when its request arrived. */
  set(url: string, response: CacheableResponse, generation: number): void {
    if (this.#lifetimeMs === 0 || generation !== this.#generation || url.length > MAX_KEY_LENGTH) return;
    this.#responses.set(url, {
      ...response,
      staleAt: performance.now() + this.#lifetimeMs / 2,
      isBeingRenewed: false,
    });
  }

  /** Removes expired responses. */
  sweep(): void {
    this.#responses.purgeStale();
  }

  /** Removes all responses. Call it after a change is committed. */
  clear(): void {
    this.#generation += 1;
    this.#responses.clear();
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

/** The variant of a response in an encoding, compressed at the first call. Small bodies stay uncompressed. */
export async function variantOf(
  { variants }: Pick<CacheableResponse, 'variants'>,
  encoding: Encoding,
): Promise<Variant> {
  const existing = variants[encoding];
  if (existing !== undefined) return existing;
  const plain = variants.identity;
  if (encoding === 'identity' || plain.body.length < MIN_COMPRESSED_BYTES) {
    variants[encoding] = plain;
    return plain;
  }
  const body = await compress(plain.body, encoding);
  const headers = [
    ...withoutLength(plain.headers),
    'content-encoding',
    encoding,
    'content-length',
    String(body.length),
  ];
  const variant = { encoding, headers, body };
  variants[encoding] = variant;
  return variant;
}

/** The headers of a variant for a response without a body. */
export function withoutLength(headers: string[]): string[] {
  return headers.slice(0, -2);
}
