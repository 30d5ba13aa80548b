import {
  type ContactLead,
  DEFAULT_CURRENCY,
  type EnrolmentLead,
  formatMoney,
  type HelpLead,
  type QuoteLead,
} from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import {
  type Block,
  type Brand,
  layOut,
  quoteBlock,
  textBlock,
  type WrittenMail,
} from '../../mail/layout.ts';
import type { QuotedPackage } from './service.ts';
import { findLead } from './store.ts';
import type { LeadKind } from './tables.ts';

/** The content of a lead, for the owners of the site. */
interface RequestMail {
  subject: string;
  heading: string;
  blocks: Block[];
}

/** One line for each field that was filled in. */
function rows(values: Record<string, string | undefined>): Block[] {
  const filled = Object.entries(values).filter(([, value]) => value);
  return filled.length === 0
    ? []
    : [quoteBlock(filled.map(([label, value]) => `${label}: ${value}`).join('\n'))];
}

/** A request for help, from the settings. */
function helpRequest({ subject, message }: { subject: string; message: string }): RequestMail {
  return { subject: `Help: ${subject}`, heading: subject, blocks: [quoteBlock(message)] };
}

/** A message from the contact form. */
function contactRequest(input: {
  name: string;
  subject?: string | undefined;
  message: string;
  phone: string;
}): RequestMail {
  const about = input.subject || `Message from ${input.name}`;
  return {
    subject: `Contact: ${about}`,
    heading: about,
    blocks: [...rows({ Name: input.name, Phone: input.phone }), quoteBlock(input.message)],
  };
}

/** An enrolment in a course. */
function enrolment(input: { name: string; phone: string; course: string }): RequestMail {
  return {
    subject: `Enrolment: ${input.name}`,
    heading: `${input.name} enrols`,
    blocks: rows({ Course: input.course, Name: input.name, Phone: input.phone }),
  };
}

/** A package from the configurator, at the server's prices. */
function quoteRequest(input: {
  name: string;
  company?: string | undefined;
  phone?: string | undefined;
  message?: string | undefined;
  items: readonly { label: string; unit: string; price: number; quantity: number; amount: number }[];
  once: number;
  monthly: number;
  /** Missing in old requests. */
  currency?: string;
}): RequestMail {
  const money = (amount: number) => formatMoney(amount, input.currency ?? DEFAULT_CURRENCY);
  const lines = input.items.map(
    ({ label, unit, price, quantity, amount }) =>
      `${label}: ${quantity} × ${money(price)} (${unit}) = ${money(amount)}`,
  );
  const totals = [`Charged once: ${money(input.once)}`, `Charged each month: ${money(input.monthly)}`];
  return {
    subject: `Quote request: ${input.company || input.name}`,
    heading: `A package for ${input.company || input.name}`,
    blocks: [
      ...rows({ Name: input.name, Company: input.company, Phone: input.phone }),
      quoteBlock([...lines, '', ...totals].join('\n')),
      ...(input.message ? [quoteBlock(input.message)] : []),
    ],
  };
}

/** A mail about a lead to the owners of the site; replies go to the sender. */
function requestMail(
  brand: Brand,
  sender: { email: string; memberId: string | null },
  { subject, heading, blocks }: RequestMail,
): WrittenMail {
  const description = sender.memberId === null ? 'a visitor' : `member ${sender.memberId}`;
  return {
    ...layOut(brand, {
      subject,
      heading,
      blocks: [
        textBlock(`From ${sender.email}, ${description}:`),
        ...blocks,
        textBlock('Answer this mail to write to them.'),
      ],
    }),
    replyTo: sender.email,
  };
}

type QuoteDetails = Omit<QuoteLead, 'email' | 'items'> & QuotedPackage;

/** The recipient of mails about leads. */
export const siteEmail = ({ site }: Brand) => site.email ?? site.legal.email;

function describe(kind: LeadKind, details: Record<string, unknown>): RequestMail {
  // Stored as parsed by the contract's schema of this kind.
  if (kind === 'contact') {
    const { name, subject, message, countryCode, phone } = details as Omit<ContactLead, 'email'>;
    return contactRequest({ name, subject, message, phone: `${countryCode} ${phone}` });
  }
  if (kind === 'enrolment') return enrolment(details as Omit<EnrolmentLead, 'email'> & { course: string });
  if (kind === 'quote') return quoteRequest(details as unknown as QuoteDetails);
  const { subject, message } = details as Pick<HelpLead, 'subject' | 'message'>;
  return helpRequest({ subject, message });
}

/** The mail about a lead, to the owners of the site; undefined if the lead was deleted. */
export async function writeLeadMail(
  db: Db,
  brand: Brand,
  { leadId }: { leadId: string },
): Promise<Mail | undefined> {
  const lead = await findLead(db, leadId);
  if (lead === undefined) return undefined;
  const sender = { email: lead.email, memberId: lead.member_id };
  return { to: siteEmail(brand), ...requestMail(brand, sender, describe(lead.kind, lead.details)) };
}
