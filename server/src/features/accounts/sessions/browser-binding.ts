import type { Session } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../../http/cookies.ts';
import type { Accounts, TokenContext } from '../context.ts';
import { matchesDigest } from './jwt.ts';

/** The maximum age of a session. */
const COOKIE_SECONDS = 60 * 24 * 60 * 60;
const COOKIE: HostCookie = { name: 'oriel_bind', path: '/api/auth/token/refresh', sameSite: 'strict' };

const digestOf = ({ tokens }: TokenContext, sessionId: string): Buffer => tokens.digest('bind', sessionId);

/** Whether a request carries the binding cookie of a session, which scripts can neither read nor copy. */
export function isBoundTo(accounts: Accounts, request: FastifyRequest, sessionId: string): boolean {
  const expected = digestOf(accounts, sessionId);
  return hostCookieValues(accounts.config, request, COOKIE).some((value) => matchesDigest(value, expected));
}

/** Sets the cookie that each refresh of a browser's session requires. */
export function bindToBrowser(accounts: Accounts, reply: FastifyReply, { refreshToken }: Session): void {
  const sessionId = accounts.tokens.parseRefresh(refreshToken)?.sessionId ?? '';
  const value = digestOf(accounts, sessionId).toString('base64url');
  setHostCookie(accounts.config, reply, COOKIE, value, COOKIE_SECONDS);
}
