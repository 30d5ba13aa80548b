import type { SecurityEventKind } from '@oriel/contract';

interface Notice {
  subject: string;
  heading: string;
  happened: string;
  /** What to do if it was not the owner; `ADVICE` by default. */
  advice?: string;
}

const passkey = (detail: string) => (detail === '' ? 'passkey' : `passkey "${detail}"`);

/**
 * The texts of the mails to the owner of an account about its security events, which an attacker may have caused. Other kinds
 * send no such mail: changes of the password and deletion send their own, and attackers could use failed sign-ins to send mails.
 */
export const NOTICES: Partial<Record<SecurityEventKind, (site: string, detail: string) => Notice>> = {
  'new-device': (site) => ({
    subject: `New sign-in to your ${site} account`,
    heading: 'A new device signed in',
    happened: `Somebody signed in to your ${site} account from a browser that had not been used for it before.`,
  }),
  'account-claimed': (site) => ({
    subject: `We secured the ${site} account with your email address`,
    heading: 'This account is yours now',
    happened:
      `You have just proven that this email address is yours. An account at ${site} had been made with it in another browser, ` +
      'and nobody had confirmed it. We took away everything by which its maker could have signed in: the password, ' +
      'devices, passkeys and linked services. We also removed the profile.',
    advice:
      'You can sign in with a code that we mail to you, and set a password in your settings. If you made the account ' +
      'yourself, nothing else is lost.',
  }),
  'phone-changed': (site, detail) => ({
    subject: `The phone that signs in to your ${site} account was changed`,
    heading: 'Your phone was changed',
    happened: `The phone that can sign in to your ${site} account has just been changed. ${detail}`.trim(),
  }),
  'identity-linked': (site) => ({
    subject: `Google can now sign in to your ${site} account`,
    heading: 'Your account is linked with Google',
    happened: `Somebody signed in to your ${site} account with Google for the first time. From now on Google can sign in to it.`,
  }),
  'passkey-added': (site, detail) => ({
    subject: `A passkey was added to your ${site} account`,
    heading: 'A passkey was added',
    happened: `The ${passkey(detail)} was added to your ${site} account. It can sign in without a password.`,
  }),
  'passkey-removed': (site, detail) => ({
    subject: `A passkey was removed from your ${site} account`,
    heading: 'A passkey was removed',
    happened: `The ${passkey(detail)} was removed from your ${site} account and can no longer sign in.`,
  }),
  'passkey-suspicious': (site, detail) => ({
    subject: `A passkey of your ${site} account may have been copied`,
    heading: 'A passkey may have been copied',
    happened: `Somebody used the ${passkey(detail)}, but its counter did not fit, so we refused it. That can mean that the passkey was copied.`,
    advice: 'If you do not know why, remove this passkey in your settings and add a new one.',
  }),
  'recovery-codes-created': (site) => ({
    subject: `New recovery codes for your ${site} account`,
    heading: 'You have new recovery codes',
    happened: `Recovery codes were made for your ${site} account. Codes from before no longer work.`,
  }),
  'recovery-code-used': (site, detail) => ({
    subject: `A recovery code signed in to your ${site} account`,
    heading: 'A recovery code was used',
    happened: `Somebody signed in to your ${site} account with one of its recovery codes. ${detail}`.trim(),
  }),
  'token-reused': (site, detail) => ({
    subject: `We signed out a device of your ${site} account`,
    heading: 'We signed out one of your devices',
    happened:
      'The sign-in of one of your devices was used a second time, as if it had been copied. To be safe we signed that ' +
      `device out${detail === '' ? '' : ` (${detail})`}.`,
  }),
  'data-exported': (site) => ({
    subject: `The data of your ${site} account was exported`,
    heading: 'Your data was exported',
    happened: `Somebody who is signed in to your ${site} account has just downloaded everything that we keep about you.`,
  }),
  blocked: (site) => ({
    subject: `Your ${site} account is blocked`,
    heading: 'Your account is blocked',
    happened: `Your ${site} account has been blocked, and every device is signed out.`,
    advice: 'If you think that this is a mistake, please answer this mail or write to us.',
  }),
  unblocked: (site) => ({
    subject: `Your ${site} account is open again`,
    heading: 'Your account is open again',
    happened: `Your ${site} account is no longer blocked. You can sign in as before.`,
    advice: 'If you have questions, please write to us.',
  }),
};
