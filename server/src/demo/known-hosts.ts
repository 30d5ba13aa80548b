import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../http/problem.ts';
import { isLoopback } from '../loopback.ts';

/** Every address of the machine. */
const WILDCARDS = new Set(['0.0.0.0', '::']);
const PORT = /:\d{1,5}$/;

/** The authorities that a request names: its Host, the one of an absolute target, and what a proxy says it was asked for. */
function authoritiesOf(request: FastifyRequest): (string | undefined)[] {
  const { host, 'x-forwarded-host': forwarded } = request.headers;
  const target = request.originalUrl;
  return [
    host,
    ...(target.startsWith('/') || !URL.canParse(target) ? [] : [new URL(target).host]),
    ...(forwarded === undefined ? [] : String(forwarded).split(',')),
  ];
}

/**
 * Makes a demo answer 421 to every host but this machine's own names, `HOST`, and that of `PUBLIC_URL`.
 *
 * The demo shows its mails to whoever asks. Without this check any web page that a visitor has open could read them: its
 * host name would resolve to 127.0.0.1 on the second look-up (DNS rebinding). Install it before whatever may answer.
 */
export function refuseUnknownHosts(app: FastifyInstance): void {
  const { publicUrl, host: ownHost } = app.dependencies.config;
  const known = new Set([new URL(publicUrl).hostname]);
  // An address of this machine; the sandbox calls us under it. The wildcards are no host's name.
  if (!WILDCARDS.has(ownHost)) known.add(isIPv6(ownHost) ? `[${ownHost}]` : ownHost.toLowerCase());
  const isKnown = (authority: string | undefined) => {
    const host = authority?.trim().toLowerCase().replace(PORT, '');
    return host !== undefined && (known.has(host) || isLoopback(host));
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (authoritiesOf(request).every(isKnown)) done();
    else done(new AppError(421, 'unknown_host', 'This demo does not answer under that name.'));
  });
}
