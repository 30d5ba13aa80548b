import { z } from 'zod';
import { Code, Done } from './accounts.ts';
import { memberEndpoint } from './endpoint.ts';

const INTERNATIONAL = 'Please enter your number with its country code, such as +91 98765 43210.';

/** A phone number with country code and any separators; parsed to E.164. */
export const InternationalPhone = z
  .string({ error: INTERNATIONAL })
  .max(40, INTERNATIONAL)
  .transform((text) => text.replace(/[\s().-]/g, '').replace(/^00/, '+'))
  .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, INTERNATIONAL));

export const getVerifiedPhone = memberEndpoint('GET', '/api/auth/phone', {
  summary: 'The phone that codes for signing in can be sent to',
  tag: 'accounts',
  response: z.object({
    isAvailable: z.boolean().describe('Whether this installation sends codes to phones.'),
    phone: z.string().nullable().describe('In E.164 format; null until one is confirmed.'),
  }),
});

export const requestPhoneCode = memberEndpoint('POST', '/api/auth/phone/request', {
  summary: 'Sends a code to a phone that the member wants to confirm; needs a recent proof of identity',
  tag: 'accounts',
  body: z.object({ phone: InternationalPhone }),
  response: Done,
  errors: ['reauthentication_required', 'verify_email_first', 'channel_unavailable', 'too_many_requests'],
});

export const verifyPhone = memberEndpoint('POST', '/api/auth/phone/verify', {
  summary: 'Confirms a phone by its code; needs a recent proof of identity',
  tag: 'accounts',
  body: z.object({ phone: InternationalPhone, code: Code }),
  response: Done.extend({ phone: z.string() }),
  errors: ['wrong_code', 'reauthentication_required', 'verify_email_first', 'too_many_requests'],
});

export const removeVerifiedPhone = memberEndpoint('DELETE', '/api/auth/phone', {
  summary: 'Takes the confirmed phone away; needs a recent proof of identity',
  tag: 'accounts',
  response: Done,
  errors: ['reauthentication_required'],
});
