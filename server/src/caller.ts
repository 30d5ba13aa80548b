import type { FastifyRequest } from 'fastify';
import { AppError } from './http/problem.ts';

/** Who sends a request. */
export type Caller =
  | { readonly kind: 'guest' }
  | {
      readonly kind: 'member';
      readonly memberId: string;
      /** Where they are signed in: the family of tokens that the bearer token is of. */
      readonly sessionId: string;
      readonly tier: 'Free' | 'Plus' | 'Pro';
    };

/** Finds the member that a bearer token belongs to; undefined when the token is wrong or has expired. */
export type ResolveCaller = (token: string) => Promise<Caller | undefined>;

export const GUEST: Extract<Caller, { kind: 'guest' }> = Object.freeze({ kind: 'guest' });

declare module 'fastify' {
  interface FastifyInstance {
    resolveCaller: ResolveCaller;
  }
  interface FastifyRequest {
    /** Set for every API call before its handler runs. */
    caller: Caller;
  }
}

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/**
 * Who sends this request, by its bearer token alone.
 *
 * @param bearer 'optional' makes a guest of somebody whose token names no member
 * @throws {AppError} 401 `invalid_token` when there is an Authorization header that names no member
 */
export async function callerOf(
  request: FastifyRequest,
  resolveCaller: ResolveCaller,
  bearer: 'checked' | 'optional',
): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) return GUEST;
  const token = BEARER.exec(header)?.[1];
  const caller = token === undefined ? undefined : await resolveCaller(token);
  if (caller === undefined) {
    if (bearer === 'optional') return GUEST;
    throw new AppError(401, 'invalid_token', 'Your session has expired. Please sign in again.', {
      'www-authenticate': 'Bearer error="invalid_token"',
    });
  }
  return caller;
}

/** @throws {AppError} 401 `not_signed_in` unless the caller is a member */
export function requireMember(caller: Caller): asserts caller is Extract<Caller, { kind: 'member' }> {
  if (caller.kind === 'member') return;
  throw new AppError(401, 'not_signed_in', 'Please sign in to continue.', { 'www-authenticate': 'Bearer' });
}
