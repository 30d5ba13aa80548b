import { z } from 'zod';
import { Done, Phone } from './accounts.ts';
import { publicEndpoint } from './endpoint.ts';
import { LeadEmail, leadLine, leadProse, REQUIRED, Website } from './leads.ts';

/** The country code that is chosen at first. */
export const DEFAULT_COUNTRY_CODE = '+91';

const contact = {
  name: leadLine(150),
  email: LeadEmail,
  countryCode: z
    .string({ error: REQUIRED })
    .trim()
    .min(1, REQUIRED)
    .regex(/^\+\d{1,4}$/, 'Please choose a country code.'),
  phone: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).pipe(Phone),
  message: leadProse(5000),
  subject: z.union([z.literal(''), leadLine(150)]).optional(),
  website: Website,
};

/** The request's body. Unknown fields are dropped. */
export const ContactLead = z.object({
  ...contact,
  userId: z
    .string()
    .max(100)
    .nullish()
    .describe('Accepted and never trusted: the sender is who the session says.'),
});
export type ContactLead = z.infer<typeof ContactLead>;

/** The form, which has a checkbox for consent in addition. */
export const ContactForm = z.object({ ...contact, consent: z.literal(true, { error: REQUIRED }) });
export type ContactForm = z.infer<typeof ContactForm>;

export const sendContact = publicEndpoint('POST', '/api/contact', {
  summary: 'Stores a message and mails it to the site',
  tag: 'leads',
  body: ContactLead,
  response: Done,
  errors: ['too_many_requests'],
});
