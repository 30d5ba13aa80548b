import type { Site } from '@oriel/contract';
import type { Config } from './config/config.ts';
import type { Db } from './database/database.ts';
import { sendPhoneCode, writeAccountMail } from './features/accounts/mails.ts';
import { createTokens } from './features/accounts/sessions/jwt.ts';
import { writeLeadMail } from './features/leads/mails.ts';
import { createNewsletterLinks } from './features/leads/newsletter-links.ts';
import { writeNewsletterMail } from './features/leads/newsletter-mails.ts';
import { writePaymentNotice, writeReceiptMail, writeVoucherMail } from './features/payments/mails.ts';
import { doPrivacyWork } from './features/privacy-checks/service.ts';
import { giveUp, type TakeInDependencies, takeIn } from './features/studio-media/service.ts';
import { replacePicture } from './features/studio-tours/review/changed-pictures.ts';
import { writeReviewMail } from './features/studio-tours/review/mails.ts';
import { writeInvitationMail, writeOwnerMail } from './features/workspaces/mails.ts';
import type { Mail, Mailer } from './gateways/mail.ts';
import type { WhatsApp } from './gateways/whatsapp.ts';
import type { GivenUpHandlers, JobHandlers, Jobs, MailJob } from './jobs/jobs.ts';
import type { Brand } from './mail/layout.ts';

export interface MailHandlerParts {
  config: Config;
  db: Db;
  site: Site;
  mailer: Mailer;
  /** Undefined where WhatsApp is not configured. */
  whatsApp: WhatsApp | undefined;
}

/** Creates the handler of `mail` jobs, which writes each mail and sends it. */
function createMailHandler(parts: MailHandlerParts): JobHandlers['mail'] {
  const { config, db, site, mailer, whatsApp } = parts;
  const keys = { tokens: createTokens(config) };
  const links = createNewsletterLinks(config);
  const brand: Brand = { site, publicUrl: config.publicUrl };

  async function write(
    job: Exclude<MailJob, { kind: 'whatsapp-code' | 'whatsapp-phone-code' }>,
  ): Promise<Mail | undefined> {
    if (job.kind === 'tour-submitted' || job.kind === 'tour-published' || job.kind === 'tour-returned')
      return writeReviewMail(db, brand, config.reviewsTours, job);
    if (job.kind === 'lead') return writeLeadMail(db, brand, job);
    if (job.kind === 'invitation') return writeInvitationMail(db, keys, brand, job);
    if (job.kind === 'owner-link') return writeOwnerMail(db, keys, brand, job);
    if (job.kind === 'receipt') return writeReceiptMail(db, brand, job);
    if (job.kind === 'refund-voucher') return writeVoucherMail(db, brand, job);
    if (job.kind === 'payment-notice') return writePaymentNotice(db, brand, job);
    if (job.kind === 'newsletter-request' || 'subscriberId' in job)
      return writeNewsletterMail(db, links, brand, job);
    return writeAccountMail(db, keys, brand, job);
  }

  return async (job) => {
    if (job.kind === 'whatsapp-code' || job.kind === 'whatsapp-phone-code')
      return sendPhoneCode(db, keys, whatsApp, job);
    const mail = await write(job);
    if (mail !== undefined) await mailer.send(mail);
  };
}

/** The handlers of all jobs. */
export function createJobHandlers(
  parts: MailHandlerParts & TakeInDependencies & { jobs: Jobs },
): JobHandlers {
  return {
    mail: createMailHandler(parts),
    media: ({ mediaId }) => takeIn(parts, mediaId),
    privacy: (job) =>
      doPrivacyWork({ ...parts, replacePicture: replacePicture.bind(undefined, parts.jobs) }, job),
  };
}

/** What remains to be done of jobs after their last retry. */
export function createGivenUpHandlers({ db }: Pick<TakeInDependencies, 'db'>): GivenUpHandlers {
  return { media: ({ mediaId }) => giveUp(db, mediaId) };
}
