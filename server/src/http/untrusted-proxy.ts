import type { FastifyInstance } from 'fastify';
import { isPrivateIp } from '../ip-networks.ts';

/**
 * Warns once when a peer in a private network sends `X-Forwarded-For` and is not listed in `TRUSTED_PROXIES`. All visitors
 * then share that peer's rate limits: a hundred wrong passwords lock everyone out.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      const peer = request.raw.socket.remoteAddress ?? '';
      // `ip` is the peer's unless the header is trusted.
      if (request.ip === peer && isPrivateIp(peer)) {
        hasWarned = true;
        app.log.warn(
          { proxy: peer },
          'X-Forwarded-For is ignored: visitors share one set of limits until TRUSTED_PROXIES names this proxy',
        );
      }
    }
    done();
  });
}
