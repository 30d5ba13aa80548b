import {
  type AddOn,
  type ContactLead,
  type EnrolmentLead,
  type HelpLead,
  type NewsletterLead,
  pricePackage,
  type QuoteLead,
} from '@oriel/contract';
import { type Db, inTransaction } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { consume } from '../../rate-limit/rate-limit.ts';
import { requestNewsletter } from './newsletter.ts';
import type { NewsletterLinks } from './newsletter-links.ts';
import { insertLead } from './store.ts';

/** Leads per member and hour, from all IPs and in all forms together. */
const LEADS_PER_MEMBER = 20;
const HOUR = 60 * 60;

/** The dependencies of the lead service. */
export interface Leads {
  db: Db;
  jobs: Jobs;
  links: NewsletterLinks;
  /** The parts of a package; their prices apply, whatever a request says. */
  addOns: readonly AddOn[];
  /** The currency of those prices. */
  currency: string;
  /** The course that an enrolment is for. */
  course: string;
}

/** A request of any kind, as the contract parsed it. */
export type Lead =
  | HelpLead
  | NewsletterLead
  | EnrolmentLead
  | QuoteLead
  | ({ kind: 'contact' } & Omit<ContactLead, 'userId'>);

/** The stored package of a quote, with the names and prices at the time of the request. */
export interface QuotedPackage {
  items: { id: string; label: string; unit: string; price: number; quantity: number; amount: number }[];
  once: number;
  monthly: number;
  currency: string;
}

function quotePackage({ addOns, currency }: Leads, items: QuoteLead['items']): QuotedPackage {
  const { lines, once, monthly } = pricePackage(addOns, items);
  if (lines.length !== items.length) {
    throw new AppError(
      400,
      'unknown_add_on',
      'Something in your package is no longer offered. Please choose again.',
    );
  }
  return {
    items: lines.map(({ addOn: { id, label, unit, price }, quantity, amount }) => ({
      id,
      label,
      unit,
      price,
      quantity,
      amount,
    })),
    once,
    monthly,
    currency,
  };
}

/**
 * Stores a lead and mails it to the owners of the site; a request for the newsletter sends a confirmation mail instead. Only
 * bots fill in the hidden field `website`: they get the same response, and nothing is stored.
 *
 * @param memberId the signed-in member; null for a guest
 * @throws {AppError} 400 `unknown_add_on` for a package with an add-on that is not offered, 429 `too_many_requests`
 */
export async function createLead(leads: Leads, lead: Lead, memberId: string | null): Promise<void> {
  const { website, kind, email, ...details } = lead;
  if (website) return;
  if (memberId !== null) await consume(leads.db, `leads-member:${memberId}`, LEADS_PER_MEMBER, HOUR);
  if (kind === 'newsletter') return requestNewsletter(leads, email, memberId);
  const storedDetails =
    lead.kind === 'quote'
      ? { ...details, ...quotePackage(leads, lead.items) }
      : lead.kind === 'enrolment'
        ? { ...details, course: leads.course }
        : details;
  await inTransaction(leads.db, async (tx) => {
    const leadId = await insertLead(tx, { kind, email, memberId, details: storedDetails });
    await leads.jobs.add(tx, 'mail', { kind: 'lead', leadId });
  });
}
