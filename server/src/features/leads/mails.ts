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
import type { LeadKind } from './tables.ts';

/** What a request says, for the owners of the site. */
interface RequestMail {
  subject: string;
  heading: string;
  blocks: Block[];
}

/** Lines of what was filled in; what was left blank is left out. */
function rows(values: Record<string, string | undefined>): Block[] {
  const filled = Object.entries(values).filter(([, value]) => value);
  return filled.length === 0
    ? []
    : [quoteBlock(filled.map(([label, value]) => `${label}: ${value}`).join('\n'))];
}

/** A request from the settings. */
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

/** An enrolment in the course. */
function enrolment(input: { name: string; phone: string; course: string }): RequestMail {
  return {
    subject: `Enrolment: ${input.name}`,
    heading: `${input.name} enrols`,
    blocks: rows({ Course: input.course, Name: input.name, Phone: input.phone }),
  };
}

/** A package from the configurator, with our own prices. */
function quoteRequest(input: {
  name: string;
  company?: string | undefined;
  phone?: string | undefined;
  message?: string | undefined;
  items: readonly { label: string; unit: string; price: number; quantity: number; amount: number }[];
  once: number;
  monthly: number;
  /** Missing in requests from before it was kept. */
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

/** A request as the owners of the site read it. Their reply goes to the sender. */
function requestMail(
  brand: Brand,
  sender: { email: string; memberId: string | null },
  { subject, heading, blocks }: RequestMail,
): WrittenMail {
  const who = sender.memberId === null ? 'a visitor' : `member ${sender.memberId}`;
  return {
    ...layOut(brand, {
      subject,
      heading,
      blocks: [
        textBlock(`From ${sender.email}, ${who}:`),
        ...blocks,
        textBlock('Answer this mail to write to them.'),
      ],
    }),
    replyTo: sender.email,
  };
}

type QuoteDetails = Omit<QuoteLead, 'email' | 'items'> & QuotedPackage;

/** Where the mails about forms go. */
export const siteEmail = ({ site }: Brand) => site.email ?? site.legal.email;

function describe(kind: LeadKind, details: Record<string, unknown>): RequestMail {
  // Stored as the contract's schema of this kind parsed it.
  if (kind === 'contact') {
    const { name, subject, message, countryCode, phone } = details as Omit<ContactLead, 'email'>;
    return contactRequest({ name, subject, message, phone: `${countryCode} ${phone}` });
  }
  if (kind === 'enrolment') return enrolment(details as Omit<EnrolmentLead, 'email'> & { course: string });
  if (kind === 'quote') return quoteRequest(details as unknown as QuoteDetails);
  const { subject, message } = details as Pick<HelpLead, 'subject' | 'message'>;
  return helpRequest({ subject, message });
}

/** The mail about a request, to the owners of the site; undefined when the request was deleted. */
export async function writeLeadMail(
  db: Db,
  brand: Brand,
  { leadId }: { leadId: string },
): Promise<Mail | undefined> {
  const lead = await db.selectFrom('leads').selectAll().where('id', '=', leadId).executeTakeFirst();
  if (lead === undefined) return undefined;
  const sender = { email: lead.email, memberId: lead.member_id };
  return {
    to: siteEmail(brand),
    ...requestMail(brand, sender, describe(lead.kind, lead.details)),
  };
}
