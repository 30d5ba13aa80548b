import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CACHE_SECONDS } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { withDeadline } from '../deadline.ts';
import { routePattern } from '../metrics/requests.ts';
import { canonicalUrl, pathOf } from '../pages/canonical-url.ts';
import { MAX_KEY_LENGTH } from '../renewing-cache.ts';
import { traceCachedResponse } from '../tracing/requests.ts';
import { isTracing } from '../tracing/tracing.ts';
import { SLOW_MS } from './access-log.ts';
import { encodingFor } from './encoding.ts';
import { matchesEtag } from './etag.ts';
import { useOriginForm } from './request-target.ts';
import {
  type CacheableResponse,
  type MemberBody,
  type MemberResponse,
  ResponseCache,
  type Variant,
  variantOf,
  withoutLength,
} from './response-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
    /** Sends a member the cached response, if there is one. @returns whether it was sent */
    sendCachedToMember(request: FastifyRequest, reply: FastifyReply, memberId: string): Promise<boolean>;
  }
  interface FastifyContextConfig {
    /** Every guest gets the same response for the same URL, so it is cached. */
    sharedByGuests?: boolean;
    /** Members get the same as guests. */
    sharedByMembers?: boolean;
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
    /** How responses to other members are made, set by the handler of a member's request. */
    memberBody: MemberBody | null;
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
  'set-cookie',
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

async function writeToMember(
  response: ServerResponse,
  { headers, body }: Pick<MemberResponse, 'headers' | 'body'>,
  memberId: string,
): Promise<void> {
  const bytes = Buffer.isBuffer(body) ? body : await body.for(memberId);
  response.writeHead(200, [...headers, 'content-length', String(bytes.length)]).end(bytes);
}

/** Sends a member JSON, and lets the cache make it for the next members. */
export async function sendMemberBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { memberId }: { memberId: string },
  body: MemberBody,
): Promise<FastifyReply> {
  request.memberBody = body;
  return reply.type('application/json; charset=utf-8').send(await body.for(memberId));
}

function isCacheable({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.authorization === undefined;
}

/** The headers of a reply that are the same for other requests. */
function sharedHeaders(reply: FastifyReply): string[] {
  const headers: string[] = [];
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !UNCACHED_HEADERS.has(name)) headers.push(name, String(value));
  }
  return headers;
}

/** Adds the entity tag to a reply and captures it for the cache. */
function capture(request: FastifyRequest, reply: FastifyReply, body: Buffer): CacheableResponse {
  const etag = `W/"${hash('sha1', body, 'base64url')}"`;
  reply.header('etag', etag);
  const headers = [...sharedHeaders(reply), 'content-length', String(body.length)];
  return {
    route: routePattern(request),
    etag,
    variants: { identity: { encoding: 'identity', headers, body } },
  };
}

/**
 * Caches the responses of routes whose configuration says `sharedByGuests`, and serves them before any other hook runs: to
 * guests, and to members whose session was just checked, for whom the response is put together of its cached parts. Also sets
 * the caching headers of these routes: an entity tag and a short public lifetime for guests, `private, no-store` for members.
 * Install it before all other hooks.
 *
 * @param isServed whether a request may get a cached response, for checks that other hooks would make
 */
