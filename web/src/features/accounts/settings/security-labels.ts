import type { SecurityEvent } from '@oriel/contract';

const METHODS: Record<string, string> = {
  password: 'with your password',
  code: 'with a code by mail',
  'phone-code': 'with a code by phone',
  google: 'with Google',
  passkey: 'with a passkey',
  'recovery-code': 'with a recovery code',
};

const withMethod = (sentence: string) => (method: string) =>
  [sentence, METHODS[method]].filter(Boolean).join(' ');
const passkey = (change: string) => (name: string) => `Passkey${name && ` “${name}”`} ${change}`;

/** What happened, in words for the member; where the event has details, a function of them. */
const LABELS: Record<SecurityEvent['kind'], string | ((detail: string) => string)> = {
  'signed-up': 'You created your account',
  'signed-in': withMethod('Signed in'),
  'new-device': withMethod('Signed in on a new device'),
  'failed-sign-ins': 'Several failed sign-ins',
  reauthenticated: withMethod('Confirmed it is you'),
  'email-verified': 'Email address verified',
  'ownership-asked': 'Asked whether the account is yours',
  'account-claimed': 'Account taken over by the owner of the email address',
  'password-set': 'First password set',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by mail',
  'phone-changed': (phone) => (phone === '' ? 'Phone changed' : `Phone changed (${phone})`),
  'identity-linked': 'Linked with Google',
  'passkey-added': passkey('added'),
  'passkey-removed': passkey('removed'),
  'passkey-suspicious': passkey('refused: it may have been copied'),
  'recovery-codes-created': 'Recovery codes made',
  'recovery-code-used': 'Signed in with a recovery code',
  'session-ended': (device) => (device === '' ? 'Another device signed out' : `Signed out: ${device}`),
  'token-reused': 'Device signed out because its sign-in was copied',
  'data-exported': 'Your data was exported',
  'account-deleted': 'Account deleted',
  blocked: 'Account blocked',
  unblocked: 'Account unblocked',
};

export function eventLabel({ kind, detail }: Pick<SecurityEvent, 'kind' | 'detail'>): string {
  const label = LABELS[kind];
  return typeof label === 'string' ? label : label(detail);
}

const ALARMING: ReadonlySet<SecurityEvent['kind']> = new Set([
  'failed-sign-ins',
  'passkey-suspicious',
  'account-claimed',
  'recovery-code-used',
  'token-reused',
  'blocked',
]);

export const isAlarming = ({ kind }: Pick<SecurityEvent, 'kind'>): boolean => ALARMING.has(kind);
