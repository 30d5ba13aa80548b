import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';
import { listOutbox, readOutbox } from '../gateways/mail-outbox.ts';
import { listPage, MAIL_POLICY, mailPage, PAGE_POLICY } from './mail-page.ts';

const MAX_LISTED = 200;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request carries the password, with any user name (HTTP Basic, RFC 7617). */
function hasPassword(authorization: string | undefined, password: string): boolean {
  const [, encoded = ''] = /^basic ([a-z0-9+/=]{1,1000})$/i.exec(authorization ?? '') ?? [];
  const credentials = Buffer.from(encoded, 'base64').toString('utf8');
  const sent = credentials.slice(credentials.indexOf(':') + 1);
  return credentials.includes(':') && timingSafeEqual(digest(sent), digest(password));
}

/**
 * Serves the demo's outbox at `/demo/mail`; never in production. The mails contain sign-in codes, so a demo that other
 * machines can reach requires a password (`config.outboxPassword`).
 */
export async function demoMailRoutes(app: FastifyInstance): Promise<void> {
  const { config } = app.dependencies;
  const { outboxDir } = config.mail;
  const { outboxPassword } = config;
  if (outboxPassword !== undefined) {
    app.addHook('onRequest', async (request) => {
      if (hasPassword(request.headers.authorization, outboxPassword)) return;
      throw new AppError(401, 'password_required', 'The password was printed when the demo started.', {
        'www-authenticate': 'Basic realm="Mails of the demo", charset="UTF-8"',
      });
    });
  }

  const show = (reply: FastifyReply, html: string, policy: string) =>
    reply
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(html);

  async function find(id: string) {
    const mail = await readOutbox(outboxDir, id);
    if (mail === undefined) throw new AppError(404, 'not_found', 'There is no such mail.');
    return mail;
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/demo/mail',
    schema: { hide: true },
    handler: async (_request, reply) =>
      show(reply, listPage(await listOutbox(outboxDir, MAX_LISTED)), PAGE_POLICY),
  });
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/demo/mail/:id',
    schema: { hide: true },
    handler: async ({ params }, reply) => show(reply, mailPage(await find(params.id)), PAGE_POLICY),
  });
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/demo/mail/:id/html',
    schema: { hide: true },
    handler: async ({ params }, reply) => {
      const { html } = await find(params.id);
      reply.header('x-frame-options', 'SAMEORIGIN');
      // In a sandboxed frame, links can only open in other windows.
      return show(reply, html.replace('<head>', '<head><base target="_blank">'), MAIL_POLICY);
    },
  });
}
