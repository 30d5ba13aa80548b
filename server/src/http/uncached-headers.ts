import type { FastifyInstance } from 'fastify';

/** Sets `Cache-Control: no-store` on every response of a plugin's routes, whose content is personal. */
export function noStore(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
}