export function installResponseCache(
  app: FastifyInstance,
  isServed: (request: IncomingMessage) => boolean = () => true,
): void {
  const { config, lifecycle } = app.dependencies;
  const isMeasured = config.metricsPort !== undefined || isTracing();
  const cache = new ResponseCache(config.responseCacheMs, config.responseCacheBytes);
  app.decorate('responseCache', cache);
  app.decorateRequest('cacheGeneration', null);
  app.decorateRequest('knownParameters', null);
  app.decorateRequest('memberBody', null);
  const parametersByPath = new LRUCache<string, readonly string[]>({ max: MAX_KNOWN_PATHS });
  function rememberParameters(url: string, parameters: readonly string[]): void {
    const path = pathOf(url);
    if (path.length <= MAX_KEY_LENGTH) parametersByPath.set(path, parameters);
  }
  /** The key before routing; undefined while the parameters of the path are unknown. */
  function keyOf(url: string): string | undefined {
    const path = pathOf(url);
    if (path.length === url.length) return url;
    const parameters = parametersByPath.get(path);
    return parameters && canonicalUrl(url, parameters);
  }

  // Most requests end here, before Fastify does any work for them.
  const misses = new WeakSet<IncomingMessage>();
  const [handle] = app.server.listeners('request');
  if (handle !== undefined) {
    const pass = (request: IncomingMessage, response: ServerResponse) =>
      handle.call(app.server, request, response);
    const record = (request: IncomingMessage, response: ServerResponse, route: string, ms: number) => {
      app.requestMetrics.record(request.method ?? '', route, response.statusCode, 'cache', ms / 1000);
      traceCachedResponse(request, route, response.statusCode, ms);
    };
    const serveGuest = (request: IncomingMessage, response: ServerResponse) => {
      const startedAt = performance.now();
      const key = keyOf(request.url ?? '');
      const cached = key === undefined ? undefined : cache.get(key);
      const variant = cached?.variants[encodingFor(request.headers['accept-encoding'])];
      if (cached !== undefined && variant !== undefined) {
        write(request, response, cached, variant);
        if (isMeasured) record(request, response, cached.route, performance.now() - startedAt);
        return;
      }
      if (key !== undefined && cached === undefined) misses.add(request);
      pass(request, response);
    };
    const serveMember = (request: IncomingMessage, response: ServerResponse) => {
      const member = app.peekCaller(request.headers.authorization);
      const key = member && keyOf(request.url ?? '');
      const cached = key === undefined ? undefined : cache.forMembers.get(key);
      if (key !== undefined && cached === undefined) misses.add(request);
      if (member === undefined || cached === undefined) return pass(request, response);
      const startedAt = performance.now();
      withDeadline(app.requestDeadline(), () =>
        writeToMember(response, cached, member.memberId).then(
          () => {
            const ms = performance.now() - startedAt;
            if (isMeasured) record(request, response, cached.route, ms);
            if (ms >= SLOW_MS)
              app.log.info({ method: request.method, url: key, ms: Math.round(ms) }, 'request');
          },
          () => {
            // The error is handled and logged where it occurs again.
            misses.add(request);
            pass(request, response);
          },
        ),
      );
    };
    app.server.off('request', handle as RequestListener);
    app.server.on('request', (request, response) => {
      useOriginForm(request);
      // Once the server has stopped listening, responses say that their connection closes.
      const isClosing = lifecycle.stopping && !app.server.listening;
      if (isClosing || !isServed(request)) pass(request, response);
      else if (isCacheable(request)) serveGuest(request, response);
      else if (request.method === 'GET' && !app.isOverloaded()) serveMember(request, response);
      else pass(request, response);
    });
  }

  app.decorate('sendCachedToMember', async (request, reply, memberId) => {
    const { sharedByGuests = false } = request.routeOptions.config ?? {};
    const { knownParameters } = request;
    if (!sharedByGuests || request.method !== 'GET' || knownParameters === null || misses.has(request.raw))
      return false;
    const cached = cache.forMembers.get(canonicalUrl(request.url, knownParameters));
    if (cached === undefined) return false;
    const body = Buffer.isBuffer(cached.body) ? cached.body : await cached.body.for(memberId);
    reply.hijack();
    request.isServedFromCache = true;
    await writeToMember(reply.raw, { headers: cached.headers, body }, memberId);
    return true;
  });

  // For injected requests, and the first request for another encoding.
  app.addHook('onRequest', (request, reply, done) => {
    const { sharedByGuests = false, knownParameters = [] } = request.routeOptions.config ?? {};
    if (!sharedByGuests) return done();
    request.knownParameters = knownParameters ?? parametersByPath.get(pathOf(request.url)) ?? null;
    request.cacheGeneration = cache.generation;
    if (!isCacheable(request.raw)) return done();
    const mayBeCached = request.knownParameters !== null && !misses.has(request.raw);
    const cached = mayBeCached
      ? cache.get(canonicalUrl(request.url, request.knownParameters ?? []))
      : undefined;
    if (cached === undefined) return done();
    variantOf(cached, encodingFor(request.headers['accept-encoding']))
      .then((variant) => {
        request.isServedFromCache = true;
        write(request.raw, reply.raw, cached, variant);
        reply.hijack();
      })
      .catch(done);
  });

  function cacheForMembers(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const { cacheGeneration, knownParameters, memberBody, method } = request;
    const { sharedByMembers = false } = request.routeOptions.config;
    const shared = sharedByMembers && typeof payload === 'string' ? Buffer.from(payload) : memberBody;
    if (shared === null || reply.statusCode !== 200 || method !== 'GET') return;
    if (cacheGeneration === null || knownParameters === null) return;
    rememberParameters(request.url, knownParameters);
    const response = { route: routePattern(request), headers: sharedHeaders(reply), body: shared };
    cache.forMembers.set(canonicalUrl(request.url, knownParameters), response, cacheGeneration);
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.sharedByGuests !== true) return done(null, payload);
    reply.header('vary', VARY);
    if (request.headers.authorization !== undefined) {
      reply.header('cache-control', 'private, no-store');
      if (request.caller.kind === 'member') cacheForMembers(request, reply, payload);
      return done(null, payload);
    }
    if (reply.statusCode !== 200 || (typeof payload !== 'string' && !Buffer.isBuffer(payload)))
      return done(null, payload);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', GUEST_CACHE_CONTROL);
    const response = capture(request, reply, typeof payload === 'string' ? Buffer.from(payload) : payload);
    const { cacheGeneration, knownParameters } = request;
    if (request.method === 'GET' && cacheGeneration !== null && knownParameters !== null) {
      rememberParameters(request.url, knownParameters);
      cache.set(canonicalUrl(request.url, knownParameters), response, cacheGeneration);
    }
    if (matchesEtag(request.headers['if-none-match'], response.etag)) {
      reply.code(304).removeHeader('content-length');
      return done(null, '');
    }
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === 'identity') {
      reply.header('content-length', response.variants.identity.body.length);
      return done(null, payload);
    }
    variantOf(response, encoding)
      .then((variant) => {
        if (variant.encoding !== 'identity') reply.header('content-encoding', variant.encoding);
        reply.header('content-length', variant.body.length);
        done(null, variant.body);
      })
      // What sending it throws, too: it would end the process.
      .catch(done);
  });
}
