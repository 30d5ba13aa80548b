import { DEFAULT_CURRENCY, formatMoney } from '@oriel/contract';
import type { Mail } from '../gateways/mail.ts';
import { type Block, type Brand, layOut, type MailContent } from './layout.ts';

type Written = Omit<Mail, 'to'>;

const text = (words: string) => ({ kind: 'text', text: words }) as const;
const quote = (words: string) => ({ kind: 'quote', text: words }) as const;

/** What somebody wants of the site. */
export interface Request {
  subject: string;
  heading: string;
  blocks: Block[];
}

/** Lines of what was filled in; what was left blank is left out. */
function rows(values: Record<string, string | undefined>): Block[] {
  const filled = Object.entries(values).filter(([, value]) => value);
  return filled.length === 0 ? [] : [quote(filled.map(([label, value]) => `${label}: ${value}`).join('\n'))];
}

/** A request from the settings. */
export function helpRequest({ subject, message }: { subject: string; message: string }): Request {
  return { subject: `Help: ${subject}`, heading: subject, blocks: [quote(message)] };
}

/** A message from the contact form. */
export function contactRequest(given: {
  name: string;
  subject?: string | undefined;
  message: string;
  phone: string;
}): Request {
  const about = given.subject || `Message from ${given.name}`;
  return {
    subject: `Contact: ${about}`,
    heading: about,
    blocks: [...rows({ Name: given.name, Phone: given.phone }), quote(given.message)],
  };
}

/** A name for the list of the course. */
export function enrolment(given: { name: string; phone: string; course: string }): Request {
  return {
    subject: `Enrolment: ${given.name}`,
    heading: `${given.name} enrols`,
    blocks: rows({ Course: given.course, Name: given.name, Phone: given.phone }),
  };
}

/** A package that somebody put together, with our own prices. */
export function quoteRequest(given: {
  name: string;
  company?: string | undefined;
  phone?: string | undefined;
  message?: string | undefined;
  items: readonly { label: string; unit: string; price: number; quantity: number; amount: number }[];
  once: number;
  monthly: number;
  /** Missing in requests from before it was kept. */
  currency?: string;
}): Request {
  const money = (amount: number) => formatMoney(amount, given.currency ?? DEFAULT_CURRENCY);
  const lines = given.items.map(
    ({ label, unit, price, quantity, amount }) =>
      `${label}: ${quantity} × ${money(price)} (${unit}) = ${money(amount)}`,
  );
  const totals = [`Charged once: ${money(given.once)}`, `Charged each month: ${money(given.monthly)}`];
  return {
    subject: `Quote request: ${given.company || given.name}`,
    heading: `A package for ${given.company || given.name}`,
    blocks: [
      ...rows({ Name: given.name, Company: given.company, Phone: given.phone }),
      quote([...lines, '', ...totals].join('\n')),
      ...(given.message ? [quote(given.message)] : []),
    ],
  };
}

/** A request as the people of the site read it. Their answer goes to the sender. */
export function toTheSite(
  brand: Brand,
  sender: { email: string; memberId: string | null },
  { subject, heading, blocks }: Request,
): Written {
  const who = sender.memberId === null ? 'a visitor' : `member ${sender.memberId}`;
  return {
    ...layOut(brand, {
      subject,
      heading,
      blocks: [text(`From ${sender.email}, ${who}:`), ...blocks, text('Answer this mail to write to them.')],
    }),
    replyTo: sender.email,
  };
}

/** Tokens stand behind the `#`: browsers do not send that part, so that it reaches no log and no other site. */
const newsletterAddress = ({ publicUrl }: Brand, name: 'token' | 'leave', token: string) =>
  `${publicUrl}/newsletter#${name}=${token}`;

/**
 * Where mail programs send their button's one POST (RFC 8058); opened in a browser it is the page with our button. The
 * name has `token` in it, so logs leave its value out.
 */
const oneClickAddress = ({ publicUrl }: Brand, leaveToken: string) =>
  `${publicUrl}/newsletter?leaveToken=${leaveToken}`;

/** Sets a mail of the list, with what mail programs need for a button of theirs that ends it. */
function letter(brand: Brand, leaveToken: string, content: MailContent): Written {
  return { ...layOut(brand, content), unsubscribeUrl: oneClickAddress(brand, leaveToken) };
}

/** Closes every letter. */
export function wayOut(brand: Brand, leaveToken: string): Block[] {
  return [
    text(
      'You get this letter because you asked for it. To end it, open this address and press the button there:',
    ),
    text(newsletterAddress(brand, 'leave', leaveToken)),
  ];
}

/** Asks whether the address is really theirs. */
export function newsletterConfirmation(
  brand: Brand,
  given: { token: string; leaveToken: string; days: number },
): Written {
  const { name } = brand.site;
  return letter(brand, given.leaveToken, {
    subject: `Please confirm: letters from ${name}`,
    heading: 'One more step',
    blocks: [
      text(`Somebody, hopefully you, asked for the letter from ${name} with this address. Is that right?`),
      text('Open this address and press the button there:'),
      { kind: 'link', label: 'Yes, send me the letter', url: newsletterAddress(brand, 'token', given.token) },
      text(`The link works once, within ${given.days} days. Without it nothing more comes to you.`),
      text('If it was not you, ignore this mail. To have the address forgotten at once, open this address:'),
      text(newsletterAddress(brand, 'leave', given.leaveToken)),
    ],
  });
}

/** The first letter. */
export function newsletterWelcome(brand: Brand, leaveToken: string): Written {
  const { name } = brand.site;
  return letter(brand, leaveToken, {
    subject: `Welcome to the letter from ${name}`,
    heading: 'You are on the list',
    blocks: [
      text('Thank you. The next letter comes to you. Until then, there are places to look into:'),
      { kind: 'link', label: 'Browse tours', url: `${brand.publicUrl}/experiences` },
      ...wayOut(brand, leaveToken),
    ],
  });
}

/** For somebody who asks again. */
export function newsletterAlready(brand: Brand, leaveToken: string): Written {
  const { name } = brand.site;
  return letter(brand, leaveToken, {
    subject: `You already get the letter from ${name}`,
    heading: 'You are on the list already',
    blocks: [
      text(
        `Somebody, perhaps you, asked for the letter from ${name} with this address. It comes to you already.`,
      ),
      ...wayOut(brand, leaveToken),
    ],
  });
}

/** Tells the people of the site that somebody has confirmed. */
export function newsletterNotice(brand: Brand, email: string): Written {
  return {
    ...layOut(brand, {
      subject: `Newsletter: ${email}`,
      heading: 'Somebody wants the letter',
      blocks: [text(`${email} has confirmed and gets the letter from now on.`)],
    }),
    replyTo: email,
  };
}
