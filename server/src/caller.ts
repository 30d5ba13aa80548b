import { AppError } from './errors.ts';

/** The sender of a request: a guest or a signed-in member. */
export type Caller =
  | { readonly kind: 'guest' }
  | {
      readonly kind: 'member';
      readonly memberId: string;
      /** The sign-in session that the access token belongs to. */
      readonly sessionId: string;
    };

export const GUEST: Extract<Caller, { kind: 'guest' }> = Object.freeze({ kind: 'guest' });

/** The id of the member who sends a request; undefined for guests. */
export const memberIdOf = (caller: Caller): string | undefined =>
  caller.kind === 'member' ? caller.memberId : undefined;

/** @throws {AppError} 401 `not_signed_in` unless the caller is a member */
export function requireMember(caller: Caller): asserts caller is Extract<Caller, { kind: 'member' }> {
  if (caller.kind === 'member') return;
  throw new AppError(401, 'not_signed_in', 'Please sign in to continue.', { 'www-authenticate': 'Bearer' });
}

/** The error for an access token that is invalid or has expired, or whose member no longer exists. */
export function sessionExpired(): AppError {
  return new AppError(401, 'invalid_token', 'Your session has expired. Please sign in again.', {
    'www-authenticate': 'Bearer error="invalid_token"',
  });
}
