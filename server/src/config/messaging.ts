import path from 'node:path';
import { isLoopbackUrl } from './loopback.ts';
import type { Settings } from './settings.ts';

/** Outgoing mail. */
export interface MailConfig {
  /** The mail server; undefined writes mails to `outboxDir` instead. */
  smtpUrl: string | undefined;
  /** How long the mail server may take to accept a connection and to greet. */
  smtpTimeoutMs: number;
  /** Whether the connection must be encrypted before anything is sent. */
  smtpRequiresTls: boolean;
  /** The sender; the site's name and email where undefined. */
  from: { name: string | undefined; address: string } | undefined;
  /** The demo's outbox; absolute. */
  outboxDir: string;
}

/** Access to the Cloud API of WhatsApp Business. */
export interface WhatsAppConfig {
  token: string;
  phoneNumberId: string;
  /** The approved template for codes, and its language. */
  template: string;
  language: string;
  /** With the version, without a trailing slash. */
  apiUrl: string;
}

const SMTP_TIMEOUT_MS = 10_000;

export function mailOf(settings: Settings, dataDir: string): MailConfig {
  return {
    smtpUrl: settings.SMTP_URL,
    smtpTimeoutMs: SMTP_TIMEOUT_MS,
    smtpRequiresTls: settings.SMTP_URL_INSECURE === undefined && !isLoopbackUrl(settings.SMTP_URL ?? ''),
    from: settings.MAIL_FROM,
    outboxDir: path.join(dataDir, 'outbox'),
  };
}

/** @returns undefined where WhatsApp is not configured */
export function whatsAppOf(settings: Settings): WhatsAppConfig | undefined {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId } = settings;
  if (token === undefined || phoneNumberId === undefined) return undefined;
  return {
    token,
    phoneNumberId,
    template: settings.WHATSAPP_TEMPLATE,
    language: settings.WHATSAPP_LANGUAGE,
    apiUrl: settings.WHATSAPP_API_URL,
  };
}
