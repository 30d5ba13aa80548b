import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routePattern } from '../metrics/requests.ts';
import { beginSpan, isTracing, type OpenSpan } from './tracing.ts';

const spans = new WeakMap<object, OpenSpan>();

type Incoming = Pick<IncomingMessage, 'headers' | 'method'> & { socket?: unknown };

/** Injected requests are parts of page requests, whose span is the current one. */
const isInjected = ({ socket }: Incoming) => !(socket instanceof Socket);

function begin(request: Incoming, agoMs?: number): OpenSpan | undefined {
  const { traceparent } = request.headers;
  const method = request.method ?? 'GET';
  return beginSpan({
    name: method,
    kind: isInjected(request) ? 'internal' : 'server',
    attributes: { 'http.request.method': method },
    parent: isInjected(request) ? undefined : typeof traceparent === 'string' ? traceparent : null,
    ...(agoMs !== undefined && { agoMs }),
  });
}

function end(span: OpenSpan, method: string, route: string, status: number, source: string): void {
  span.end({
    name: `${method} ${route}`,
    attributes: { 'http.route': route, 'http.response.status_code': status, 'oriel.source': source },
    ...(status >= 500 && { error: String(status) }),
  });
}

/** Begins the span of a request, for the ids in its log lines. Empty while no spans are recorded. */
export function beginRequestSpan(request: Incoming): { traceId?: string; spanId?: string } {
  const span = begin(request);
  if (span === undefined) return {};
  spans.set(request, span);
  return { traceId: span.traceId, spanId: span.spanId };
}

/** Records a response that the cache sent before Fastify saw the request. */
export function traceCachedResponse(
  request: Incoming,
  route: string,
  status: number,
  milliseconds: number,
): void {
  // Every cached response passes here, traced or only measured.
  if (!isTracing()) return;
  const span = begin(request, milliseconds);
  if (span !== undefined) end(span, request.method ?? 'GET', route, status, 'cache');
}

/** Lets handlers run within the span of their request, and ends it with the response. Install it before all other hooks. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const enterSpan = ({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const span = spans.get(raw);
    if (span === undefined) done();
    else span.within(done);
  };
  app.addHook('onRequest', enterSpan);
  // Once more, since the events of a body's stream belong to its connection.
  app.addHook('preValidation', enterSpan);
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request.raw);
    const source = request.isServedFromCache ? 'cache' : 'handler';
    if (span !== undefined) end(span, request.method, routePattern(request), reply.raw.statusCode, source);
    done();
  });
}
