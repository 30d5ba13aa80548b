import type { FastifyRequest } from 'fastify';

/**
 * Whether a browser sent the request, so that cookies can be used. Browsers send this header over https and to the
 * loopback host, and pages cannot suppress it.
 */
export const isBrowser = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-site'] !== undefined;
