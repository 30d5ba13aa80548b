import type { FastifyRequest } from 'fastify';

/** The revision that a change was made to; undefined for a request that names none. */
export function revisionOf({ headers }: FastifyRequest): number | undefined {
  const [, revision] = /^"(\d{1,9})"$/.exec(headers['if-match'] ?? '') ?? [];
  return revision === undefined ? undefined : Number(revision);
}
