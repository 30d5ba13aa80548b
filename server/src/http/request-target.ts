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

/** Paths of the API and of media, where a missing resource is a problem response, not a page. */
export const NO_PAGES = /^\/(?:api|media)(?:\/|$)/;

/** Has no page. */
const MISSING_PAGE = '/no-such-page';

function isMalformed(url: string): boolean {
  const [path = ''] = url.split('?');
  try {
    return decodeURIComponent(path).includes('\0') || url.includes('%00');
  } catch {
    return true;
  }
}

/** Answers browsers that ask for a page at a URL that cannot be decoded with the page for missing ones. */
export function rewriteTarget(request: IncomingMessage): string {
  const url = useOriginForm(request);
  const isForPage =
    ['GET', 'HEAD'].includes(request.method ?? '') && request.headers.accept?.includes('text/html') === true;
  if (!isForPage || !url.startsWith('/') || NO_PAGES.test(url) || !isMalformed(url)) return url;
  // Logs say what was asked for.
  Object.assign(request, { originalUrl: url, url: MISSING_PAGE });
  return MISSING_PAGE;
}
