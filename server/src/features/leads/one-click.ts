import type { FastifyInstance, FastifyReply } from 'fastify';
import { limitByIp, type RateLimitRule } from '../../rate-limit/rate-limit.ts';

interface Options {
  /** Unsubscribes. @throws if the link secret was not signed here */
  leave: (leaveSecret: string) => Promise<void>;
  /** Limits attempts with invalid link secrets by IP. */
  limit: RateLimitRule;
  /** The text of the response. */
  done: string;
}

/** Bodies contain `List-Unsubscribe=One-Click` alone. */
const MAX_BYTES = 2048;
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The page that confirms the unsubscription, for browsers that posted the form; undefined if no pages are served. */
async function goodbyePage(app: FastifyInstance, reply: FastifyReply): Promise<Buffer | undefined> {
  const page = await app.inject({ method: 'GET', url: '/newsletter?left' });
  if (page.statusCode !== 200) return undefined;
  for (const name of ['content-type', 'content-security-policy', 'referrer-policy', 'x-robots-tag']) {
    const value = page.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return page.rawPayload;
}

/**
 * The URL in the `List-Unsubscribe` header: one POST unsubscribes (RFC 8058). Mail programs send it from their servers or
 * their pages, for many subscribers and without a session, so the link secret is the only credential and only invalid ones
 * count towards the limit of an IP. The RFC forbids redirects. A GET changes nothing: it shows the page with our button.
 */
export async function oneClickRoute(app: FastifyInstance, { leave, limit, done }: Options): Promise<void> {
  const { db } = app.dependencies;
  for (const type of FORM_TYPES) {
    app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, _body, parsed) =>
      parsed(null, undefined),
    );
  }
  app.post<{ Querystring: { leaveToken?: unknown } }>(
    '/newsletter',
    { schema: { hide: true }, config: { isOpenToOtherSites: true }, bodyLimit: MAX_BYTES },
    async (request, reply) => {
      const { leaveToken } = request.query;
      try {
        await leave(typeof leaveToken === 'string' ? leaveToken : '');
      } catch (error) {
        await limitByIp(db, limit, request, reply);
        throw error;
      }
      reply.header('cache-control', 'no-store');
      const isBrowser = request.headers.accept?.includes('text/html') === true;
      const page = isBrowser ? await goodbyePage(app, reply) : undefined;
      return page ?? reply.type('text/plain; charset=utf-8').send(`${done}\n`);
    },
  );
}
