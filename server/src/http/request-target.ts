import type { IncomingMessage } from 'node:http';

/** The absolute form of RFC 9112 section 3.2.2: a scheme, an authority, and perhaps a path with its query. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([^#]*)/i;

/**
 * Turns a request target in absolute form (`http://host/path`), which servers must accept, into origin form (`/path`), and
 * takes the host from it as the RFC demands, so that everything behind sees one form. Call it before the URL is read.
 * Idempotent. Targets that are neither (`*`) stay as they are; the guards refuse them.
 */
export function useOriginForm(request: IncomingMessage): string {
  const target = request.url ?? '/';
  if (target.startsWith('/')) return target;
  const [, authority, path = ''] = ABSOLUTE_FORM.exec(target) ?? [];
  if (authority === undefined) return target;
  // Without user information: nobody reads it, and it must not become part of a host that is compared.
  request.headers.host = authority.slice(authority.lastIndexOf('@') + 1);
  request.url = path.startsWith('/') ? path : `/${path}`;
  return request.url;
}
