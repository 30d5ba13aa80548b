import { z } from 'zod';
import { MAX_ADD_ON_QUANTITY } from '../shared/package-price.ts';
import { Email, Phone } from './accounts.ts';
import { endpoint } from './endpoint.ts';

/** What every form answers when something is left blank. */
export const REQUIRED = 'Please complete all required fields.';

/** One line of text; control characters would begin another line in a mail's header. */
export const leadLine = (max: number) =>
  z
    .string({ error: REQUIRED })
    .trim()
    .min(1, REQUIRED)
    .max(max, `Please use at most ${max} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), 'Please remove line breaks and control characters.');

/** Lines and paragraphs are fine here, other control characters are not. */
export const leadProse = (max: number) =>
  z
    .string({ error: REQUIRED })
    .trim()
    .min(1, REQUIRED)
    .max(max, `Please use at most ${max} characters.`)
    .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), 'Please remove control characters.');

/** An address that must be given; blank and malformed are told apart. */
export const LeadEmail = z.string({ error: REQUIRED }).trim().min(1, REQUIRED).pipe(Email);

/** A phone number that must be given. */
export const LeadPhone = z.string({ error: REQUIRED }).trim().min(1, REQUIRED).pipe(Phone);

/** The honeypot of every form. */
export const Website = z
  .string()
  .max(200)
  .optional()
  .describe('Left empty by people; what fills it in is a machine.');

/** May be left blank: the form then sends an empty text. */
const orBlank = <T extends z.ZodType>(schema: T) => z.union([z.literal(''), schema]).optional();

/** A request for help from the settings. */
export const HelpLead = z.strictObject({
  kind: z.literal('help'),
  email: Email,
  subject: leadLine(150),
  message: leadProse(5000),
  website: Website,
});
export type HelpLead = z.infer<typeof HelpLead>;

/** Asks for the letter; it comes only after the link in a mail has been followed. */
export const NewsletterLead = z.strictObject({
  kind: z.literal('newsletter'),
  email: LeadEmail,
  website: Website,
});
export type NewsletterLead = z.infer<typeof NewsletterLead>;

/** Puts a name on the list of the course. */
export const EnrolmentLead = z.strictObject({
  kind: z.literal('enrolment'),
  name: leadLine(150),
  email: LeadEmail,
  phone: LeadPhone,
  website: Website,
});
export type EnrolmentLead = z.infer<typeof EnrolmentLead>;

/** A package that somebody put together. Names and prices are the server's; the body only says what and how many. */
export const QuoteLead = z.strictObject({
  kind: z.literal('quote'),
  name: leadLine(150),
  company: orBlank(leadLine(150)),
  email: LeadEmail,
  phone: orBlank(LeadPhone),
  message: orBlank(leadProse(5000)),
  items: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(60).describe("An add-on's id in the texts of `/enterprise`."),
        quantity: z.number().int().min(1).max(MAX_ADD_ON_QUANTITY),
      }),
    )
    .min(1, 'Please choose at least one add-on.')
    .max(50)
    .refine(
      (items) => new Set(items.map(({ id }) => id)).size === items.length,
      'Please name each add-on once.',
    ),
  website: Website,
});
export type QuoteLead = z.infer<typeof QuoteLead>;

export const createLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  summary: 'Stores a request and mails it to the site; a newsletter begins with a mail to confirm',
  tag: 'leads',
  audience: 'anyone',
  body: z.discriminatedUnion('kind', [HelpLead, NewsletterLead, EnrolmentLead, QuoteLead]),
  response: z.object({ message: z.string() }),
  errors: ['too_many_requests', 'unknown_add_on'],
});

/** The token of a letter's link. */
const LetterToken = z.strictObject({ token: z.string().min(1).max(500) });

export const confirmNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/confirm',
  summary: 'Takes the link of the mail that asks for confirmation; it works once, within 7 days',
  tag: 'leads',
  audience: 'anyone',
  body: LetterToken,
  response: z.object({
    message: z.string(),
    leaveToken: z.string().describe('For taking the confirmation back.'),
  }),
  errors: ['wrong_newsletter_link', 'too_many_requests'],
});

export const leaveNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  summary: 'Takes the link at the foot of every letter; taking it again changes nothing',
  tag: 'leads',
  audience: 'anyone',
  body: LetterToken,
  response: z.object({ message: z.string() }),
  errors: ['wrong_newsletter_link', 'too_many_requests'],
});
