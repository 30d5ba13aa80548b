import type { IncomingMessage } from 'node:http';

/** The absolute form of RFC 9112 section 3.2.2: a scheme, an authority, and perhaps a path with its query. */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([^#]*)/i;

/**
 * Rewrites a request target in absolute form (`http://host/path`), which servers must accept, to origin form (`/path`),
 * and sets the Host header from it as the RFC requires. Call it before the URL is read. Idempotent. Other targets (`*`)
 * are left unchanged; the guards refuse them.
 */
export function useOriginForm(request: IncomingMessage): string {
  const target = request.url ?? '/';
  if (target.startsWith('/')) return target;
  const [, authority, path = ''] = ABSOLUTE_FORM.exec(target) ?? [];
  if (authority === undefined) return target;
  // User information must not become part of the host that origins are compared with.
  request.headers.host = authority.slice(authority.lastIndexOf('@') + 1);
  request.url = path.startsWith('/') ? path : `/${path}`;
  return request.url;
}
