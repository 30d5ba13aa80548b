import type { Db } from '../../database/database.ts';
import type { Mail } from '../../gateways/mail.ts';
import type { WhatsApp } from '../../gateways/whatsapp.ts';
import type { MailJob } from '../../jobs/jobs.ts';
import type { Brand } from '../../mail/layout.ts';
import { securityNotice } from '../../mail/security-texts.ts';
import * as texts from '../../mail/texts.ts';
import { issueBoundCode, issueCode, issueToken, MINUTES } from './codes/secrets.ts';
import type { Accounts } from './context.ts';
import { findMember, findMemberByEmail, findMemberByPhone } from './members/members.ts';
import { phoneCodeAddress } from './members/phones.ts';
import { findSecurityEvent } from './security/security-events.ts';
import { describeDevice } from './sessions/device.ts';

type Keys = Pick<Accounts, 'tokens'>;
type JobOf<Kind extends MailJob['kind']> = Extract<MailJob, { kind: Kind }>;

/** The jobs of accounts that end in a mail. */
export type AccountMailJob = JobOf<
  'code' | 'verification' | 'already-a-member' | 'password-changed' | 'security-notice' | 'account-deleted'
>;

/** The code that was asked for, bound to its request if it has one. */
const issueRequestedCode = (
  db: Db,
  keys: Keys,
  { purpose, request }: JobOf<'code' | 'whatsapp-code'>,
  address: string,
): Promise<string> =>
  request === undefined
    ? issueCode(db, keys, purpose, address)
    : issueBoundCode(db, keys, { purpose, address, request });

async function writeCode(db: Db, keys: Keys, brand: Brand, job: JobOf<'code'>) {
  const { purpose, email } = job;
  const code = await issueRequestedCode(db, keys, job, email);
  if (purpose === 'login') return texts.signInCode(brand, { code, minutes: MINUTES.login });
  const token = await issueToken(db, keys, 'reset-token', email);
  return texts.passwordReset(brand, {
    code,
    token,
    codeMinutes: MINUTES[purpose],
    linkMinutes: MINUTES['reset-token'],
  });
}

async function writeVerification(db: Db, keys: Keys, brand: Brand, email: string) {
  return texts.verification(brand, {
    code: await issueCode(db, keys, 'verify-code', email),
    token: await issueToken(db, keys, 'verify-token', email),
    codeMinutes: MINUTES['verify-code'],
    linkHours: MINUTES['verify-token'] / 60,
  });
}

async function writeSecurityNotice(db: Db, brand: Brand, eventId: number): Promise<Mail | undefined> {
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

/**
 * Writes the mail that a job asks for. Secrets are made here, at the last moment, and stored as digests: a mail that is
 * written again carries new ones, and only the last count.
 *
 * @returns undefined where nobody is to be written to: nobody has the address, they have left, or there is nothing to say
 */
export async function writeAccountMail(
  db: Db,
  keys: Keys,
  brand: Brand,
  job: AccountMailJob,
): Promise<Mail | undefined> {
  if (job.kind === 'account-deleted') return { to: job.email, ...texts.accountDeleted(brand) };
  if (job.kind === 'security-notice') return writeSecurityNotice(db, brand, job.eventId);
  const member =
    'memberId' in job ? await findMember(db, job.memberId) : await findMemberByEmail(db, job.email);
  const to = member?.email;
  if (!to) return undefined;
  switch (job.kind) {
    case 'code':
      return { to, ...(await writeCode(db, keys, brand, job)) };
    case 'verification':
      if (member.email_verified_at !== null) return undefined;
      return { to, ...(await writeVerification(db, keys, brand, to)) };
    case 'already-a-member':
      return { to, ...texts.alreadyAMember(brand) };
    case 'password-changed':
      return { to, ...texts.passwordChanged(brand) };
  }
}

/** Sends a code to a phone: one that a member has confirmed, or one that they want to confirm. */
export async function sendPhoneCode(
  db: Db,
  keys: Keys,
  whatsApp: WhatsApp | undefined,
  job: JobOf<'whatsapp-code' | 'whatsapp-phone-code'>,
): Promise<void> {
  const { phone } = job;
  if (whatsApp === undefined) return;
  if (job.kind === 'whatsapp-phone-code') {
    if ((await findMember(db, job.memberId)) === undefined) return;
    const address = phoneCodeAddress(job.memberId, phone);
    return whatsApp.sendCode(phone.slice(1), await issueCode(db, keys, 'phone-code', address));
  }
  if ((await findMemberByPhone(db, phone)) === undefined) return;
  await whatsApp.sendCode(phone, await issueRequestedCode(db, keys, job, phone));
}
