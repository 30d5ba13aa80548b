import type { SecurityEventKind } from '@oriel/contract';
import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import {
  type Block,
  type Brand,
  layOut,
  linkBlock,
  quoteBlock,
  textBlock,
  type WrittenMail,
} from '../../mail/layout.ts';
import { findMember } from './members/members.ts';
import { findSecurityEvent } from './security/security-events.ts';
import { describeDevice } from './sessions/device.ts';

/** The facts about an event; unknown texts are empty. */
interface NoticeFacts {
  kind: SecurityEventKind;
  detail: string;
  device: string;
  /** As `ipNetwork` writes it. */
  network: string;
  createdAt: Date;
}

interface Notice {
  subject: string;
  heading: string;
  happened: string;
  /** What to do if it was not the owner; `ADVICE` by default. */
  advice?: string;
}

const ADVICE =
  'If this was not you, set a new password with "Forgot password" on the sign-in page. That signs out every device. ' +
  'Then look at your passkeys and at "Recent security activity" in your settings.';

const WHEN = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const named = (name: string, detail: string) => (detail === '' ? name : `${name} "${detail}"`);

/** The texts about an event; undefined for kinds that send no mail. */
function noticeOf({ kind, detail }: NoticeFacts, site: string): Notice | undefined {
  switch (kind) {
    case 'new-device':
      return {
        subject: `New sign-in to your ${site} account`,
        heading: 'A new device signed in',
        happened: `Somebody signed in to your ${site} account from a browser that had not been used for it before.`,
      };
    case 'account-claimed':
      return {
        subject: `We secured the ${site} account with your email address`,
        heading: 'This account is yours now',
        happened:
          `You have just proven that this email address is yours. An account at ${site} had been made with it in another browser, ` +
          'and nobody had confirmed it. We took away everything by which its maker could have signed in: the password, ' +
          'devices, passkeys and linked services. We also removed the profile.',
        advice:
          'You can sign in with a code that we mail to you, and set a password in your settings. If you made the account ' +
          'yourself, nothing else is lost.',
      };
    case 'phone-changed':
      return {
        subject: `The phone that signs in to your ${site} account was changed`,
        heading: 'Your phone was changed',
        happened:
          `The phone that can sign in to your ${site} account has just been changed. ${detail}`.trim(),
      };
    case 'identity-linked':
      return {
        subject: `Google can now sign in to your ${site} account`,
        heading: 'Your account is linked with Google',
        happened: `Somebody signed in to your ${site} account with Google for the first time. From now on Google can sign in to it.`,
      };
    case 'passkey-added':
      return {
        subject: `A passkey was added to your ${site} account`,
        heading: 'A passkey was added',
        happened: `The ${named('passkey', detail)} was added to your ${site} account. It can sign in without a password.`,
      };
    case 'passkey-removed':
      return {
        subject: `A passkey was removed from your ${site} account`,
        heading: 'A passkey was removed',
        happened: `The ${named('passkey', detail)} was removed from your ${site} account and can no longer sign in.`,
      };
    case 'passkey-suspicious':
      return {
        subject: `A passkey of your ${site} account may have been copied`,
        heading: 'A passkey may have been copied',
        happened: `Somebody used the ${named('passkey', detail)}, but its counter did not fit, so we refused it. That can mean that the passkey was copied.`,
        advice: 'If you do not know why, remove this passkey in your settings and add a new one.',
      };
    case 'recovery-codes-created':
      return {
        subject: `New recovery codes for your ${site} account`,
        heading: 'You have new recovery codes',
        happened: `Recovery codes were made for your ${site} account. Codes from before no longer work.`,
      };
    case 'recovery-code-used':
      return {
        subject: `A recovery code signed in to your ${site} account`,
        heading: 'A recovery code was used',
        happened:
          `Somebody signed in to your ${site} account with one of its recovery codes. ${detail}`.trim(),
      };
    case 'token-reused':
      return {
        subject: `We signed out a device of your ${site} account`,
        heading: 'We signed out one of your devices',
        happened:
          'The sign-in of one of your devices was used a second time, as if it had been copied. To be safe we signed that ' +
          `device out${detail === '' ? '' : ` (${detail})`}.`,
      };
    case 'data-exported':
      return {
        subject: `The data of your ${site} account was exported`,
        heading: 'Your data was exported',
        happened: `Somebody who is signed in to your ${site} account has just downloaded everything that we keep about you.`,
      };
    case 'blocked':
      return {
        subject: `Your ${site} account is blocked`,
        heading: 'Your account is blocked',
        happened: `Your ${site} account has been blocked, and every device is signed out.`,
        advice: 'If you think that this is a mistake, please answer this mail or write to us.',
      };
    case 'unblocked':
      return {
        subject: `Your ${site} account is open again`,
        heading: 'Your account is open again',
        happened: `Your ${site} account is no longer blocked. You can sign in as before.`,
        advice: 'If you have questions, please write to us.',
      };
    default:
      return undefined;
  }
}

function securityNotice(brand: Brand, facts: NoticeFacts): WrittenMail | undefined {
  const notice = noticeOf(facts, brand.site.name);
  if (notice === undefined) return undefined;
  const { subject, heading, happened, advice } = notice;
  const circumstances = [
    `When: ${WHEN.format(facts.createdAt)} UTC`,
    facts.device && `Device: ${facts.device}`,
    facts.network && `Approximate IP address: ${facts.network}`,
  ].filter(Boolean);
  const blocks: Block[] = [textBlock(happened), quoteBlock(circumstances.join('\n'))];
  if (advice === undefined) {
    blocks.push(
      textBlock('If this was you, there is nothing more to do.'),
      textBlock(ADVICE),
      linkBlock('Go to sign in', `${brand.publicUrl}/login`),
    );
  } else {
    blocks.push(textBlock(advice));
  }
  return layOut(brand, { subject, heading, blocks });
}

/** The mail about a security event to the owner of the account; undefined for kinds that send no mail. */
export async function writeSecurityNotice(db: Db, brand: Brand, eventId: number): Promise<Mail | undefined> {
  const event = await findSecurityEvent(db, eventId);
  const to = event && (await findMember(db, event.member_id))?.email;
  if (event === undefined || !to) return undefined;
  const notice = securityNotice(brand, {
    kind: event.kind,
    detail: event.detail,
    device: event.user_agent === '' ? '' : describeDevice(event.user_agent),
    network: event.network,
    createdAt: event.created_at,
  });
  return notice && { to, ...notice };
}
