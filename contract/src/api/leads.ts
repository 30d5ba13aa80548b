import { z } from 'zod';
import { MAX_ADD_ON_QUANTITY } from '../shared/package-price.ts';
import { Done, Email, Phone } from './accounts.ts';
import { publicEndpoint } from './endpoint.ts';
import { filledLine } from './line.ts';

/** The error of every form for a blank field. */
export const REQUIRED = 'Please complete all required fields.';

/** A required line of text. */
export const leadLine = (max: number) => filledLine(max, REQUIRED);

/** Text of several lines, without other control characters. */
export const leadProse = (max: number) =>
  z
    .string({ error: REQUIRED })
    .trim()
    .min(1, REQUIRED)
    .max(max, `Please use at most ${max} characters.`)
    .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), 'Please remove control characters.');

/** A required email; blank and malformed ones have different errors. */
export const LeadEmail = z.string({ error: REQUIRED }).trim().min(1, REQUIRED).pipe(Email);

/** A required phone number. */
export const LeadPhone = z.string({ error: REQUIRED }).trim().min(1, REQUIRED).pipe(Phone);

/** The honeypot field of every form. */
export const Website = z
  .string()
  .max(200)
  .optional()
  .describe('Left empty by people; what fills it in is a machine.');

/** Optional: forms send an empty text for a blank field. */
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

/** Subscribes to the newsletter, after a confirmation by mail. */
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

/** A request for a quote. The server adds names and prices; the body lists ids and quantities only. */
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

export const createLead = publicEndpoint('POST', '/api/leads', {
  summary: 'Stores a request and mails it to the site; a newsletter begins with a mail to confirm',
  tag: 'leads',
  body: z.discriminatedUnion('kind', [HelpLead, NewsletterLead, EnrolmentLead, QuoteLead]),
  response: Done,
  errors: ['too_many_requests', 'unknown_add_on'],
});

/** The secret of a link in a newsletter. */
const NewsletterToken = z.strictObject({ token: z.string().min(1).max(500) });

export const confirmNewsletter = publicEndpoint('POST', '/api/newsletter/confirm', {
  summary: 'Takes the link of the mail that asks for confirmation; it works once, within 7 days',
  tag: 'leads',
  body: NewsletterToken,
  response: Done.extend({ leaveToken: z.string().describe('For taking the confirmation back.') }),
  errors: ['wrong_newsletter_link', 'too_many_requests'],
});

export const leaveNewsletter = publicEndpoint('POST', '/api/newsletter/unsubscribe', {
  summary: 'Takes the link at the foot of every letter; taking it again changes nothing',
  tag: 'leads',
  body: NewsletterToken,
  response: Done,
  errors: ['wrong_newsletter_link', 'too_many_requests'],
});
