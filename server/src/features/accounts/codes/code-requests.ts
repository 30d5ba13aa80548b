import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBrowser } from '../../../http/browser.ts';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../../http/cookies.ts';
import type { Accounts } from '../context.ts';
import type { BoundPurpose } from '../tables.ts';

/** Longer than codes live: a mail may take a while. */
const COOKIE_SECONDS = 30 * 60;
/** Of different purposes or addresses, in tabs of one browser. */
const IDS_IN_COOKIE = 4;
const COOKIE: HostCookie = { name: 'oriel_otp', path: '/api/auth', sameSite: 'strict' };
const ID = /^([\w-]{22})\.([\w-]{43})$/;

/** What a code is for, and where it goes: an email address, or the digits of a phone number. */
export interface CodeTarget {
  purpose: BoundPurpose;
  address: string;
}

type Keys = Pick<Accounts, 'tokens'>;

/**
 * The request in an id of it; undefined where the id is of another target, or made up. The signature alone says so, so that
 * ids for addresses without an account are as good as any.
 */
function requestIn({ tokens }: Keys, { purpose, address }: CodeTarget, id: string): string | undefined {
  const [, request, signature] = ID.exec(id) ?? [];
  if (request === undefined || signature === undefined) return undefined;
  const expected = tokens.digest('code-request', purpose, address, request);
  return timingSafeEqual(Buffer.from(signature, 'base64url'), expected) ? request : undefined;
}

const idsInCookie = ({ config }: Accounts, request: FastifyRequest): string[] =>
  hostCookieValues(config, request, COOKIE).flatMap((value) => value.split('~').slice(0, IDS_IN_COOKIE));

/** A request for a code, as it is begun. */
export interface BegunCodeRequest {
  id: string;
  /** What the code is bound to; undefined where the client shows no sign of keeping the id. */
  request: string | undefined;
}

/**
 * Begins a request for a code and leaves its id with the browser. The code is bound to it where a browser asks, or a client
 * that wants the id.
 */
export function beginCodeRequest(
  accounts: Accounts,
  target: CodeTarget,
  { request: http, reply, wantsId }: { request: FastifyRequest; reply: FastifyReply; wantsId: boolean },
): BegunCodeRequest {
  const request = randomBytes(16).toString('base64url');
  const { purpose, address } = target;
  const signature = accounts.tokens.digest('code-request', purpose, address, request);
  const id = `${request}.${signature.toString('base64url')}`;
  const others = idsInCookie(accounts, http).filter(
    (other) => ID.test(other) && requestIn(accounts, target, other) === undefined,
  );
  const value = [id, ...others].slice(0, IDS_IN_COOKIE).join('~');
  setHostCookie(accounts.config, reply, COOKIE, value, COOKIE_SECONDS);
  return { id, request: wantsId || isBrowser(http) ? request : undefined };
}

/** The request that this client has begun for a code, by what it sends along or by its cookie. */
export function codeRequestOf(
  accounts: Accounts,
  target: CodeTarget,
  request: FastifyRequest,
  givenId?: string,
): string | undefined {
  for (const id of [...(givenId === undefined ? [] : [givenId]), ...idsInCookie(accounts, request)]) {
    const found = requestIn(accounts, target, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
