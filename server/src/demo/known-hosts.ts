import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../config/loopback.ts';
import { AppError } from '../errors.ts';

/** All interfaces. */
const WILDCARDS = new Set(['0.0.0.0', '::']);
const PORT = /:\d{1,5}$/;

/** The hosts of a request: of its Host header, which an absolute target replaces, and those forwarded by proxies. */
function authoritiesOf({ headers }: IncomingMessage): (string | undefined)[] {
  const { host, 'x-forwarded-host': forwarded } = headers;
  return forwarded === undefined ? [host] : [host, ...String(forwarded).split(',')];
}

/**
 * Makes a demo respond with 421 to hosts other than this machine's own names, `HOST`, and those of `PUBLIC_URL` and `MEDIA_URL`.
 *
 * The demo shows its mails to every visitor. Without this check, any web page could read them by DNS rebinding: its host
 * name would resolve to 127.0.0.1 on the second look-up. Install it before all other hooks.
 *
 * @returns whether a request's hosts are known, for responses that are sent before hooks run
 */
export function refuseUnknownHosts(app: FastifyInstance): (request: IncomingMessage) => boolean {
  const { publicUrl, mediaUrl = publicUrl, host: ownHost } = app.dependencies.config;
  const ownNames = new Set([new URL(publicUrl).hostname, new URL(mediaUrl).hostname]);
  // The sandbox calls this server by this IP.
  if (!WILDCARDS.has(ownHost)) ownNames.add(isIPv6(ownHost) ? `[${ownHost}]` : ownHost.toLowerCase());
  const isKnown = (authority: string | undefined) => {
    const host = authority?.trim().toLowerCase().replace(PORT, '');
    return host !== undefined && (ownNames.has(host) || isLoopback(host));
  };
  const isKnownHost = (request: IncomingMessage) => authoritiesOf(request).every(isKnown);
  app.addHook('onRequest', (request, _reply, done) => {
    if (isKnownHost(request.raw)) done();
    else done(new AppError(421, 'unknown_host', 'This demo does not answer under that name.'));
  });
  return isKnownHost;
}
