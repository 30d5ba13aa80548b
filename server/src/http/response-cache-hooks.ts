import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CACHE_SECONDS } from '@oriel/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { canonicalUrl, pathOf } from '../pages/canonical-url.ts';
import { MAX_KEY_LENGTH } from '../renewing-cache.ts';
import { encodingFor } from './encoding.ts';
import { matchesEtag } from './etag.ts';
import { useOriginForm } from './request-target.ts';
import {
  type CacheableResponse,
  ResponseCache,
  type Variant,
  variantOf,
  withoutLength,
} from './response-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
  }
  interface FastifyContextConfig {
    /** Every guest gets the same response for the same URL, so it is cached. */
    sharedByGuests?: boolean;
    /**
     * The query parameters that such a response depends on; none by default, others are ignored. `null` where that differs
     * by path and the handler sets `request.knownParameters`.
     */
    knownParameters?: readonly string[] | null;
  }
  interface FastifyRequest {
    /** The query parameters that the response depends on; null while undetermined. */
    knownParameters: readonly string[] | null;
    /** The cache's generation when the request arrived; null where its response is not cached. */
    cacheGeneration: number | null;
  }
}

const GUEST_CACHE_CONTROL = [
  'public',
  `max-age=${CACHE_SECONDS.catalogue}`,
  `s-maxage=${CACHE_SECONDS.catalogue}`,
  `stale-while-revalidate=${CACHE_SECONDS.catalogue}`,
].join(', ');
const VARY = 'Authorization, Accept-Encoding, Origin';
/** The number of paths whose query parameters are remembered. */
const MAX_KNOWN_PATHS = 2_000;
/** Headers that belong to one request, or are set for each variant. */
const UNCACHED_HEADERS = new Set([
  'x-request-id',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'date',
]);

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { etag }: CacheableResponse,
  { headers, body }: Variant,
): void {
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, withoutLength(headers)).end();
  } else if (request.method === 'HEAD') {
    response.writeHead(200, headers).end();
  } else {
    response.writeHead(200, headers).end(body);
  }
}

function isCacheable({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/** Adds the entity tag to a reply and captures it for the cache. */
function capture(reply: FastifyReply, body: Buffer): CacheableResponse {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  reply.header('etag', etag);
  const headers: string[] = [];
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !UNCACHED_HEADERS.has(name)) headers.push(name, String(value));
  }
  headers.push('content-length', String(body.length));
  return { etag, variants: { identity: { encoding: 'identity', headers, body } } };
}

/**
 * Caches the responses of routes whose configuration says `sharedByGuests`, and serves them to guests before any other hook
 * runs. Also sets the caching headers of these routes: an entity tag and a short public lifetime for guests,
 * `private, no-store` for members. Install it before all other hooks.
 *
 * @param isServed whether a request may get a cached response, for checks that other hooks would make
 */
export function installResponseCache(
  app: FastifyInstance,
  isServed: (request: IncomingMessage) => boolean = () => true,
): void {
  const { config, lifecycle } = app.dependencies;
  const cache = new ResponseCache(config.responseCacheMs, config.responseCacheBytes);
  app.decorate('responseCache', cache);
  app.decorateRequest('cacheGeneration', null);
  app.decorateRequest('knownParameters', null);
  const parametersByPath = new LRUCache<string, readonly string[]>({ max: MAX_KNOWN_PATHS });
  /** The key before routing; undefined while the parameters of the path are unknown. */
  function keyOf(url: string): string | undefined {
    const path = pathOf(url);
    if (path.length === url.length) return url;
    const parameters = parametersByPath.get(path);
    return parameters && canonicalUrl(url, parameters);
  }

  // Most requests of guests end here, before Fastify does any work for them.
  const misses = new WeakSet<IncomingMessage>();
  const [handle] = app.server.listeners('request');
  if (handle !== undefined) {
    app.server.off('request', handle as RequestListener);
    app.server.on('request', (request, response) => {
      useOriginForm(request);
      const mayUseCache = !lifecycle.stopping && isCacheable(request) && isServed(request);
      const key = mayUseCache ? keyOf(request.url ?? '') : undefined;
      const cached = key === undefined ? undefined : cache.get(key);
      const variant = cached?.variants[encodingFor(request.headers['accept-encoding'])];
      if (cached !== undefined && variant !== undefined) return write(request, response, cached, variant);
      if (key !== undefined && cached === undefined) misses.add(request);
      handle.call(app.server, request, response);
    });
  }

  // For injected requests, and the first request for another encoding.
  app.addHook('onRequest', (request, reply, done) => {
    const { sharedByGuests = false, knownParameters = [] } = request.routeOptions.config ?? {};
    if (!sharedByGuests) return done();
    request.knownParameters = knownParameters ?? parametersByPath.get(pathOf(request.url)) ?? null;
    if (!isCacheable(request.raw)) return done();
    request.cacheGeneration = cache.generation;
    const mayBeCached = request.knownParameters !== null && !misses.has(request.raw);
    const cached = mayBeCached
      ? cache.get(canonicalUrl(request.url, request.knownParameters ?? []))
      : undefined;
    if (cached === undefined) return done();
    variantOf(cached, encodingFor(request.headers['accept-encoding'])).then((variant) => {
      reply.hijack();
      write(request.raw, reply.raw, cached, variant);
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
    const response = capture(reply, typeof payload === 'string' ? Buffer.from(payload) : payload);
    const { cacheGeneration, knownParameters } = request;
    if (request.method === 'GET' && cacheGeneration !== null && knownParameters !== null) {
      const path = pathOf(request.url);
      if (path.length <= MAX_KEY_LENGTH) parametersByPath.set(path, knownParameters);
      cache.set(canonicalUrl(request.url, knownParameters), response, cacheGeneration);
    }
    if (matchesEtag(request.headers['if-none-match'], response.etag)) {
      reply.code(304).removeHeader('content-length');
      return '';
    }
    const { encoding, body } = await variantOf(response, encodingFor(request.headers['accept-encoding']));
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.header('content-length', body.length);
    return body;
  });
}
