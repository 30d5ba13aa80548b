import type { FastifyInstance } from 'fastify';

/** A server that listens on all interfaces is reached through the loopback one. */
const LOOPBACK: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/**
 * The origin of this server for clients on the same machine, without a trailing slash.
 *
 * @throws {Error} while it does not listen on a port
 */
export function ownOrigin(app: FastifyInstance): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the server does not listen on a port');
  const host =
    LOOPBACK[address.address] ?? (address.family === 'IPv6' ? `[${address.address}]` : address.address);
  return `http://${host}:${address.port}`;
}
