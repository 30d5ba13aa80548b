import type { FastifyInstance } from 'fastify';

/** URLs without a page of their own, and where they lead. */
const MOVED = {
  '/dashboard': '/experiences',
  /** The former page of the course. */
  '/resources': '/opportunity',
};

export async function movedPages(app: FastifyInstance): Promise<void> {
  for (const [from, to] of Object.entries(MOVED)) {
    app.get(from, { schema: { hide: true } }, async (_request, reply) => reply.redirect(to, 302));
  }
}
