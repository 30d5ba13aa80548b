import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import type { WhatsApp } from '../../gateways/whatsapp.ts';
import type { MailJob } from '../../jobs/jobs.ts';
import { type Brand, codeBlock, layOut, linkBlock, textBlock, type WrittenMail } from '../../mail/layout.ts';
import { issueBoundCode, issueCode, issueLinkSecret, MINUTES } from './codes/secrets.ts';
import type { TokenContext } from './context.ts';
import { phoneCodeRecipient } from './members/phones.ts';
import { findMember, findMemberByEmail, findMemberByPhone } from './members/store.ts';
import { writeSecurityNotice } from './security-mails.ts';

const IGNORE = 'If this was not you, you can ignore this mail: nothing happens without the code.';
const KEEP = 'Please give the code to nobody. We will never ask you for it.';

/** Link secrets stand behind the `#`: browsers do not send that part, so it reaches no log and no other site. */
const resetUrl = ({ publicUrl }: Brand, linkSecret: string) => `${publicUrl}/login#reset=${linkSecret}`;
const verifyUrl = ({ publicUrl }: Brand, linkSecret: string) =>
  `${publicUrl}/verify-email#token=${linkSecret}`;

function signInCode(brand: Brand, input: { code: string; minutes: number }): WrittenMail {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `Your code to sign in to ${name}`,
    heading: 'Here is your code',
    blocks: [
      textBlock(`Enter it to sign in to ${name}:`),
      codeBlock(input.code),
      textBlock(`It works once, within ${input.minutes} minutes. A newer code replaces it.`),
      textBlock(`${KEEP} ${IGNORE}`),
    ],
  });
}

function passwordReset(
  brand: Brand,
  input: { code: string; linkSecret: string; codeMinutes: number; linkMinutes: number },
): WrittenMail {
  return layOut(brand, {
    subject: `Set a new password for ${brand.site.name}`,
    heading: 'Set a new password',
    blocks: [
      textBlock('Enter this code where you asked for it:'),
      codeBlock(input.code),
      textBlock('Or follow this link:'),
      linkBlock('Set a new password', resetUrl(brand, input.linkSecret)),
      textBlock(
        `The code works for ${input.codeMinutes} minutes, the link for ${input.linkMinutes}, each once.`,
      ),
      textBlock(`${KEEP} If this was not you, you can ignore this mail: your password stays as it is.`),
    ],
  });
}

function verification(
  brand: Brand,
  input: { code: string; linkSecret: string; codeMinutes: number; linkHours: number },
): WrittenMail {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `Welcome to ${name}: please confirm your email address`,
    heading: `Welcome to ${name}`,
    blocks: [
      textBlock('Please confirm that this address is yours:'),
      linkBlock('Confirm my address', verifyUrl(brand, input.linkSecret)),
      textBlock('Or enter this code while you are signed in:'),
      codeBlock(input.code),
      textBlock(`The link works for ${input.linkHours} hours, the code for ${input.codeMinutes} minutes.`),
      textBlock('If you did not create an account, you can ignore this mail.'),
    ],
  });
}

function alreadyAMember(brand: Brand): WrittenMail {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `You already have an account at ${name}`,
    heading: 'You already have an account',
    blocks: [
      textBlock(
        `Somebody, perhaps you, tried to create an account at ${name} with this address. You have one already.`,
      ),
      linkBlock('Sign in', `${brand.publicUrl}/login`),
      textBlock('If you no longer know your password, choose "Forgot password" there.'),
      textBlock('If this was not you, there is nothing to do: your account is as it was.'),
    ],
  });
}

function passwordChanged(brand: Brand): WrittenMail {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `Your ${name} password was changed`,
    heading: 'Your password was changed',
    blocks: [
      textBlock(
        `The password of your account at ${name} has just been changed. All other devices are signed out.`,
      ),
      textBlock('If this was you, there is nothing more to do.'),
      textBlock('If it was not, set a new password now with "Forgot password":'),
      linkBlock('Go to sign in', `${brand.publicUrl}/login`),
    ],
  });
}

