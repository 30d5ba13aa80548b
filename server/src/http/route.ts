import { type Endpoint, Problem } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import { type Caller, requireMember } from '../caller.ts';
import { limitByIp, type RateLimitRule } from '../rate-limit/rate-limit.ts';
import { authenticate } from './authenticate.ts';
import { type Replay, serveOnce } from './idempotency.ts';

type Parsed<E, Part extends string> =
  E extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

type CallerOf<E> = E extends { audience: 'member' } ? Extract<Caller, { kind: 'member' }> : Caller;

/** What a handler gets: the request's parts as the contract parsed them, and who sends it. */
export interface HandlerInput<E extends Endpoint> {
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  caller: CallerOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returns the body of the answer; or the reply itself where the handler has sent a ready-made answer. */
export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
) => Promise<z.output<E['response']> | FastifyReply>;

export interface RouteOptions {
  /** How often one address may call. */
  limit?: RateLimitRule;
  /**
   * Whether a bearer token that names no member is refused. 'optional': the call goes on as a guest's, for calls that
   * clients send because their token has died. By default 'checked'.
   */
  bearer?: 'checked' | 'optional';
  /** Throws where a request must be refused before anything is done for it, its body included. */
  admit?: (request: FastifyRequest) => void;
  /** The largest body taken, in bytes, where that is not the usual. */
  bodyLimit?: number;
  /** Takes an `Idempotency-Key` (see idempotency.ts); for calls of members alone. */
  idempotent?: Replay;
  /**
   * Every guest gets the same answer for the same path and parameters of the contract: it is kept for the next one (see
   * response-cache.ts).
   */
  sharedByGuests?: boolean;
}

function schemaOf(endpoint: Endpoint): FastifySchema {
  const problem = {
    description: ['A problem.', ...(endpoint.errors ?? [])].join(' '),
    content: { 'application/problem+json': { schema: Problem } },
  };
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.audience === 'member' && { security: [{ bearer: [] }] }),
    response: { 200: endpoint.response, '4xx': problem },
  };
}

function parametersOf({ query }: Endpoint): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

/**
 * Serves an endpoint of the contract: finds the caller, enforces the endpoint's audience and limit, parses the request
 * and checks the answer against the contract.
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions = {},
): void {
  const { db } = app.dependencies;
  const { limit, admit, bodyLimit, sharedByGuests = false, bearer = 'checked', idempotent } = options;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    config: { sharedByGuests, knownParameters: parametersOf(endpoint) },
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest: async (request, reply) => {
      admit?.(request);
      if (request.headers.authorization !== undefined)
        request.caller = await authenticate(request, app.resolveCaller, bearer);
      if (endpoint.audience === 'member') requireMember(request.caller);
      if (limit !== undefined) await limitByIp(db, limit, request, reply);
    },
    handler: (request, reply) => {
      // The validator has parsed these parts with the endpoint's own schemas, and the hook above has checked the caller.
      const work = () =>
        handler({
          params: request.params as Parsed<E, 'params'>,
          query: request.query as Parsed<E, 'query'>,
          body: request.body as Parsed<E, 'body'>,
          caller: request.caller as CallerOf<E>,
          request,
          reply,
        });
      const { caller } = request;
      if (idempotent === undefined || caller?.kind !== 'member') return work();
      return serveOnce(db, caller.memberId, { request, reply, replay: idempotent }, work);
    },
  });
}
