import {
  confirmNewsletter as confirmNewsletterEndpoint,
  createLead as createLeadEndpoint,
  leaveNewsletter as leaveNewsletterEndpoint,
  type PageTexts,
  sendContact,
} from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../caller.ts';
import { route } from '../../http/route.ts';
import type { RateLimitRule } from '../../rate-limit/rate-limit.ts';
import { confirmNewsletter, unsubscribe } from './newsletter.ts';
import { createNewsletterLinks } from './newsletter-links.ts';
import { oneClickRoute } from './one-click.ts';
import { createLead, type Lead, type Leads } from './service.ts';

/** Links of letters are opened twice at most; who tries many is guessing. */
const LINKS: RateLimitRule = { name: 'newsletter-links', max: 30, windowSeconds: 60 * 60 };

const HELP_ANSWER = 'Thank you. Our team answers in under 12 hours.';

interface Options {
  /** What the forms answer, and what a package is made of. */
  texts: Pick<PageTexts, 'contact' | 'enterprise' | 'opportunity' | 'footer'>;
}

const senderOf = (caller: Caller) => (caller.kind === 'member' ? caller.memberId : null);

/** Requests that people send to the site, and the way onto and off its letter. */
export async function leadRoutes(app: FastifyInstance, { texts }: Options): Promise<void> {
  const { config, db, jobs } = app.dependencies;
  const leads: Leads = {
    db,
    jobs,
    links: createNewsletterLinks(config),
    addOns: texts.enterprise.builder.addOns,
    currency: texts.enterprise.builder.currency,
    course: texts.opportunity.course.name,
  };
  const sending: RateLimitRule = { name: 'leads', max: config.formsPerAddress, windowSeconds: 60 * 60 };
  const { newsletter } = texts.footer;
  const answers: Record<Lead['kind'], (lead: Lead) => string> = {
    help: () => HELP_ANSWER,
    contact: () => texts.contact.form.success,
    newsletter: ({ email }) => newsletter.success.replace('{email}', () => email),
    enrolment: () => texts.opportunity.enrolment.success,
    quote: () => texts.enterprise.quote.success,
  };

  route(
    app,
    createLeadEndpoint,
    async ({ body, caller }) => {
      await createLead(leads, body, senderOf(caller));
      return { message: answers[body.kind](body) };
    },
    { limit: sending },
  );

  route(
    app,
    sendContact,
    async ({ body: { userId: _, ...body }, caller }) => {
      await createLead(leads, { ...body, kind: 'contact' }, senderOf(caller));
      return { message: texts.contact.form.success };
    },
    { limit: sending, bearer: 'optional' },
  );

  route(
    app,
    confirmNewsletterEndpoint,
    async ({ body }) => {
      const leaveToken = await confirmNewsletter(leads, body.token);
      return { message: newsletter.confirmed, leaveToken };
    },
    { limit: LINKS, bearer: 'optional' },
  );

  route(
    app,
    leaveNewsletterEndpoint,
    async ({ body }) => {
      await unsubscribe(leads, body.token);
      return { message: newsletter.leave.done };
    },
    { limit: LINKS, bearer: 'optional' },
  );

  await app.register(oneClickRoute, {
    leave: (token) => unsubscribe(leads, token),
    limit: LINKS,
    done: newsletter.leave.done,
  });
}
