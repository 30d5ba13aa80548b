import type { FastifyInstance } from 'fastify';
import { GUEST } from '../caller.ts';
import { AppError, notFound } from '../errors.ts';

/** Defaults for every response; pages set their own content security policy. */
const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy':
    'accelerometer=(self), gyroscope=(self), magnetometer=(self), fullscreen=(self), autoplay=(self), ' +
    'xr-spatial-tracking=(self), camera=(), microphone=(), geolocation=(), payment=(self), usb=()',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-frame-options': 'DENY',
} as const;

/** For a year, browsers use https alone for this host and its subdomains. Sent where the public URL is https. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Skips the origin check, for requests that carry their own authorization and use no session. */
    isOpenToOtherSites?: boolean;
    /** Scripts of other sites may read what guests get, and so may a tour in a frame that has no origin. */
    isReadByOtherSites?: boolean;
  }
}

/** Browsers let scripts of other origins read such a response, and send no cookie for it. */
export const READ_BY_OTHER_SITES = { 'access-control-allow-origin': '*' } as const;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const NUL = /%00/;

/**
 * Whether a browser sent the request from a page of another site. Other clients send no Origin.
 *
 * @param host the Host header; behind a proxy it may differ from the public URL, so either may match
 */
function isCrossOrigin(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined || origin === publicUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** The security headers of every response, by lower-case name. */
export function securityHeadersOf(publicUrl: string): Record<string, string> {
  return { ...SECURITY_HEADERS, ...(new URL(publicUrl).protocol === 'https:' && STRICT_TRANSPORT) };
}

/** Sets the security headers and refuses malformed URLs and cross-origin changes, for every route. */
export function installGuards(app: FastifyInstance): void {
  const { config, lifecycle } = app.dependencies;
  const securityHeaders = securityHeadersOf(config.publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = GUEST;
    reply.headers(securityHeaders);
    reply.header('x-request-id', request.id);
    // The origin check makes responses depend on Origin, so shared caches must key by it.
    reply.header('vary', 'Origin');
    if (request.routeOptions.config?.isReadByOtherSites && request.headers.authorization === undefined)
      reply.headers(READ_BY_OTHER_SITES);
    // Not while the server still listens: a client that reconnects at once could hit the moment of closing.
    if (lifecycle.stopping && !app.server.listening) reply.header('connection', 'close');
    if (!request.url.startsWith('/')) {
      // A target such as `*`.
      done(new AppError(400, 'invalid_request', 'The address is not valid.'));
    } else if (NUL.test(request.url)) {
      // An invalid value for the API; elsewhere the URL of a file or page that cannot exist.
      done(
        request.url.startsWith('/api/')
          ? new AppError(400, 'invalid_request', 'The address is not valid.')
          : notFound(),
      );
    } else if (
      !SAFE_METHODS.has(request.method) &&
      request.routeOptions.config?.isOpenToOtherSites !== true &&
      isCrossOrigin(request.headers.origin, request.headers.host, config.publicUrl)
    ) {
      done(new AppError(403, 'foreign_origin', 'This request comes from another site.'));
    } else {
      done();
    }
  });
}
