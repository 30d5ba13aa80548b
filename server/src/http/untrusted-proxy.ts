import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Where an operator's proxy is likely to be. */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

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
      if (request.ip === peer && privateNetworks.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')) {
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
