import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CACHE_SECONDS } from '@oriel/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { canonicalUrl, pathOf } from '../pages/canonical-url.ts';
import { compress, type Encoding, encodingFor } from './encoding.ts';
import { useOriginForm } from './request-target.ts';

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
  }
  interface FastifyContextConfig {
    /** Every guest gets the same answer for the same address, so that it may be kept for the next one. */
    sharedByGuests?: boolean;
    /**
     * The parameters of the query that such an answer depends on; none by default. Others are ignored. `null` where that
     * differs by path and the handler sets `request.knownParameters`.
     */
    knownParameters?: readonly string[] | null;
  }
  interface FastifyRequest {
    /** The parameters of the query that the answer depends on; null where that is not known (yet). */
    knownParameters: readonly string[] | null;
    /** The state of the cache when the request came; null where its answer is not kept. */
    cacheGeneration: number | null;
  }
}

interface Variant {
  encoding: Encoding;
  /** Names and values in turn, as `writeHead` takes them; the length comes last. */
  headers: string[];
  body: Buffer;
}

/** An answer of status 200, ready to be written to the socket; in each encoding once that was asked for. */
interface KeptResponse {
  etag: string;
  /** From when on it should be read anew, on the clock of `performance.now()`; set when it is kept. */
  renewAt: number;
  /** Whether some request is reading it anew; the others are still given this one. */
  isBeingRenewed: boolean;
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>;
}

/** Smaller answers are not worth compressing. */
const MIN_COMPRESSED_BYTES = 1024;
const GUEST_CACHE_CONTROL = [
  'public',
  `max-age=${CACHE_SECONDS.catalogue}`,
  `s-maxage=${CACHE_SECONDS.catalogue}`,
  `stale-while-revalidate=${CACHE_SECONDS.catalogue}`,
].join(', ');
const VARY = 'Authorization, Accept-Encoding, Origin';
/** Answers to longer URLs are not kept, in characters. */
const MAX_KEY_LENGTH = 512;
/** Of so many paths it is remembered which parameters they know. */
const MAX_KNOWN_PATHS = 2_000;
/** What belongs to one request, or is set again for each variant. */
const NOT_KEPT = new Set([
  'x-request-id',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
]);

/**
 * Answers for guests, kept in memory for about a second. A change in the catalogue made by this process drops them all
 * at once; a change made by another one shows when they expire.
 */
export class ResponseCache {
  readonly #kept: LRUCache<string, KeptResponse>;
  readonly #loading = new Map<string, Promise<unknown>>();
  readonly #lifeMs: number;
  #generation = 0;

  /**
   * @param lifeMs how long an answer is kept, in milliseconds; 0 keeps nothing
   * @param maxBytes the most memory that the kept answers take
   */
  constructor(lifeMs: number, maxBytes: number) {
    this.#lifeMs = lifeMs;
    this.#kept = new LRUCache({
      ttl: Math.max(1, lifeMs),
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      sizeCalculation: ({ variants }, key) =>
        2048 +
        2 * key.length +
        3 * Object.values(variants).reduce((sum, variant) => sum + variant.body.length, 0),
    });
  }

  /** What the kept answers take, in bytes. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** Changes whenever the kept answers are dropped. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * What is kept for a canonical URL. In the second half of its life the first who asks gets nothing, and so reads it anew,
   * while all others are still given what is kept: so nobody waits for what is asked for all the time.
   */
  get(url: string): KeptResponse | undefined {
    const kept = this.#kept.get(url);
    if (kept === undefined || kept.isBeingRenewed || performance.now() < kept.renewAt) return kept;
    kept.isBeingRenewed = true;
    return undefined;
  }

  /** Keeps an answer, unless something has changed since its request came. */
  set(url: string, response: Pick<KeptResponse, 'etag' | 'variants'>, generation: number): void {
    if (this.#lifeMs === 0 || generation !== this.#generation || url.length > MAX_KEY_LENGTH) return;
    this.#kept.set(url, {
      ...response,
      renewAt: performance.now() + this.#lifeMs / 2,
      isBeingRenewed: false,
    });
  }

  /** Lets go of answers that are too old. */
  sweep(): void {
    this.#kept.purgeStale();
  }

  /** Forgets everything: call it once a change is committed. */
  clear(): void {
    this.#generation += 1;
    this.#kept.clear();
    this.#loading.clear();
  }

  /** Lets requests for the same thing that come while it is being loaded share one load. */
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

