import { z } from 'zod';
import { memberEndpoint, publicEndpoint } from './endpoint.ts';
import { CONTROL_CHARACTER, filledLine, line } from './line.ts';

/** The shortest password that any installation accepts; a setting may require longer ones. */
export const MIN_PASSWORD_LENGTH = 6;
/** Passwords of up to this length are hashed. */
export const MAX_PASSWORD_LENGTH = 200;
/** The digits of a code. */
export const CODE_LENGTH = 6;

/** An email as it is compared and stored: trimmed, in lower case. @param missing the error message for a blank one */
export const emailOr = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(254, 'Please enter a valid email address.')
    .refine((text) => !CONTROL_CHARACTER.test(text), 'Please enter a valid email address.')
    .toLowerCase()
    .pipe(z.email('Please enter a valid email address.'));

/** An email address, required. */
export const Email = emailOr('Email is required');

/** A phone number with or without country code and separators; stored as typed. */
export const Phone = line(30).regex(/^\+?[\d ().-]{5,29}$/, 'Please enter a valid phone number.');

/** A new password. The server also refuses common and guessable ones. */
export const NewPassword = z
  .string({ error: `Password must be at least ${MIN_PASSWORD_LENGTH} characters long.` })
  .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters long.`)
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters long.`);

const SIGN_IN = 'Enter your email and password.';
/** A password typed as a proof of identity: old ones may break today's rules, so only the length is checked. */
const GivenPassword = z.string({ error: SIGN_IN }).min(1, SIGN_IN).max(MAX_PASSWORD_LENGTH);

/** What a plan grants: which tours are included, and higher referral rewards. */
export const Tier = z.enum(['Free', 'Plus', 'Pro']);
export type Tier = z.infer<typeof Tier>;

const NAME = 'Please enter your full name.';

/** What members may change themselves; an empty text clears a value. */
export const Profile = z.strictObject({
  firstName: filledLine(80, NAME),
  lastName: line(80),
  phone: z.union([z.literal(''), Phone]),
  dob: z
    .union([z.literal(''), z.iso.date('Please enter a valid date.')])
    .describe('Date of birth, yyyy-mm-dd.'),
  gender: line(40),
  address: line(200),
  city: line(100),
  state: line(100),
  province: line(100),
  country: line(100),
});
export type Profile = z.infer<typeof Profile>;

/** A member's own account. The API's fields call a member `user`. */
export const User = z
  .object({
    id: z.string().describe('Opaque; published in referral links.'),
    name: z.string(),
    avatar: z.string().nullable(),
    email: z.string(),
    emailVerified: z.boolean(),
    hasPassword: z.boolean().describe('False for members who only ever signed in with Google.'),
    subscriptionType: Tier,
    hasRole: z.boolean(),
    createdAt: z.string(),
    ...Profile.shape,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** The response to every way of signing in. */
export const Session = z
  .object({
    user: User,
    token: z.string().describe('Bearer token, 15 minutes.'),
    refreshToken: z.string().describe('For one use; 14 days idle, 60 days at most.'),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

/** A code of six digits; spaces and hyphens from pasting are dropped. */
export const Code = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the OTP you received.'));

/** The response of calls that return nothing but a sentence to show. */
export const Done = z.object({ message: z.string() });

export const signUp = publicEndpoint('POST', '/api/auth/signup', {
  summary: 'Creates an account and signs in',
  tag: 'accounts',
  body: z.object({
    email: Email,
    password: NewPassword,
    firstName: filledLine(80, NAME),
    lastName: line(80).optional(),
    phone: z.union([z.literal(''), Phone]).optional(),
    referralCode: z.string().trim().max(100).nullish(),
    referralToken: z.string().trim().max(1000).nullish(),
  }),
  response: Session,
  errors: ['email_taken', 'password_too_common', 'too_many_requests', 'busy'],
});

export const signIn = publicEndpoint('POST', '/api/auth/login', {
  summary: 'Signs in with a password',
  tag: 'accounts',
  body: z.object({
    email: z.string({ error: SIGN_IN }).trim().min(1, SIGN_IN).pipe(Email),
    password: GivenPassword,
  }),
  response: Session,
  errors: ['wrong_credentials', 'account_blocked', 'too_many_requests', 'busy'],
});

export const getMe = memberEndpoint('GET', '/api/auth/me', {
  summary: 'The member who is signed in',
  tag: 'accounts',
  response: z.object({ user: User }),
});

export const updateMe = memberEndpoint('PATCH', '/api/auth/me', {
  summary: 'Changes the profile; what is left out stays',
  tag: 'accounts',
  body: Profile.partial(),
  response: z.object({ user: User }),
});

export const deleteMe = memberEndpoint('DELETE', '/api/auth/me', {
  summary: 'Deletes the account, after its password or a fresh code (purpose "login")',
  tag: 'accounts',
  body: z.union([z.strictObject({ password: GivenPassword }), z.strictObject({ code: Code })]),
  response: Done,
  errors: ['wrong_credentials', 'wrong_code', 'too_many_requests'],
});

export const exportMe = memberEndpoint('GET', '/api/auth/me/export', {
  summary: 'Everything that is kept of the member, as JSON',
  tag: 'accounts',
  response: z.record(z.string(), z.unknown()),
});

export const changePassword = memberEndpoint('POST', '/api/auth/password/change', {
  summary: 'Changes the password and ends every other session; members without one set their first',
  tag: 'accounts',
  body: z.object({
    currentPassword: z.string().max(MAX_PASSWORD_LENGTH).optional(),
    newPassword: NewPassword,
  }),
  response: Done,
  errors: ['wrong_credentials', 'password_too_common', 'too_many_requests', 'busy'],
});
