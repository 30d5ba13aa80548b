import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    requestMetrics: RequestMetrics;
  }
  interface FastifyRequest {
    /** The pattern of the page, set by the handler of all pages; otherwise the route's own is used. */
    pagePattern: string | null;
    /** Whether the response cache has sent the response. */
    isServedFromCache: boolean;
  }
}

/** The upper bounds of durations, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
/** Requests that no route serves. */
const NO_ROUTE = 'none';
/** Each built file has a route of its own, whose name changes with its content. */
const BUILT_FILES = '/assets/';

/** Whether a response came from the cache, or a handler made it. */
export type ResponseSource = 'cache' | 'handler';

interface Durations {
  labels: string;
  count: number;
  sum: number;
  /** How many were within each bound and above the one before. */
  within: number[];
}

/** The pattern of the route that serves a request, such as `/api/vr360/:id`. It never contains what a client sent. */
export function routePattern(request: FastifyRequest): string {
  const pattern = request.pagePattern ?? request.routeOptions.url ?? NO_ROUTE;
  return pattern.startsWith(BUILT_FILES) ? `${BUILT_FILES}*` : pattern;
}

function durationLines(name: string, { labels, count, sum, within }: Durations): string[] {
  let sofar = 0;
  const buckets = BOUNDS.map((bound, index) => {
    sofar += within[index] ?? 0;
    return `${name}_bucket{${labels},le="${bound}"} ${sofar}`;
  });
  return [
    ...buckets,
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ];
}

/**
 * Counts requests and how long they took, by the pattern of their route. Not with prom-client, which hashes labels at each observation:
 * a cached response takes less time than that.
 */
export class RequestMetrics {
  readonly #counts = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();

  /** @param route a pattern, never a URL @param seconds until the response was written */
  record(method: string, route: string, status: number, source: ResponseSource, seconds: number): void {
    const where = `method="${method}",route="${route}"`;
    const key = `${where},status="${status}",source="${source}"`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    let durations = this.#durations.get(where);
    if (durations === undefined) {
      durations = { labels: where, count: 0, sum: 0, within: BOUNDS.map(() => 0) };
      this.#durations.set(where, durations);
    }
    durations.count += 1;
    durations.sum += seconds;
    const index = BOUNDS.findIndex((bound) => seconds <= bound);
    if (index !== -1) durations.within[index] = (durations.within[index] ?? 0) + 1;
  }

  /** All counts in the text format of Prometheus. */
  expose(): string {
    const total = 'oriel_http_requests_total';
    const duration = 'oriel_http_request_duration_seconds';
    return [
      `# HELP ${total} Requests by route, status, and whether the response was cached`,
      `# TYPE ${total} counter`,
      ...[...this.#counts].map(([labels, count]) => `${total}{${labels}} ${count}`),
      `# HELP ${duration} Time from the headers of a request to the end of its response`,
      `# TYPE ${duration} histogram`,
      ...[...this.#durations.values()].flatMap((durations) => durationLines(duration, durations)),
      '',
    ].join('\n');
  }
}

/**
 * Counts every request that Fastify handles; the response cache counts those it serves before. Nothing is counted without
 * `METRICS_PORT`. Install it before all other hooks.
 */
export function installRequestMetrics(app: FastifyInstance): void {
  const metrics = new RequestMetrics();
  app.decorate('requestMetrics', metrics);
  app.decorateRequest('pagePattern', null);
  app.decorateRequest('isServedFromCache', false);
  if (app.dependencies.config.metricsPort === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    // Injected requests are parts of page requests, which are counted themselves.
    if (request.raw.socket instanceof Socket) {
      const source = request.isServedFromCache ? 'cache' : 'handler';
      const seconds = reply.elapsedTime / 1000;
      metrics.record(request.method, routePattern(request), reply.raw.statusCode, source, seconds);
    }
    done();
  });
}
