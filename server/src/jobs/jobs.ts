import type { Tx } from '../database/database.ts';

interface CodeJob {
  purpose: 'login' | 'password-reset';
  /** The request that the code is bound to, if it is bound to one (see code-requests.ts). */
  request?: string | undefined;
}

/** Mails that wait to be written and sent. They name what to write, never a secret: codes are made when a mail is written. */
export type MailJob =
  | ({ kind: 'code'; email: string } & CodeJob)
  /** Not by mail, but with the same guarantees. `phone` in digits alone. */
  | ({ kind: 'whatsapp-code'; phone: string } & CodeJob)
  /** To a phone that the member wants to confirm, in E.164 format. */
  | { kind: 'whatsapp-phone-code'; memberId: string; phone: string }
  | { kind: 'verification'; memberId: string }
  /** A sign-up was attempted with the email of a member. */
  | { kind: 'already-a-member'; email: string }
  | { kind: 'password-changed'; memberId: string }
  /** Something happened to an account that its owner should know about. */
  | { kind: 'security-notice'; eventId: number }
  /** To the address that the deleted account had. */
  | { kind: 'account-deleted'; email: string }
  | { kind: 'lead'; leadId: string }
  /** The newsletter was requested for this email. */
  | { kind: 'newsletter-request'; email: string }
  /** A subscriber has confirmed: a first mail for them, a notice for the owners of the site. */
  | { kind: 'newsletter-welcome' | 'newsletter-notice'; subscriberId: string }
  /** What was bought, for the buyer. */
  | { kind: 'receipt'; number: string }
  /** What went back of a purchase, for the buyer. */
  | { kind: 'refund-voucher'; number: string }
  /** A payment that was not credited: a second one, one of another amount, one that went back. */
  | { kind: 'payment-notice'; notice: 'surplus' | 'mismatch' | 'returned'; paymentId: string };

/** What is done after a request has been answered. */
export interface JobPayloads {
  mail: MailJob;
}

export type JobName = keyof JobPayloads;
export const JOB_NAMES = ['mail'] as const satisfies readonly JobName[];

/** Does the jobs of each name. What it throws makes the job wait and be done again. */
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

/** Work that is done at least once, whatever breaks meanwhile, and so must be safe to repeat. */
export interface Jobs {
  /** Adds a job that is done once the caller's transaction has committed, and never when it has not. */
  add<Name extends JobName>(tx: Tx, name: Name, payload: JobPayloads[Name]): Promise<void>;
  /** Deletes the jobs that name an email address, those that were given up included. One in hand is still done. */
  forget(tx: Tx, email: string): Promise<void>;
}
