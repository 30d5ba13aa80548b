import { randomBytes, timingSafeEqual } from 'node:crypto';
import Bowser from 'bowser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Tx } from '../../../database/database.ts';
import { isBrowser } from '../../../http/browser.ts';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../../http/cookies.ts';
import { ipNetwork } from '../../../rate-limit/ip-network.ts';
import { type CodeTarget, codeRequestOf } from '../codes/code-requests.ts';
import type { Accounts } from '../context.ts';
import type { MemberRow } from '../members/members.ts';
import { isBoundTo } from './browser-binding.ts';

/**
 * Says that this browser has signed in with an address before, and nothing else. It has tries of its own, so that whoever
 * guesses at somebody's password elsewhere cannot keep them out. A browser may be shared: the cookie holds a mark for each
 * of the last accounts.
 */
const COOKIE: HostCookie = { name: 'oriel_device', path: '/api/auth', sameSite: 'lax' };
const COOKIE_SECONDS = 180 * 24 * 60 * 60;
const MARK = /^([\w-]{22})\.([\w-]{43})$/;
const MARKS_IN_COOKIE = 4;

/** What a browser knows an account by. */
type Account = Pick<MemberRow, 'email' | 'credential_version'>;

/** Where somebody signs in. */
export interface Device {
  /** The User-Agent header, or nothing. */
  userAgent: string;
  /** Where the request came from, as `ipNetwork` truncates it. */
  network: string;
  /** Whether this browser has signed in to an account before, with the password that the account has now. */
  knows(account: Account): boolean;
  /** As `knownDevice` of the browser. */
  knownAs(db: Db | Tx, email: string): Promise<string | undefined>;
  /** The request for a code that this client has begun (see code-requests.ts). */
  codeRequest(target: CodeTarget): string | undefined;
  /** Whether it is a browser, whose sessions are bound to it. */
  isBrowser: boolean;
  /** Whether this browser has the cookie of a session (see browser-binding.ts). */
  holds(sessionId: string): boolean;
}

export function deviceOf(accounts: Accounts, request: FastifyRequest): Device {
  return {
    userAgent: request.headers['user-agent'] ?? '',
    network: ipNetwork(request.ip),
    knows: (account) => nonceFor(accounts, request, account) !== undefined,
    knownAs: (db, email) => findKnownDevice(accounts, request, email, db),
    codeRequest: (target) => codeRequestOf(accounts, target, request),
    isBrowser: isBrowser(request),
    holds: (sessionId) => isBoundTo(accounts, request, sessionId),
  };
}

/** Another one for each password: who knew an earlier one is a stranger. */
function signature(accounts: Accounts, nonce: string, { email, credential_version }: Account): Buffer {
  const version = credential_version === 0 ? [] : [String(credential_version)];
  return accounts.tokens.digest('device', nonce, email ?? '', ...version);
}

const marksIn = ({ config }: Accounts, request: FastifyRequest): string[] =>
  hostCookieValues(config, request, COOKIE)
    .flatMap((value) => value.split('~'))
    .filter((mark) => MARK.test(mark))
    .slice(0, MARKS_IN_COOKIE);

/** The nonce in a mark; undefined where the mark is of another account, or made up. */
function nonceIn(accounts: Accounts, mark: string, account: Account): string | undefined {
  const [, nonce, given] = MARK.exec(mark) ?? [];
  if (nonce === undefined || given === undefined) return undefined;
  const isGenuine = timingSafeEqual(Buffer.from(given, 'base64url'), signature(accounts, nonce, account));
  return isGenuine ? nonce : undefined;
}

function nonceFor(accounts: Accounts, request: FastifyRequest, account: Account): string | undefined {
  for (const mark of marksIn(accounts, request)) {
    const nonce = nonceIn(accounts, mark, account);
    if (nonce !== undefined) return nonce;
  }
  return undefined;
}

async function findAccount(db: Db | Tx, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('members')
    .select(['email', 'credential_version'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Remembers that this browser has signed in with this address. Call it whenever somebody has. */
export async function rememberDevice(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): Promise<void> {
  const account = await findAccount(accounts.db, email);
  if (account === undefined) return;
  const nonce = nonceFor(accounts, request, account) ?? randomBytes(16).toString('base64url');
  const mark = `${nonce}.${signature(accounts, nonce, account).toString('base64url')}`;
  const others = marksIn(accounts, request).filter((other) => other !== mark);
  const value = [mark, ...others].slice(0, MARKS_IN_COOKIE).join('~');
  setHostCookie(accounts.config, reply, COOKIE, value, COOKIE_SECONDS);
}

/** The browser's name for itself, if it has signed in with this address before, with the password that it has now. */
export async function findKnownDevice(
  accounts: Accounts,
  request: FastifyRequest,
  email: string,
  db: Db | Tx = accounts.db,
): Promise<string | undefined> {
  if (!mayBeKnown(accounts, request)) return undefined;
  const account = await findAccount(db, email);
  return account && nonceFor(accounts, request, account);
}

/**
 * Whether a request carries what looks like a device cookie. For decisions before the body is read: which address the
 * cookie is for, and so whether it is genuine, shows only afterwards.
 */
export function mayBeKnown(accounts: Accounts, request: FastifyRequest): boolean {
  return marksIn(accounts, request).length > 0;
}

/** A browser and its system in words, such as "Firefox on Windows". */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name || 'Unknown browser', os.name].filter(Boolean).join(' on ');
}
