import { timingSafeEqual } from 'node:crypto';
import type { Session } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../../http/cookies.ts';
import type { Accounts } from '../context.ts';

/** As long as a session can last. */
const COOKIE_SECONDS = 60 * 24 * 60 * 60;
const COOKIE: HostCookie = { name: 'oriel_bind', path: '/api/auth/token/refresh', sameSite: 'strict' };

const digestOf = ({ tokens }: Pick<Accounts, 'tokens'>, sessionId: string): Buffer =>
  tokens.digest('bind', sessionId);

/** Whether this browser has the cookie of a session, which pages cannot read and so nothing in a page can copy. */
export function isBoundTo(accounts: Accounts, request: FastifyRequest, sessionId: string): boolean {
  const expected = digestOf(accounts, sessionId);
  return hostCookieValues(accounts.config, request, COOKIE).some((value) => {
    const given = Buffer.from(value, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Gives a browser the cookie that each refresh of its session asks for. */
export function bindToBrowser(accounts: Accounts, reply: FastifyReply, { refreshToken }: Session): void {
  const sessionId = accounts.tokens.parseRefresh(refreshToken)?.sessionId ?? '';
  const value = digestOf(accounts, sessionId).toString('base64url');
  setHostCookie(accounts.config, reply, COOKIE, value, COOKIE_SECONDS);
}
