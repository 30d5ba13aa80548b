import type { Session } from '@oriel/contract';
import { createApi } from '../../../api.ts';

const MESSAGES = {
  missing: 'Missing authentication data. Please try signing in again.',
  refused: 'We could not complete your sign in. Please try again.',
} as const;

/** Why a sign-in with an external account failed; `message` may be shown. */
export class SignInFailure extends Error {
  constructor(reason: keyof typeof MESSAGES) {
    super(MESSAGES[reason]);
    this.name = 'SignInFailure';
  }
}

/** Base64 or base64url of UTF-8 JSON. */
function decodeUser(text: string): unknown {
  // In a query an unescaped plus sign arrives as a space.
  const base64 = text.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** Only its refresh token is used, and exchanged at once: the URL may have leaked, its user be forged. @throws {SignInFailure} */
export function readCallback(search: URLSearchParams): string {
  const token = search.get('token');
  const refreshToken = search.get('refreshToken');
  const user = search.get('user');
  if (!token || !refreshToken || !user) throw new SignInFailure('missing');
  try {
    const value = decodeUser(user);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return refreshToken;
  } catch {
    // Reported below.
  }
  throw new SignInFailure('refused');
}

/** Exchanges the refresh token, in the browser that began the sign-in alone, and fetches the member. @throws {SignInFailure} */
export async function completeSignIn(refreshToken: string): Promise<Session> {
  try {
    const asGuest = createApi((path, init) => fetch(path, init));
    const { data: session } = await asGuest('POST /api/auth/token/refresh', {
      body: { refreshToken, fromAddress: true },
    });
    const asMember = createApi((path, init) =>
      fetch(path, {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(init?.headers)),
          authorization: `Bearer ${session.token}`,
        },
      }),
    );
    const { data } = await asMember('GET /api/auth/me', {});
    return { ...session, user: data.user };
  } catch (error) {
    console.warn('The sign-in was not completed.', error);
    throw new SignInFailure('refused');
  }
}
