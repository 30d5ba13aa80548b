import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from '../config/loopback.ts';
import { AppError } from '../errors.ts';

/** Every address of the machine. */
const WILDCARDS = new Set(['0.0.0.0', '::']);
const PORT = /:\d{1,5}$/;

/** The authorities that a request names: its Host, which an absolute target replaces, and what a proxy was asked for. */
function authoritiesOf({ headers }: IncomingMessage): (string | undefined)[] {
  const { host, 'x-forwarded-host': forwarded } = headers;
  return forwarded === undefined ? [host] : [host, ...String(forwarded).split(',')];
}

/**
 * Makes a demo answer 421 to every host but this machine's own names, `HOST`, and that of `PUBLIC_URL`.
 *
 * The demo shows its mails to every visitor. Without this check any web page that a visitor has open could read them: its
 * host name would resolve to 127.0.0.1 on the second look-up (DNS rebinding). Install it before all other hooks.
 *
 * @returns whether a request may be answered, for what answers before hooks run
 */
export function refuseUnknownHosts(app: FastifyInstance): (request: IncomingMessage) => boolean {
  const { publicUrl, host: ownHost } = app.dependencies.config;
  const ownNames = new Set([new URL(publicUrl).hostname]);
  // An address of this machine; the sandbox calls us under it. The wildcards are no host's name.
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
