import type { FastifyRequest } from 'fastify';

/** The values of a cookie, as the browser sent them: one of the same name may have been set for several paths. */
export function cookieValues(request: FastifyRequest, name: string): string[] {
  const prefix = `${name}=`;
  return (request.headers.cookie?.split(';') ?? [])
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
}
