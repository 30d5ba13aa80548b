import type { SecurityEvent } from '@oriel/contract';

const METHODS: Record<string, string> = {
  password: 'with your password',
  code: 'with a code by mail',
  'phone-code': 'with a code by phone',
  google: 'with Google',
  passkey: 'with a passkey',
  'recovery-code': 'with a recovery code',
};

const withMethod = (sentence: string, detail: string) =>
  [sentence, METHODS[detail]].filter(Boolean).join(' ');
const named = (thing: string, detail: string) => (detail === '' ? thing : `${thing} “${detail}”`);

/** A security event in words for the member. */
export function eventLabel({ kind, detail }: Pick<SecurityEvent, 'kind' | 'detail'>): string {
  switch (kind) {
    case 'signed-up':
      return 'You created your account';
    case 'signed-in':
      return withMethod('Signed in', detail);
    case 'new-device':
      return withMethod('Signed in on a new device', detail);
    case 'failed-sign-ins':
      return 'Several failed sign-ins';
    case 'reauthenticated':
      return withMethod('Confirmed it is you', detail);
    case 'email-verified':
      return 'Email address verified';
    case 'ownership-asked':
      return 'Asked whether the account is yours';
    case 'account-claimed':
      return 'Account taken over by the owner of the email address';
    case 'password-set':
      return 'First password set';
    case 'password-changed':
      return 'Password changed';
    case 'password-reset':
      return 'Password reset by mail';
    case 'phone-changed':
      return detail === '' ? 'Phone changed' : `Phone changed (${detail})`;
    case 'identity-linked':
      return 'Linked with Google';
    case 'passkey-added':
      return `${named('Passkey', detail)} added`;
    case 'passkey-removed':
      return `${named('Passkey', detail)} removed`;
    case 'passkey-suspicious':
      return `${named('Passkey', detail)} refused: it may have been copied`;
    case 'recovery-codes-created':
      return 'Recovery codes made';
    case 'recovery-code-used':
      return 'Signed in with a recovery code';
    case 'session-ended':
      return detail === '' ? 'Another device signed out' : `Signed out: ${detail}`;
    case 'token-reused':
      return 'Device signed out because its sign-in was copied';
    case 'data-exported':
      return 'Your data was exported';
    case 'account-deleted':
      return 'Account deleted';
    case 'blocked':
      return 'Account blocked';
    case 'unblocked':
      return 'Account unblocked';
  }
}

const ALARMING: ReadonlySet<SecurityEvent['kind']> = new Set([
  'failed-sign-ins',
  'passkey-suspicious',
  'account-claimed',
  'recovery-code-used',
  'token-reused',
  'blocked',
]);

/** Whether the event deserves the member's attention. */
export const isAlarming = ({ kind }: Pick<SecurityEvent, 'kind'>): boolean => ALARMING.has(kind);
