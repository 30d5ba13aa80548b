import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** All values of a cookie. There may be several, set for different paths. */
export function cookieValues(request: FastifyRequest, name: string): string[] {
  const prefix = `${name}=`;
  return (request.headers.cookie?.split(';') ?? [])
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
}

type Site = Pick<Config, 'publicUrl'>;

/** An `HttpOnly` cookie. */
export interface HostCookie {
  /** Without the `__Host-` prefix that it gets under https. */
  name: string;
  /** Ignored under https, where the prefix requires `/`. */
  path: string;
  sameSite: 'lax' | 'strict';
}

const isSecure = ({ publicUrl }: Site): boolean => publicUrl.startsWith('https:');

/** The prefix prevents sites on sibling hosts from setting the cookie. */
const nameOf = (site: Site, { name }: HostCookie): string => (isSecure(site) ? `__Host-${name}` : name);

/**
 * Sets an `HttpOnly` cookie.
 *
 * @param seconds its lifetime; 0 deletes it, undefined keeps it until the browser is closed
 */
export function setHostCookie(
  site: Site,
  reply: FastifyReply,
  cookie: HostCookie,
  value: string,
  seconds?: number,
): void {
  const secure = isSecure(site);
  reply.header(
    'set-cookie',
    stringifySetCookie({
      name: nameOf(site, cookie),
      value,
      path: secure ? '/' : cookie.path,
      secure,
      httpOnly: true,
      sameSite: cookie.sameSite,
      ...(seconds !== undefined && { maxAge: seconds }),
    }),
  );
}

/** All values that the browser sent for a cookie set by `setHostCookie`. */
export function hostCookieValues(site: Site, request: FastifyRequest, cookie: HostCookie): string[] {
  return cookieValues(request, nameOf(site, cookie));
}
