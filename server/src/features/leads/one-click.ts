import type { FastifyInstance, FastifyReply } from 'fastify';
import { limitByIp, type RateLimitRule } from '../../rate-limit/rate-limit.ts';

interface Options {
  /** Unsubscribes. @throws for a token that is not ours */
  leave: (token: string) => Promise<void>;
  /** How often one address may come with a token that is not ours. */
  limit: RateLimitRule;
  /** What the answer says. */
  done: string;
}

/** A body says `List-Unsubscribe=One-Click` and no more. */
const MAX_BYTES = 2048;
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The site's own page, for people whose browser posted the form; undefined where no pages are served. */
async function farewell(app: FastifyInstance, reply: FastifyReply): Promise<Buffer | undefined> {
  const page = await app.inject({ method: 'GET', url: '/newsletter?left' });
  if (page.statusCode !== 200) return undefined;
  for (const name of ['content-type', 'content-security-policy', 'referrer-policy', 'x-robots-tag']) {
    const value = page.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return page.rawPayload;
}

/**
 * The URL in the `List-Unsubscribe` header: one POST unsubscribes (RFC 8058). Mail programs send it
 * from their servers or from pages of theirs, for many people at once, without a session; so the token alone counts,
 * and only IPs that guess are limited. Nothing redirects, as the RFC asks. Opening the URL changes nothing:
 * a GET is the page with our button.
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
      const isPerson = request.headers.accept?.includes('text/html') === true;
      const page = isPerson ? await farewell(app, reply) : undefined;
      return page ?? reply.type('text/plain; charset=utf-8').send(`${done}\n`);
    },
  );
}