/** Compares as RFC 9110 wants for reads: a list of tags, weak or not, or a star. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** The answer in an encoding, compressed now if nobody asked for it before; small answers stay as they are. */
async function addVariant(kept: Pick<KeptResponse, 'variants'>, encoding: Encoding): Promise<Variant> {
  const known = kept.variants[encoding];
  if (known !== undefined) return known;
  const plain = kept.variants.identity;
  if (encoding === 'identity' || plain.body.length < MIN_COMPRESSED_BYTES) {
    kept.variants[encoding] = plain;
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
  kept.variants[encoding] = variant;
  return variant;
}

function withoutLength(headers: string[]): string[] {
  return headers.slice(0, -2);
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  kept: KeptResponse,
  variant: Variant,
): void {
  if (matchesEtag(request.headers['if-none-match'], kept.etag)) {
    response.writeHead(304, withoutLength(variant.headers)).end();
  } else if (request.method === 'HEAD') {
    response.writeHead(200, variant.headers).end();
  } else {
    response.writeHead(200, variant.headers).end(variant.body);
  }
}

function mayBeShared({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

function keep(reply: FastifyReply, body: Buffer): Pick<KeptResponse, 'etag' | 'variants'> {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  reply.header('etag', etag);
  const headers: string[] = [];
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !NOT_KEPT.has(name)) headers.push(name, String(value));
  }
  headers.push('content-length', String(body.length));
  return { etag, variants: { identity: { encoding: 'identity', headers, body } } };
}

/**
 * Keeps the answers of routes whose configuration says `sharedByGuests`, and writes them for the next guest before any
 * other work is done. These routes also get their caching headers here: entity tag and short public life for guests,
 * `private, no-store` for everyone who is signed in. Must be installed before all other hooks.
 *
 * @param mayAnswer whether a request may be given what is kept, before any hook could refuse it
 */
export function installResponseCache(
  app: FastifyInstance,
  mayAnswer: (request: IncomingMessage) => boolean = () => true,
): void {
  const { config, lifecycle } = app.dependencies;
  const cache = new ResponseCache(config.responseCacheMs, config.responseCacheBytes);
  app.decorate('responseCache', cache);
  app.decorateRequest('cacheGeneration', null);
  app.decorateRequest('knownParameters', null);
  const knownByPath = new LRUCache<string, readonly string[]>({ max: MAX_KNOWN_PATHS });
  /** Before there is a route: undefined where it is not known which parameters count. */
  function keyOf(url: string): string | undefined {
    const path = pathOf(url);
    if (path.length === url.length) return url;
    const known = knownByPath.get(path);
    return known && canonicalUrl(url, known);
  }

  // Most requests of guests end here: Node's server asks the cache before the framework sets anything up.
  const asked = new WeakSet<IncomingMessage>();
  const [handle] = app.server.listeners('request');
  if (handle !== undefined) {
    app.server.off('request', handle as RequestListener);
    app.server.on('request', (request, response) => {
      useOriginForm(request);
      const isCached = !lifecycle.stopping && mayBeShared(request) && mayAnswer(request);
      const key = isCached ? keyOf(request.url ?? '') : undefined;
      const kept = key === undefined ? undefined : cache.get(key);
      const variant = kept?.variants[encodingFor(request.headers['accept-encoding'])];
      if (kept !== undefined && variant !== undefined) return write(request, response, kept, variant);
      if (key !== undefined && kept === undefined) asked.add(request);
      handle.call(app.server, request, response);
    });
  }

  // Here come requests from within the process, and the first ones for another encoding.
  app.addHook('onRequest', (request, reply, done) => {
    const { sharedByGuests = false, knownParameters = [] } = request.routeOptions.config ?? {};
    if (!sharedByGuests) return done();
    request.knownParameters = knownParameters ?? knownByPath.get(pathOf(request.url)) ?? null;
    if (!mayBeShared(request.raw)) return done();
    request.cacheGeneration = cache.generation;
    const isKnown = request.knownParameters !== null && !asked.has(request.raw);
    const kept = isKnown ? cache.get(canonicalUrl(request.url, request.knownParameters ?? [])) : undefined;
    if (kept === undefined) return done();
    addVariant(kept, encodingFor(request.headers['accept-encoding'])).then((variant) => {
      reply.hijack();
      write(request.raw, reply.raw, kept, variant);
    }, done);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.sharedByGuests !== true) return payload;
    reply.header('vary', VARY);
    if (request.headers.authorization !== undefined) {
      reply.header('cache-control', 'private, no-store');
      return payload;
    }
    if (reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload)))
      return payload;
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', GUEST_CACHE_CONTROL);
    const response = keep(reply, typeof payload === 'string' ? Buffer.from(payload) : payload);
    const { cacheGeneration, knownParameters } = request;
    if (request.method === 'GET' && cacheGeneration !== null && knownParameters !== null) {
      const path = pathOf(request.url);
      if (path.length <= MAX_KEY_LENGTH) knownByPath.set(path, knownParameters);
      cache.set(canonicalUrl(request.url, knownParameters), response, cacheGeneration);
    }
    if (matchesEtag(request.headers['if-none-match'], response.etag)) {
      reply.code(304).removeHeader('content-length');
      return '';
    }
    const { encoding, body } = await addVariant(response, encodingFor(request.headers['accept-encoding']));
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.header('content-length', body.length);
    return body;
  });
}
