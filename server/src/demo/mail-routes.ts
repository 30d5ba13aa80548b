import type { FastifyInstance, FastifyReply } from 'fastify';
import { listOutbox, readOutbox } from '../gateways/mail-outbox.ts';
import { AppError } from '../http/problem.ts';
import { listPage, MAIL_POLICY, mailPage, PAGE_POLICY } from './mail-page.ts';

const MAX_LISTED = 200;

/** Shows the demo's outbox at `/demo/mail`. For whoever can reach the demo, so never in production. */
export async function demoMailRoutes(app: FastifyInstance): Promise<void> {
  const { outboxDir } = app.dependencies.config.mail;

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
      // In a frame without scripts and without our origin, links can only open elsewhere.
      return show(reply, html.replace('<head>', '<head><base target="_blank">'), MAIL_POLICY);
    },
  });
}
