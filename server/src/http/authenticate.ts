import type { FastifyRequest } from 'fastify';
import { type Caller, GUEST, KEY_PREFIX, type KeyCaller, keyEnded, sessionExpired } from '../caller.ts';

/** Finds the member or key that a token belongs to; undefined when the token is invalid or has expired. */
export type ResolveCaller = (token: string) => Promise<Caller | KeyCaller | undefined>;

declare module 'fastify' {
  interface FastifyInstance {
    resolveCaller: ResolveCaller;
    /** The member of an Authorization header whose session was just checked; undefined for any other. */
    peekCaller(authorization: string | undefined): Extract<Caller, { kind: 'member' }> | undefined;
  }
  interface FastifyRequest {
    /** Set for every API request before its handler runs. */
    caller: Caller | KeyCaller;
  }
}

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** The token of an Authorization header. */
export const bearerTokenOf = (authorization: string): string | undefined => BEARER.exec(authorization)?.[1];

/**
 * Identifies the sender of a request by its bearer token.
 *
 * @param bearer 'optional' treats a request with an invalid token as a guest's
 * @throws {AppError} 401 `invalid_token` when there is an Authorization header without a valid token
 */
export async function authenticate(
  request: FastifyRequest,
  resolveCaller: ResolveCaller,
  bearer: 'checked' | 'optional',
): Promise<Caller | KeyCaller> {
  const header = request.headers.authorization;
  if (header === undefined) return GUEST;
  const token = bearerTokenOf(header);
  const caller = token === undefined ? undefined : await resolveCaller(token);
  if (caller !== undefined) return caller;
  if (bearer === 'optional') return GUEST;
  throw token?.startsWith(KEY_PREFIX) ? keyEnded() : sessionExpired();
}
