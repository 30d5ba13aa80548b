import { randomBytes } from 'node:crypto';
import Bowser from 'bowser';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Tx } from '../../../database/database.ts';
import { isBrowser } from '../../../http/browser.ts';
import { type HostCookie, hostCookieValues, setHostCookie } from '../../../http/cookies.ts';
import { ipNetwork } from '../../../rate-limit/client-source.ts';
import { type CodeTarget, codeRequestOf } from '../codes/code-requests.ts';
import type { Accounts } from '../context.ts';
import { findCredentialVersion, type MemberRow } from '../members/store.ts';
import { isBoundTo } from './browser-binding.ts';
import { matchesDigest } from './jwt.ts';

/**
 * Marks a browser as a known device of an account, and nothing else. Known devices have separate attempt limits, so that
 * an attacker elsewhere cannot lock the owner out. Browsers may be shared: the cookie holds an entry for each of the last
 * accounts.
 */
const COOKIE: HostCookie = { name: 'oriel_device', path: '/api/auth', sameSite: 'lax' };
const COOKIE_SECONDS = 180 * 24 * 60 * 60;
const ENTRY = /^([\w-]{22})\.([\w-]{43})$/;
const MAX_ENTRIES = 4;

/** The columns that a device cookie is signed over. */
export type DeviceAccount = Pick<MemberRow, 'email' | 'credential_version'>;

/** The client of a request, as far as sign-ins and security events depend on it. */
export interface Device {
  /** The User-Agent header; empty without one. */
  userAgent: string;
  /** The client's IP, truncated by `ipNetwork`. */
  network: string;
  /** Whether this is a known device of an account, since its last change of password. */
  isKnownFor(account: DeviceAccount): boolean;
  /** See `findKnownDevice`. */
  knownDeviceId(db: Db | Tx, email: string): Promise<string | undefined>;
  /** See `codeRequestOf` in `codes/code-requests.ts`. */
  codeRequest(target: CodeTarget): string | undefined;
  /** Sessions of browsers are bound to them. */
  isBrowser: boolean;
  /** See `browser-binding.ts`. */
  isBoundTo(sessionId: string): boolean;
}

export function deviceOf(accounts: Accounts, request: FastifyRequest): Device {
  return {
    userAgent: request.headers['user-agent'] ?? '',
    network: ipNetwork(request.ip),
    isKnownFor: (account) => nonceFor(accounts, request, account) !== undefined,
    knownDeviceId: (db, email) => findKnownDevice(accounts, request, email, db),
    codeRequest: (target) => codeRequestOf(accounts, target, request),
    isBrowser: isBrowser(request),
    isBoundTo: (sessionId) => isBoundTo(accounts, request, sessionId),
  };
}

/** Includes the version of the password: a new one makes all devices unknown. */
function signDevice(accounts: Accounts, nonce: string, { email, credential_version }: DeviceAccount): Buffer {
  const version = credential_version === 0 ? [] : [String(credential_version)];
  return accounts.tokens.digest('device', nonce, email ?? '', ...version);
}

const entriesIn = ({ config }: Accounts, request: FastifyRequest): string[] =>
  hostCookieValues(config, request, COOKIE)
    .flatMap((value) => value.split('~'))
    .filter((entry) => ENTRY.test(entry))
    .slice(0, MAX_ENTRIES);

/** The nonce of a cookie entry; undefined when the entry is forged or belongs to another account. */
function nonceIn(accounts: Accounts, entry: string, account: DeviceAccount): string | undefined {
  const [, nonce, signature] = ENTRY.exec(entry) ?? [];
  if (nonce === undefined || signature === undefined) return undefined;
  return matchesDigest(signature, signDevice(accounts, nonce, account)) ? nonce : undefined;
}

function nonceFor(accounts: Accounts, request: FastifyRequest, account: DeviceAccount): string | undefined {
  for (const entry of entriesIn(accounts, request)) {
    const nonce = nonceIn(accounts, entry, account);
    if (nonce !== undefined) return nonce;
  }
  return undefined;
}

/** Makes the browser a known device of an account. Call it after every sign-in. */
export function rememberDevice(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  account: DeviceAccount,
): void {
  const nonce = nonceFor(accounts, request, account) ?? randomBytes(16).toString('base64url');
  const entry = `${nonce}.${signDevice(accounts, nonce, account).toString('base64url')}`;
  const others = entriesIn(accounts, request).filter((other) => other !== entry);
  const value = [entry, ...others].slice(0, MAX_ENTRIES).join('~');
  setHostCookie(accounts.config, reply, COOKIE, value, COOKIE_SECONDS);
}

/** Like `rememberDevice`, for the account with this email. */
export async function rememberDeviceOf(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): Promise<void> {
  const account = await findCredentialVersion(accounts.db, email);
  if (account !== undefined) rememberDevice(accounts, request, reply, account);
}

/** The id of a known device; undefined when the browser is not one of the account with this email. */
export async function findKnownDevice(
  accounts: Accounts,
  request: FastifyRequest,
  email: string,
  db: Db | Tx = accounts.db,
): Promise<string | undefined> {
  if (!hasDeviceCookie(accounts, request)) return undefined;
  const account = await findCredentialVersion(db, email);
  return account && nonceFor(accounts, request, account);
}

/**
 * Whether a request carries a device cookie, which may be forged: it can only be verified with the email of the body. For
 * decisions before the body is read.
 */
export function hasDeviceCookie(accounts: Accounts, request: FastifyRequest): boolean {
  return entriesIn(accounts, request).length > 0;
}

/** The browser and operating system, such as "Firefox on Windows". */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name || 'Unknown browser', os.name].filter(Boolean).join(' on ');
}
