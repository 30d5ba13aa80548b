import type { FastifyRequest } from 'fastify';

/**
 * Whether a browser sends the request, which then keeps cookies. Browsers say so over https and on the loopback host, and
 * pages cannot leave it out.
 */
export const isBrowser = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] !== undefined;
