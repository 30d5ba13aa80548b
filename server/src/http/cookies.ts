import { stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';

/** The values of a cookie, as the browser sent them: one of the same name may have been set for several paths. */
export function cookieValues(request: FastifyRequest, name: string): string[] {
  const prefix = `${name}=`;
  return (request.headers.cookie?.split(';') ?? [])
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
}

type Site = Pick<Config, 'publicUrl'>;

/** A cookie that pages cannot read. */
export interface HostCookie {
  /** Without the prefix that it gets under https. */
  name: string;
  /** Where the browser sends it; under https everywhere, as the prefix asks for. */
  path: string;
  sameSite: 'lax' | 'strict';
}

const isSecure = ({ publicUrl }: Site): boolean => publicUrl.startsWith('https:');

/** Under https the prefix keeps sites on neighbouring hosts from planting a cookie of theirs. */
const nameOf = (site: Site, { name }: HostCookie): string => (isSecure(site) ? `__Host-${name}` : name);

/**
 * Sets a cookie of ours.
 *
 * @param seconds for how long; 0 deletes it, undefined keeps it until the browser is closed
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

/** The values that the browser sent of a cookie of ours. */
export function hostCookieValues(site: Site, request: FastifyRequest, cookie: HostCookie): string[] {
  return cookieValues(request, nameOf(site, cookie));
}