function accountDeleted(brand: Brand): WrittenMail {
  const { name } = brand.site;
  return layOut(brand, {
    subject: `Your ${name} account is deleted`,
    heading: 'Your account is deleted',
    blocks: [
      textBlock(`Your account at ${name} has been deleted, as you asked. You are signed out everywhere.`),
      textBlock('If you ever want to come back, you are welcome to create a new account.'),
      textBlock(`If it was not you who deleted it, please write to us: ${brand.site.legal.email}`),
    ],
  });
}

type JobOf<Kind extends MailJob['kind']> = Extract<MailJob, { kind: Kind }>;

/** The jobs of this feature that send a mail. */
export type AccountMailJob = JobOf<
  'code' | 'verification' | 'already-a-member' | 'password-changed' | 'security-notice' | 'account-deleted'
>;

const issueRequestedCode = (
  db: Db,
  context: TokenContext,
  { purpose, request }: JobOf<'code' | 'whatsapp-code'>,
  recipient: string,
): Promise<string> =>
  request === undefined
    ? issueCode(db, context, purpose, recipient)
    : issueBoundCode(db, context, { purpose, recipient, request });

async function writeCode(db: Db, context: TokenContext, brand: Brand, job: JobOf<'code'>) {
  const { purpose, email } = job;
  const code = await issueRequestedCode(db, context, job, email);
  if (purpose === 'login') return signInCode(brand, { code, minutes: MINUTES.login });
  const linkSecret = await issueLinkSecret(db, context, 'reset-token', email);
  return passwordReset(brand, {
    code,
    linkSecret,
    codeMinutes: MINUTES[purpose],
    linkMinutes: MINUTES['reset-token'],
  });
}

async function writeVerification(db: Db, context: TokenContext, brand: Brand, email: string) {
  return verification(brand, {
    code: await issueCode(db, context, 'verify-code', email),
    linkSecret: await issueLinkSecret(db, context, 'verify-token', email),
    codeMinutes: MINUTES['verify-code'],
    linkHours: MINUTES['verify-token'] / 60,
  });
}

/**
 * Writes the mail of a job. Secrets are created only here and stored as digests, so that jobs hold none; a mail that is
 * written again contains new ones, which replace the previous.
 *
 * @returns undefined when there is no mail to send: no member has the email, or there is nothing left to verify
 */
export async function writeAccountMail(
  db: Db,
  context: TokenContext,
  brand: Brand,
  job: AccountMailJob,
): Promise<Mail | undefined> {
  if (job.kind === 'account-deleted') return { to: job.email, ...accountDeleted(brand) };
  if (job.kind === 'security-notice') return writeSecurityNotice(db, brand, job.eventId);
  const member =
    'memberId' in job ? await findMember(db, job.memberId) : await findMemberByEmail(db, job.email);
  const to = member?.email;
  if (!to) return undefined;
  switch (job.kind) {
    case 'code':
      return { to, ...(await writeCode(db, context, brand, job)) };
    case 'verification':
      if (member.email_verified_at !== null) return undefined;
      return { to, ...(await writeVerification(db, context, brand, to)) };
    case 'already-a-member':
      return { to, ...alreadyAMember(brand) };
    case 'password-changed':
      return { to, ...passwordChanged(brand) };
  }
}

/** Sends a code to a phone that a member has confirmed or wants to confirm. Does nothing for unknown phones. */
export async function sendPhoneCode(
  db: Db,
  context: TokenContext,
  whatsApp: WhatsApp | undefined,
  job: JobOf<'whatsapp-code' | 'whatsapp-phone-code'>,
): Promise<void> {
  const { phone } = job;
  if (whatsApp === undefined) return;
  if (job.kind === 'whatsapp-phone-code') {
    if ((await findMember(db, job.memberId)) === undefined) return;
    const recipient = phoneCodeRecipient(job.memberId, phone);
    return whatsApp.sendCode(phone.slice(1), await issueCode(db, context, 'phone-code', recipient));
  }
  if ((await findMemberByPhone(db, phone)) === undefined) return;
  await whatsApp.sendCode(phone, await issueRequestedCode(db, context, job, phone));
}
