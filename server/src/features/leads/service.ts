import {
  type AddOn,
  type ContactLead,
  type EnrolmentLead,
  type HelpLead,
  type NewsletterLead,
  pricePackage,
  type QuoteLead,
} from '@oriel/contract';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { consume } from '../../rate-limit/rate-limit.ts';
import { requestNewsletter } from './newsletter.ts';
import type { NewsletterLinks } from './newsletter-links.ts';

/** So many one member may send in an hour, from all their addresses and in all forms together. */
const LEADS_PER_MEMBER = 20;
const HOUR = 60 * 60;

/** What the lead service stands on. */
export interface Leads {
  db: Db;
  jobs: Jobs;
  links: NewsletterLinks;
  /** What a package can be put together of; prices are these, whatever a body says. */
  addOns: readonly AddOn[];
  /** What those prices are in. */
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

/** Forgets what was written so many months ago. */
export async function forgetOldLeads(db: Db, months: number): Promise<void> {
  await db
    .deleteFrom('leads')
    .where('created_at', '<', sql<Date>`now() - make_interval(months => ${months})`)
    .execute();
}

/** What is kept of a quote's package: names and prices of the day on which it was asked for. */
export interface QuotedPackage {
  items: { id: string; label: string; unit: string; price: number; quantity: number; amount: number }[];
  once: number;
  monthly: number;
  currency: string;
}

function quoted({ addOns, currency }: Leads, items: QuoteLead['items']): QuotedPackage {
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
 * Stores a request and has it mailed to the site; one for the newsletter begins with a mail that asks for confirmation.
 * What fills in the field that people do not see is a machine: it gets the same answer and nothing is stored.
 *
 * @param memberId who sends it, by their session; null for a visitor
 * @throws {AppError} 400 `unknown_add_on` for a package of what is not offered, 429 `too_many_requests`
 */
export async function createLead(leads: Leads, lead: Lead, memberId: string | null): Promise<void> {
  const { website, kind, email, ...details } = lead;
  if (website) return;
  if (memberId !== null) await consume(leads.db, `leads-member:${memberId}`, LEADS_PER_MEMBER, HOUR);
  if (kind === 'newsletter') return requestNewsletter(leads, email, memberId);
  const kept =
    lead.kind === 'quote'
      ? { ...details, ...quoted(leads, lead.items) }
      : lead.kind === 'enrolment'
        ? { ...details, course: leads.course }
        : details;
  await inTransaction(leads.db, async (tx) => {
    const { id } = await tx
      .insertInto('leads')
      .values({ kind, email, member_id: memberId, details: JSON.stringify(kept) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await leads.jobs.add(tx, 'mail', { kind: 'lead', leadId: id });
  });
}
