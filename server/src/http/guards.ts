import type { FastifyInstance } from 'fastify';
import { GUEST } from '../caller.ts';
import { AppError, notFound } from '../errors.ts';

/** Pages replace the content security policy by their own. */
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

/** For a year browsers ask for this host and those below it by https alone. Sent where the public address is https. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Changes may come from a page of any site: what the request carries is itself the permission, and no session counts. */
    isOpenToOtherSites?: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const NUL = /%00/;

/**
 * Whether a browser sent this from a page of another site. Clients that are no browsers send no Origin.
 *
 * @param host the Host header: behind a proxy it may differ from the public address, so either may match
 */
function isForeign(origin: string | undefined, host: string | undefined, publicUrl: string): boolean {
  if (origin === undefined || origin === publicUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}

/** The headers of every answer that there is a request for. */
export function securityHeadersOf(publicUrl: string): Record<string, string> {
  return { ...SECURITY_HEADERS, ...(new URL(publicUrl).protocol === 'https:' && STRICT_TRANSPORT) };
}

/** Checks that concern every request, before its route is known to care. */
export function installGuards(app: FastifyInstance): void {
  const { config, lifecycle } = app.dependencies;
  const securityHeaders = securityHeadersOf(config.publicUrl);
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = GUEST;
    reply.headers(securityHeaders);
    reply.header('x-request-id', request.id);
    // Changes from a foreign origin are refused, so no cache may give such an answer to others.
    reply.header('vary', 'Origin');
    // Not before no new connection is taken: who is told to come back on another would meet the end of listening there.
    if (lifecycle.stopping && !app.server.listening) reply.header('connection', 'close');
    if (!request.url.startsWith('/')) {
      // A target such as `*`, which names nothing here.
      done(new AppError(400, 'invalid_request', 'The address is not valid.'));
    } else if (NUL.test(request.url)) {
      // For the API a mistake in a value; elsewhere the address of a file or page that cannot exist.
      done(
        request.url.startsWith('/api/')
          ? new AppError(400, 'invalid_request', 'The address is not valid.')
          : notFound(),
      );
    } else if (
      !SAFE_METHODS.has(request.method) &&
      request.routeOptions.config?.isOpenToOtherSites !== true &&
      isForeign(request.headers.origin, request.headers.host, config.publicUrl)
    ) {
      done(new AppError(403, 'foreign_origin', 'This request comes from another site.'));
    } else {
      done();
    }
  });
}
