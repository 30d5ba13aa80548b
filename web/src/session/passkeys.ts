import type { ApiResponse } from '../api.ts';

type CreationOptions = ApiResponse<'POST /api/auth/passkeys/options'>;
type RequestOptions = ApiResponse<'POST /api/auth/passkeys/sign-in/options'>;

const library = () => import('@simplewebauthn/browser');

/** Browsers create passkeys only for domain names. */
const IP_ADDRESS = /^[\d.]+$|^\[/;

export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.isSecureContext && !IP_ADDRESS.test(location.hostname);
}

/** Whether passkeys for a domain can be used on this page. */
export function fitsThisPage(domain: string): boolean {
  return location.hostname === domain || location.hostname.endsWith(`.${domain}`);
}

export async function canAutofillPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await (await library()).browserSupportsWebAuthnAutofill());
}

/** Creates a passkey. @throws {Error} see `passkeySentence` */
export async function createPasskey(optionsJSON: CreationOptions) {
  return (await library()).startRegistration({ optionsJSON });
}

/** @param isAutofill waits until the visitor picks a field's suggestion; any other call cancels that. @throws see `passkeySentence` */
export async function provePasskey(optionsJSON: RequestOptions, isAutofill = false) {
  return (await library()).startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill });
}

export async function cancelPasskey(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

const SENTENCES: Record<string, string> = {
  ERROR_INVALID_DOMAIN: 'Passkeys do not work at this address.',
  ERROR_INVALID_RP_ID:
    'Passkeys of this site do not work at this address. Please open the site at its usual address.',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device already holds a passkey for your account.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This device cannot check that it is you. Please set up a screen lock or a PIN first.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This device cannot store passkeys.',
};

/** The message for a failure in the browser or a cancelled dialog; undefined for others, such as the server's. */
export function passkeySentence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  // The visitor closed the dialog, or it timed out; browsers do not say which.
  if (error.name === 'NotAllowedError') return 'No passkey was used. Please try again.';
  return code.startsWith('ERROR_') ? 'The passkey could not be used. Please try again.' : undefined;
}

/** Whether another passkey request has replaced this one. */
export function isReplaced(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'AbortError' || ('code' in error && error.code === 'ERROR_CEREMONY_ABORTED'))
  );
}
