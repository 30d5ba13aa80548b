import type { FastifyInstance } from 'fastify';

/** Nothing that the routes of this plugin answer may be kept by anybody: it belongs to one person. */
export function noStore(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}
