import { z } from 'zod';
import { Code, Done, MAX_PASSWORD_LENGTH } from './accounts.ts';
import { memberEndpoint } from './endpoint.ts';
import { PasskeyAssertion } from './passkeys.ts';

/** How long a proof of identity allows sensitive changes. */
export const RECENT_PROOF_MINUTES = 10;

/** The security events of an account, which its member can look up. */
export const SecurityEventKind = z.enum([
  'signed-up',
  'signed-in',
  /** A sign-in from a browser that is new to this account. */
  'new-device',
  'failed-sign-ins',
  'reauthenticated',
  'email-verified',
  /** The email was verified in another browser, which is asked whether the account is its own. */
  'ownership-asked',
  /** The owner of the email took over an account that another person had created with it. */
  'account-claimed',
  'password-set',
  'password-changed',
  'password-reset',
  'phone-changed',
  'identity-linked',
  'passkey-added',
  'passkey-removed',
  /** A passkey's counter decreased: it may have been cloned. */
  'passkey-suspicious',
  'recovery-codes-created',
  'recovery-code-used',
  'session-ended',
  'token-reused',
  'data-exported',
  'account-deleted',
  'blocked',
  'unblocked',
]);
export type SecurityEventKind = z.infer<typeof SecurityEventKind>;

/** One entry of the account's security log. */
export const SecurityEvent = z
  .object({
    id: z.number(),
    kind: SecurityEventKind,
    detail: z.string().describe('What the kind alone does not say, such as how somebody signed in.'),
    device: z.string().describe('Browser and system in words; empty where unknown.'),
    network: z.string().describe('Where it came from, /24 of IPv4 or /48 of IPv6; empty where unknown.'),
    isCurrentSession: z.boolean(),
    createdAt: z.string(),
  })
  .meta({ id: 'SecurityEvent' });
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const listSecurityEvents = memberEndpoint('GET', '/api/auth/security-events', {
  summary: 'What happened to the account within the last year, newest first',
  tag: 'accounts',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    before: z.coerce.number().int().positive().optional().describe('Only events with a smaller id.'),
  }),
  response: z.object({ events: z.array(SecurityEvent), hasMore: z.boolean() }),
});

const MISSING = 'Enter your password.';

export const reauthenticate = memberEndpoint('POST', '/api/auth/reauth', {
  summary: `Proves who is signed in, by the password, a fresh code (purpose "login") or a passkey, for ${RECENT_PROOF_MINUTES} minutes`,
  tag: 'accounts',
  body: z.union([
    z.strictObject({ password: z.string({ error: MISSING }).min(1, MISSING).max(MAX_PASSWORD_LENGTH) }),
    z.strictObject({ code: Code }),
    z.strictObject({ passkey: PasskeyAssertion }),
  ]),
  response: Done.extend({ validUntil: z.string() }),
  errors: [
    'wrong_credentials',
    'wrong_code',
    'wrong_passkey',
    'unknown_passkey',
    'too_many_requests',
    'busy',
  ],
});
