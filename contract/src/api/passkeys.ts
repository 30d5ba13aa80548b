import { z } from 'zod';
import { Done, Email, MAX_PASSWORD_LENGTH, Session } from './accounts.ts';
import { memberEndpoint, publicEndpoint } from './endpoint.ts';
import { filledLine } from './line.ts';

/** How many passkeys a member may have. */
export const MAX_PASSKEYS = 20;
/** How many recovery codes a member gets at a time. */
export const RECOVERY_CODE_COUNT = 10;

const Base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
/** Of at most 1023 bytes. */
const CredentialId = Base64Url(1364);
const Transports = z.array(z.string().max(40)).max(10);
const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** What a browser passes to `navigator.credentials.create()`; binary values in base64url. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** What a browser passes to `navigator.credentials.get()`; binary values in base64url. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(Descriptor),
  userVerification: z.literal('required'),
});

/** A new credential, as browsers serialise it (`RegistrationResponseJSON` of WebAuthn). */
export const NewPasskeyCredential = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url(8000),
    attestationObject: Base64Url(16_000),
    transports: Transports.optional(),
  }),
});

/** A signed challenge, as browsers serialise it (`AuthenticationResponseJSON` of WebAuthn). */
export const PasskeyAssertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Base64Url(8000),
    authenticatorData: Base64Url(8000),
    signature: Base64Url(8000),
    userHandle: Base64Url(100).optional(),
  }),
});
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

const NAME = 'Please give the passkey a name.';
const PasskeyName = filledLine(80, NAME);

/** A passkey as its member sees it. */
export const Passkey = z
  .object({
    id: z.string(),
    name: z.string(),
    isSynced: z.boolean().describe('Kept in more than one place, by a password manager for instance.'),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

const passkeyId = z.object({ id: z.string().min(1).max(100) });

export const listPasskeys = memberEndpoint('GET', '/api/auth/passkeys', {
  summary: 'The passkeys of the member, and the domain that passkeys of this site are for',
  tag: 'accounts',
  response: z.object({
    domain: z.string().nullable().describe('Null where this site has no domain that passkeys can be for.'),
    passkeys: z.array(Passkey),
  }),
});

export const passkeyCreationOptions = memberEndpoint('POST', '/api/auth/passkeys/options', {
  summary: 'Begins to add a passkey; needs a recent proof of identity',
  tag: 'accounts',
  response: PasskeyCreationOptions,
  errors: ['reauthentication_required', 'passkeys_unavailable', 'too_many_passkeys'],
});

export const addPasskey = memberEndpoint('POST', '/api/auth/passkeys', {
  summary: 'Adds a passkey; needs a recent proof of identity',
  tag: 'accounts',
  body: z.object({ name: PasskeyName.optional(), credential: NewPasskeyCredential }),
  response: z.object({ passkey: Passkey }),
  errors: [
    'reauthentication_required',
    'passkeys_unavailable',
    'too_many_passkeys',
    'wrong_passkey',
    'passkey_taken',
  ],
});

export const renamePasskey = memberEndpoint('PATCH', '/api/auth/passkeys/:id', {
  summary: 'Renames a passkey',
  tag: 'accounts',
  params: passkeyId,
  body: z.object({ name: PasskeyName }),
  response: z.object({ passkey: Passkey }),
  errors: ['passkey_not_found'],
});

export const removePasskey = memberEndpoint('DELETE', '/api/auth/passkeys/:id', {
  summary: 'Removes a passkey; needs a recent proof of identity',
  tag: 'accounts',
  params: passkeyId,
  response: Done,
  errors: ['reauthentication_required', 'passkey_not_found'],
});

export const passkeySignInOptions = publicEndpoint('POST', '/api/auth/passkeys/sign-in/options', {
  summary: 'Begins to sign in with a passkey; a cookie binds the challenge to this browser',
  tag: 'accounts',
  response: PasskeyRequestOptions,
  errors: ['passkeys_unavailable', 'too_many_requests'],
});

export const passkeySignIn = publicEndpoint('POST', '/api/auth/passkeys/sign-in', {
  summary: 'Signs in with a passkey',
  tag: 'accounts',
  body: z.object({ credential: PasskeyAssertion }),
  response: Session,
  errors: [
    'wrong_passkey',
    'unknown_passkey',
    'passkeys_unavailable',
    'account_blocked',
    'too_many_requests',
  ],
});

export const passkeyReauthOptions = memberEndpoint('POST', '/api/auth/reauth/options', {
  summary: 'Begins to prove with a passkey who is signed in; ends at /api/auth/reauth',
  tag: 'accounts',
  response: PasskeyRequestOptions,
  errors: ['passkeys_unavailable'],
});

export const readRecoveryCodes = memberEndpoint('GET', '/api/auth/recovery-codes', {
  summary: 'How many recovery codes are left; never the codes',
  tag: 'accounts',
  response: z.object({ remaining: z.number().int(), createdAt: z.string().nullable() }),
});

export const createRecoveryCodes = memberEndpoint('POST', '/api/auth/recovery-codes', {
  summary: `Makes ${RECOVERY_CODE_COUNT} new recovery codes, shown this once; those from before no longer work`,
  tag: 'accounts',
  response: z.object({ codes: z.array(z.string()), createdAt: z.string() }),
  errors: ['reauthentication_required'],
});

const RECOVERY = 'Enter your email and one of your recovery codes.';

export const recoverySignIn = publicEndpoint('POST', '/api/auth/recovery-codes/sign-in', {
  summary: 'Signs in with an email address and one of its recovery codes, which is then used up',
  tag: 'accounts',
  body: z.object({
    email: z.string({ error: RECOVERY }).trim().min(1, RECOVERY).pipe(Email),
    code: z.string({ error: RECOVERY }).trim().min(1, RECOVERY).max(MAX_PASSWORD_LENGTH),
  }),
  response: Session,
  errors: ['wrong_credentials', 'account_blocked', 'too_many_requests'],
});
