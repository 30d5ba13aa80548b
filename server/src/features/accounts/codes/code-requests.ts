import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBrowser } from '../../../http/browser.ts';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../../http/cookies.ts';
import type { Accounts, TokenContext } from '../context.ts';
import { matchesDigest } from '../sessions/jwt.ts';
import type { BoundPurpose } from '../tables.ts';

/** Longer than the lifetime of codes, because mails may take a while. */
const COOKIE_SECONDS = 30 * 60;
/** Of different purposes or recipients, in tabs of one browser. */
const IDS_IN_COOKIE = 4;
const COOKIE: HostCookie = { name: 'oriel_otp', path: '/api/auth', sameSite: 'strict' };
const ID = /^([\w-]{22})\.([\w-]{43})$/;

/** The purpose of a code, and its recipient: an email, or the digits of a phone number. */
export interface CodeTarget {
  purpose: BoundPurpose;
  recipient: string;
}

/**
 * The request of an id; undefined when the id is forged or belongs to another target. Only the signature is checked, so
 * that ids for unknown emails behave like all others.
 */
function parseRequestId(
  { tokens }: TokenContext,
  { purpose, recipient }: CodeTarget,
  id: string,
): string | undefined {
  const [, request, signature] = ID.exec(id) ?? [];
  if (request === undefined || signature === undefined) return undefined;
  const expected = tokens.digest('code-request', purpose, recipient, request);
  return matchesDigest(signature, expected) ? request : undefined;
}

const idsInCookie = ({ config }: Accounts, request: FastifyRequest): string[] =>
  hostCookieValues(config, request, COOKIE).flatMap((value) => value.split('~').slice(0, IDS_IN_COOKIE));

/** A request for a code. */
export interface NewCodeRequest {
  id: string;
  /** What the code is bound to; undefined for clients that would lose the id. */
  request: string | undefined;
}

/**
 * Begins a request for a code and sets its id as a cookie. The code is bound to the request if the client is a browser or
 * wants the id.
 */
export function beginCodeRequest(
  accounts: Accounts,
  target: CodeTarget,
  {
    request: httpRequest,
    reply,
    wantsId,
  }: { request: FastifyRequest; reply: FastifyReply; wantsId: boolean },
): NewCodeRequest {
  const request = randomBytes(16).toString('base64url');
  const { purpose, recipient } = target;
  const signature = accounts.tokens.digest('code-request', purpose, recipient, request);
  const id = `${request}.${signature.toString('base64url')}`;
  const others = idsInCookie(accounts, httpRequest).filter(
    (other) => ID.test(other) && parseRequestId(accounts, target, other) === undefined,
  );
  const value = [id, ...others].slice(0, IDS_IN_COOKIE).join('~');
  setHostCookie(accounts.config, reply, COOKIE, value, COOKIE_SECONDS);
  return { id, request: wantsId || isBrowser(httpRequest) ? request : undefined };
}

/** The client's own request for a code, by the id that it sends or by its cookie. */
export function codeRequestOf(
  accounts: Accounts,
  target: CodeTarget,
  request: FastifyRequest,
  requestId?: string,
): string | undefined {
  for (const id of [...(requestId === undefined ? [] : [requestId]), ...idsInCookie(accounts, request)]) {
    const codeRequest = parseRequestId(accounts, target, id);
    if (codeRequest !== undefined) return codeRequest;
  }
  return undefined;
}
