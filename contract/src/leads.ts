import { z } from 'zod';
import { Email } from './accounts.ts';
import { endpoint } from './endpoint.ts';

/** Lines and paragraphs are fine here, other control characters are not. */
const prose = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Please complete all required fields.')
    .max(max, `Please use at most ${max} characters.`)
    .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), 'Please remove control characters.');

/** A request for help from the settings. */
export const HelpLead = z.strictObject({
  kind: z.literal('help'),
  email: Email,
  subject: z
    .string()
    .trim()
    .min(1, 'Please complete all required fields.')
    .max(150, 'Please use at most 150 characters.')
    .refine((text) => !/\p{Cc}/u.test(text), 'Please remove line breaks and control characters.'),
  message: prose(5000),
  website: z.string().max(200).optional().describe('Left empty by people; what fills it in is a machine.'),
});
export type HelpLead = z.infer<typeof HelpLead>;

export const createLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  summary: 'Stores a request and mails it to the site',
  tag: 'leads',
  audience: 'anyone',
  body: z.discriminatedUnion('kind', [HelpLead]),
  response: z.object({ message: z.string() }),
  errors: ['too_many_requests'],
});
