import type { ContactLead, EnrolmentLead, HelpLead, QuoteLead } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import type { MailJob } from '../../jobs/jobs.ts';
import type { Brand } from '../../mail/layout.ts';
import * as texts from '../../mail/lead-texts.ts';
import { CONFIRM_DAYS, issueConfirmation } from './newsletter.ts';
import type { NewsletterLinks } from './newsletter-links.ts';
import type { QuotedPackage } from './service.ts';
import type { LeadKind } from './tables.ts';

type JobOf<Kind extends MailJob['kind']> = Extract<MailJob, { kind: Kind }>;

type QuoteDetails = Omit<QuoteLead, 'email' | 'items'> & QuotedPackage;

/** Where the mails of forms go. */
const siteAddress = ({ site }: Brand) => site.email ?? site.legal.email;

function describe(kind: LeadKind, details: Record<string, unknown>): texts.Request {
  // Stored as the contract's schema of this kind parsed it.
  if (kind === 'contact') {
    const { name, subject, message, countryCode, phone } = details as Omit<ContactLead, 'email'>;
    return texts.contactRequest({ name, subject, message, phone: `${countryCode} ${phone}` });
  }
  if (kind === 'enrolment')
    return texts.enrolment(details as Omit<EnrolmentLead, 'email'> & { course: string });
  if (kind === 'quote') return texts.quoteRequest(details as unknown as QuoteDetails);
  const { subject, message } = details as Pick<HelpLead, 'subject' | 'message'>;
  return texts.helpRequest({ subject, message });
}

/** The mail about a request, to the people of the site; undefined when the request is gone. */
export async function writeLeadMail(
  db: Db,
  brand: Brand,
  { leadId }: JobOf<'lead'>,
): Promise<Mail | undefined> {
  const lead = await db.selectFrom('leads').selectAll().where('id', '=', leadId).executeTakeFirst();
  if (lead === undefined) return undefined;
  const sender = { email: lead.email, memberId: lead.member_id };
  return {
    to: siteAddress(brand),
    ...texts.toTheSite(brand, sender, describe(lead.kind, lead.details)),
  };
}

/** The jobs of the newsletter that end in a mail. */
export type NewsletterMailJob = JobOf<'newsletter-request' | 'newsletter-welcome' | 'newsletter-notice'>;

/** A mail about the newsletter; undefined for somebody who has left or was never on the list. */
export async function writeNewsletterMail(
  db: Db,
  links: NewsletterLinks,
  brand: Brand,
  job: NewsletterMailJob,
): Promise<Mail | undefined> {
  const subscriber = await db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'confirmed_at'])
    .where(
      job.kind === 'newsletter-request'
        ? (eb) => eb('email', '=', job.email)
        : (eb) => eb('id', '=', job.subscriberId),
    )
    .executeTakeFirst();
  if (subscriber === undefined) return undefined;
  const { id, email: to } = subscriber;
  const leaveToken = links.leaveToken(id);
  if (job.kind === 'newsletter-notice')
    return { to: siteAddress(brand), ...texts.newsletterNotice(brand, to) };
  if (job.kind === 'newsletter-welcome') return { to, ...texts.newsletterWelcome(brand, leaveToken) };
  const token = await issueConfirmation(db, links, id);
  if (token === undefined) return { to, ...texts.newsletterAlready(brand, leaveToken) };
  return { to, ...texts.newsletterConfirmation(brand, { token, leaveToken, days: CONFIRM_DAYS }) };
}
