import type { Site } from '@oriel/contract';
import type { MailConfig } from '../config/messaging.ts';
import type { Mailer } from '../gateways/mail.ts';
import { MailOutbox } from '../gateways/mail-outbox.ts';
import { createSmtpMailer } from '../gateways/mail-smtp.ts';

/** The way that mails take in this installation. */
export function createMailer(config: MailConfig, site: Site): Mailer {
  const { smtpUrl, smtpTimeoutMs: timeoutMs, smtpRequiresTls: requireTls, from, outboxDir } = config;
  const sender = { name: from?.name ?? site.name, address: from?.address ?? site.email ?? site.legal.email };
  return smtpUrl === undefined
    ? new MailOutbox(outboxDir, sender)
    : createSmtpMailer(smtpUrl, sender, { requireTls, timeoutMs });
}
