import type { KeyScope } from '@oriel/contract';
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

/** An API key, by which a script acts for a member in one workspace. Endpoints without a permission do not take it. */
export interface KeyCaller {
  readonly kind: 'key';
  readonly keyId: string;
  readonly memberId: string;
  readonly workspaceId: string;
  readonly scopes: readonly KeyScope[];
}

export const GUEST: Extract<Caller, { kind: 'guest' }> = Object.freeze({ kind: 'guest' });

/** The id of the member who sends a request; undefined for guests. */
export const memberIdOf = (caller: Caller): string | undefined =>
  caller.kind === 'member' ? caller.memberId : undefined;

/** The error for an API key that may not send a request. */
export function keyNotPermitted(): AppError {
  return new AppError(403, 'key_not_permitted', 'This API key does not allow this.');
}

/** @throws {AppError} 401 `not_signed_in` for a guest, 403 `key_not_permitted` for an API key */
export function requireMember(
  caller: Caller | KeyCaller,
): asserts caller is Extract<Caller, { kind: 'member' }> {
  if (caller.kind === 'member') return;
  if (caller.kind === 'key') throw keyNotPermitted();
  throw new AppError(401, 'not_signed_in', 'Please sign in to continue.', { 'www-authenticate': 'Bearer' });
}

/** The error for an access token that is invalid or has expired, or whose member no longer exists. */
export function sessionExpired(): AppError {
  return new AppError(401, 'invalid_token', 'Your session has expired. Please sign in again.', {
    'www-authenticate': 'Bearer error="invalid_token"',
  });
}

/** What the secret of every API key begins with, so that programs that look for leaked secrets know it. */
export const KEY_PREFIX = 'oriel_';

/** The error for an API key that does not hold, or not any more. */
export function keyEnded(): AppError {
  return new AppError(401, 'invalid_token', 'This API key does not exist, was revoked, or has expired.', {
    'www-authenticate': 'Bearer error="invalid_token"',
  });
}
