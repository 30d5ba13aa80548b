import {
  describePermission,
  type Endpoint,
  isOfWorkspace,
  type KeyScope,
  type Permission,
  Problem,
  type WorkspacePermission,
} from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { z } from 'zod';
import type { StaffAccess, WorkspaceAccess } from '../access.ts';
import { type Caller, GUEST, type KeyCaller, requireMember } from '../caller.ts';
import { limitByIp, type RateLimitRule } from '../rate-limit/rate-limit.ts';
import { authenticate } from './authenticate.ts';
import { type Replay, serveOnce } from './idempotency.ts';
import { requirePermission } from './permission.ts';

type Parsed<E, Part extends string> =
  E extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;

type Member = Extract<Caller, { kind: 'member' }>;
type CallerOf<E> = E extends { audience: { permission: infer P } }
  ? P extends KeyScope
    ? Member | KeyCaller
    : Member
  : E extends { audience: 'member' }
    ? Member
    : Caller;
type AccessOf<E> = E extends { audience: { permission: infer P } }
  ? P extends WorkspacePermission
    ? WorkspaceAccess
    : StaffAccess
  : undefined;

/** The input of a handler: the request's parts as parsed by the contract, and the caller. */
export interface HandlerInput<E extends Endpoint> {
  params: Parsed<E, 'params'>;
  query: Parsed<E, 'query'>;
  body: Parsed<E, 'body'>;
  caller: CallerOf<E>;
  /** The caller's roles, where the endpoint needs a permission. */
  access: AccessOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returns the response body, or the reply if the handler has sent the response itself. */
export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
) => Promise<z.output<E['response']> | FastifyReply>;

export interface RouteOptions {
  /** The rate limit per IP. */
  limit?: RateLimitRule;
  /**
   * Whether an invalid bearer token is refused. 'optional' serves the request as a guest's, for requests that clients send
   * because their token has expired. 'checked' by default.
   */
  bearer?: 'checked' | 'optional';
  /** Throws to refuse a request before its body is read. */
  admit?: (request: FastifyRequest) => void;
  /** The maximum size of the body in bytes, if not the default. */
  bodyLimit?: number;
  /** Supports `Idempotency-Key` (see idempotency.ts); members only. */
  idempotent?: Replay;
  /**
   * Every guest gets the same response for the same path and declared query parameters, so it is cached (see
   * response-cache.ts).
   */
  sharedByGuests?: boolean;
  /** Members get the same response as guests. */
  sharedByMembers?: boolean;
  /** Scripts of other sites may read what guests get. */
  isReadByOtherSites?: boolean;
  /** Has no deadline: takes in a file, or collects an export. */
  mayTakeLong?: boolean;
}

/** The permission that an endpoint needs, if any. */
function permissionOf({ audience, path, query }: Endpoint): Permission | undefined {
  if (typeof audience === 'string') return undefined;
  const { permission } = audience;
  const namesWorkspace = query instanceof z.ZodObject && 'workspace' in query.shape;
  if (isOfWorkspace(permission) !== namesWorkspace) {
    throw new Error(`${path}: ${permission} and the query disagree on whether there is a workspace`);
  }
  return permission;
}

function schemaOf(endpoint: Endpoint): FastifySchema {
  const problem = {
    description: ['A problem.', ...(endpoint.errors ?? [])].join(' '),
    content: { 'application/problem+json': { schema: Problem } },
  };
  const permission = permissionOf(endpoint);
  return {
    summary: endpoint.summary,
    ...(permission && { description: describePermission(permission) }),
    tags: [endpoint.tag],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.audience !== 'anyone' && { security: [{ bearer: [] }] }),
    response: { 200: endpoint.response, '4xx': problem },
  };
}

function parametersOf({ query }: Endpoint): string[] {
  return query instanceof z.ZodObject ? Object.keys(query.shape) : [];
}

/**
 * Registers an endpoint of the contract: identifies the caller, enforces audience and rate limit, parses the request and
 * serialises the response by the contract's schema.
 */
export function route<E extends Endpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void;
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  options: RouteOptions,
  handler: Handler<E>,
): void;
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  ...rest: [Handler<E>] | [RouteOptions, Handler<E>]
): void {
  const { db } = app.dependencies;
  const permission = permissionOf(endpoint);
  const [options, handler] = rest.length === 2 ? rest : [{} as RouteOptions, rest[0]];
  const {
    limit,
    admit,
    bodyLimit,
    sharedByGuests = false,
    sharedByMembers = false,
    isReadByOtherSites = false,
    mayTakeLong = false,
    bearer = 'checked',
    idempotent,
  } = options;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    config: {
      sharedByGuests,
      sharedByMembers,
      isReadByOtherSites,
      mayTakeLong,
      knownParameters: parametersOf(endpoint),
    },
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest: async (request, reply) => {
      admit?.(request);
      if (request.headers.authorization !== undefined)
        request.caller = await authenticate(request, app.resolveCaller, bearer);
      if (permission !== undefined) await requirePermission(app, request, permission);
      else if (endpoint.audience === 'member') requireMember(request.caller);
      // What anyone may see, a key sees as a guest.
      else if (request.caller.kind === 'key') request.caller = GUEST;
      const { caller } = request;
      if (
        sharedByGuests &&
        caller.kind === 'member' &&
        (await app.sendCachedToMember(request, reply, caller.memberId))
      )
        return reply;
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
          access: request.access as AccessOf<E>,
          request,
          reply,
        });
      const { caller } = request;
      if (idempotent === undefined || caller?.kind !== 'member') return work();
      return serveOnce(db, caller.memberId, { request, reply, replay: idempotent }, work);
    },
  });
}
