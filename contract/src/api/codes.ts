import { z } from 'zod';
import { Code, Done, Email, emailOr, NewPassword, Phone, Session } from './accounts.ts';
import { memberEndpoint, publicEndpoint } from './endpoint.ts';

// Codes and mailed links: they verify an email, sign in without a password, and allow setting a new password.

/** The email's owner says whether they created the unverified account that uses it. */
export const OwnershipAnswer = z.enum(['mine', 'not-mine']);
export type OwnershipAnswer = z.infer<typeof OwnershipAnswer>;

/** How an account was created, for the owner of its email to recognise. */
const SignUpDescription = z.object({
  email: z.string(),
  createdAt: z.string(),
  device: z.string().describe('Browser and system in words; empty where unknown.'),
});

/** Asked after a code that verified the email of an account another browser had created. */
export const OwnershipQuestion = SignUpDescription.extend({
  token: z.string().describe('For one answer, 30 minutes.'),
}).meta({ id: 'OwnershipQuestion' });
export type OwnershipQuestion = z.infer<typeof OwnershipQuestion>;

/** For clients without cookies; browsers receive the same id in an HttpOnly cookie. */
const wantsRequestId = z
  .boolean()
  .optional()
  .describe('Answers `requestId`, without which the code then opens nothing.');
const CodeSent = Done.extend({
  requestId: z.string().optional().describe('Only where the request wanted it; send it along with the code.'),
});

const CodeChannel = z.enum(['email', 'whatsapp']);
const CodePurpose = z.enum(['login', 'password-reset']);
/** What a code is for; one of either kind does not count as the other. */
export type CodePurpose = z.infer<typeof CodePurpose>;

const recipient = {
  channel: CodeChannel,
  email: Email.optional(),
  phone: Phone.optional(),
  purpose: CodePurpose,
};

/** The secret of a mailed link or of an ownership question. */
const LinkSecret = z.string().min(1).max(500);

export const requestCode = publicEndpoint('POST', '/api/auth/otp/request', {
  summary: 'Sends a code of six digits; the answer is the same whether there is an account or not',
  tag: 'accounts',
  body: z.object({ ...recipient, wantsRequestId }),
  response: CodeSent,
  errors: ['channel_unavailable', 'too_many_requests'],
});

export const verifyCode = publicEndpoint('POST', '/api/auth/otp/verify', {
  summary:
    'Takes a code: signs in, asks whether an unverified account is the person’s, or answers a token for setting a new password',
  tag: 'accounts',
  body: z.object({
    ...recipient,
    code: Code,
    requestId: z.string().max(100).optional(),
    canAsk: z
      .boolean()
      .optional()
      .describe(
        'Whether the caller can show an ownership question. If not, an unverified account that another browser made loses its password, sessions and profile.',
      ),
  }),
  response: z.union([
    Session,
    z.object({ resetToken: z.string() }),
    z.object({ question: OwnershipQuestion }),
  ]),
  errors: ['wrong_code', 'account_blocked', 'channel_unavailable', 'too_many_requests'],
});

export const requestPasswordReset = publicEndpoint('POST', '/api/auth/password/reset/request', {
  summary:
    'Mails a code and a link for setting a new password; the answer never says whether there is an account',
  tag: 'accounts',
  body: z.object({ email: emailOr('Please enter your email'), wantsRequestId }),
  response: CodeSent,
  errors: ['too_many_requests'],
});

export const confirmPasswordReset = publicEndpoint('POST', '/api/auth/password/reset/confirm', {
  summary: 'Sets a new password, ends every session and signs in',
  tag: 'accounts',
  body: z.object({ resetToken: z.string().min(1).max(500), newPassword: NewPassword }),
  response: Session,
  errors: ['wrong_reset_token', 'password_too_common', 'account_blocked', 'too_many_requests', 'busy'],
});

export const verifyEmail = publicEndpoint('POST', '/api/auth/email/verify', {
  summary: 'Takes the link or the code of a verification mail; a code needs the session of its member',
  tag: 'accounts',
  body: z.union([
    z.strictObject({
      token: LinkSecret,
      answer: OwnershipAnswer.optional().describe(
        'Without it, an unverified account that another browser made loses its password, sessions and profile.',
      ),
    }),
    z.strictObject({ code: Code }),
  ]),
  response: Done.extend({
    isClaimed: z.boolean().describe('Whether what its maker could have used was taken from the account.'),
  }),
  errors: ['wrong_code', 'not_signed_in', 'too_many_requests'],
});

export const readVerificationLink = publicEndpoint('POST', '/api/auth/email/verify/link', {
  summary:
    'How the account of a verification link was made, and whether the person must be asked; changes nothing',
  tag: 'accounts',
  body: z.object({ token: LinkSecret }),
  response: SignUpDescription.extend({
    asksForOwnership: z
      .boolean()
      .describe('True where nobody has proven the address yet and another browser made the account.'),
  }),
  errors: ['wrong_code', 'too_many_requests'],
});

export const answerOwnership = publicEndpoint('POST', '/api/auth/email/ownership', {
  summary: 'Answers the question of `POST /api/auth/otp/verify` and signs in',
  tag: 'accounts',
  body: z.object({ token: LinkSecret, answer: OwnershipAnswer }),
  response: Session,
  errors: ['wrong_code', 'account_blocked', 'too_many_requests'],
});

export const requestEmailVerification = memberEndpoint('POST', '/api/auth/email/verify/request', {
  summary: 'Sends the verification mail again',
  tag: 'accounts',
  response: Done,
  errors: ['too_many_requests'],
});
