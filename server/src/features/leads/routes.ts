import {
  confirmNewsletter as confirmNewsletterEndpoint,
  createLead as createLeadEndpoint,
  leaveNewsletter as leaveNewsletterEndpoint,
  type PageTexts,
  sendContact,
} from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import { memberIdOf } from '../../caller.ts';
import { route } from '../../http/route.ts';
import type { RateLimitRule } from '../../rate-limit/rate-limit.ts';
import { confirmNewsletter, unsubscribe } from './newsletter.ts';
import { createNewsletterLinks } from './newsletter-links.ts';
import { oneClickRoute } from './one-click.ts';
import { createLead, type Lead, type Leads } from './service.ts';

/** Links of mails are opened twice at most; more requests are attempts to guess one. */
const LINK_LIMIT: RateLimitRule = { name: 'newsletter-links', max: 30, windowSeconds: 60 * 60 };

const HELP_MESSAGE = 'Thank you. Our team answers in under 12 hours.';

interface Options {
  /** The responses of the forms, and the add-ons of packages. */
  texts: Pick<PageTexts, 'contact' | 'enterprise' | 'opportunity' | 'footer'>;
}

/** The endpoints of forms and of the newsletter. */
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
  const formLimit: RateLimitRule = { name: 'leads', max: config.formsPerIp, windowSeconds: 60 * 60 };
  const { newsletter } = texts.footer;
  const messages: Record<Lead['kind'], (lead: Lead) => string> = {
    help: () => HELP_MESSAGE,
    contact: () => texts.contact.form.success,
    newsletter: ({ email }) => newsletter.success.replace('{email}', () => email),
    enrolment: () => texts.opportunity.enrolment.success,
    quote: () => texts.enterprise.quote.success,
  };

  route(app, createLeadEndpoint, { limit: formLimit }, async ({ body, caller }) => {
    await createLead(leads, body, memberIdOf(caller) ?? null);
    return { message: messages[body.kind](body) };
  });

  route(
    app,
    sendContact,
    { limit: formLimit, bearer: 'optional' },
    async ({ body: { userId: _, ...body }, caller }) => {
      await createLead(leads, { ...body, kind: 'contact' }, memberIdOf(caller) ?? null);
      return { message: texts.contact.form.success };
    },
  );

  route(app, confirmNewsletterEndpoint, { limit: LINK_LIMIT, bearer: 'optional' }, async ({ body }) => {
    const leaveToken = await confirmNewsletter(leads, body.token);
    return { message: newsletter.confirmed, leaveToken };
  });

  route(app, leaveNewsletterEndpoint, { limit: LINK_LIMIT, bearer: 'optional' }, async ({ body }) => {
    await unsubscribe(leads, body.token);
    return { message: newsletter.leave.done };
  });

  await app.register(oneClickRoute, {
    leave: (leaveSecret) => unsubscribe(leads, leaveSecret),
    limit: LINK_LIMIT,
    done: newsletter.leave.done,
  });
}
