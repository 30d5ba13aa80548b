import type { Db, Tx } from '../database/database.ts';

interface CodeJob {
  purpose: 'login' | 'password-reset';
  /** The request that the code is bound to, if it is bound to one (see code-requests.ts). */
  request?: string | undefined;
}

/** Mails to be written and sent. Jobs contain no secrets: codes are created when the mail is written. */
export type MailJob =
  | ({ kind: 'code'; email: string } & CodeJob)
  /** By WhatsApp, with the same guarantees. `phone` has only digits. */
  | ({ kind: 'whatsapp-code'; phone: string } & CodeJob)
  /** To a phone, in E.164 format, that the member wants to verify. */
  | { kind: 'whatsapp-phone-code'; memberId: string; phone: string }
  | { kind: 'verification'; memberId: string }
  /** A sign-up was attempted with the email of a member. */
  | { kind: 'already-a-member'; email: string }
  | { kind: 'password-changed'; memberId: string }
  /** A security event of an account. */
  | { kind: 'security-notice'; eventId: number }
  /** To the email of the deleted account. */
  | { kind: 'account-deleted'; email: string }
  /** An invitation to a workspace or to the staff. */
  | { kind: 'invitation'; invitationId: string }
  /** The link for the first owner of the installation. */
  | { kind: 'owner-link'; email: string }
  /** To a member who may publish the tour, which waits since a revision was submitted. */
  | { kind: 'tour-submitted'; tourId: string; revision: number; memberId: string }
  /** To the member who submitted the tour. */
  | { kind: 'tour-published'; tourId: string; memberId: string }
  | { kind: 'tour-returned'; tourId: string; memberId: string }
  | { kind: 'lead'; leadId: string }
  /** The newsletter was requested for this email. */
  | { kind: 'newsletter-request'; email: string }
  /** A subscriber has confirmed: a welcome mail for them, and a notice for the site's owners. */
  | { kind: 'newsletter-welcome' | 'newsletter-notice'; subscriberId: string }
  /** A receipt for the buyer. */
  | { kind: 'receipt'; number: string }
  /** A refund voucher for the buyer. */
  | { kind: 'refund-voucher'; number: string }
  /** A payment that was not credited: a second one, one of another amount, or one that was returned. */
  | { kind: 'payment-notice'; notice: 'surplus' | 'mismatch' | 'returned'; paymentId: string };

/** A file of the studio to be prepared for pages. */
export interface MediaJob {
  mediaId: string;
}

/** Work on a workspace's picture: looking for faces, or blurring what was decided. */
export interface PrivacyJob {
  workspaceId: string;
  asset: string;
}

/** Work that is done after the response. */
export interface JobPayloads {
  mail: MailJob;
  media: MediaJob;
  privacy: PrivacyJob;
}

export type JobName = keyof JobPayloads;
export const JOB_NAMES = ['mail', 'media', 'privacy'] as const satisfies readonly JobName[];

/** Runs the jobs of each name. A job whose handler throws is retried later. */
export type JobHandlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

/** Does what remains to be done once a job was given up, after its last retry. */
export type GivenUpHandlers = Partial<JobHandlers>;

/** A durable queue with at-least-once execution, so jobs must be safe to repeat. */
export interface Jobs {
  /** Adds a job for each payload in the caller's transaction: it runs only after a commit. */
  add<Name extends JobName>(tx: Tx, name: Name, ...payloads: JobPayloads[Name][]): Promise<void>;
  /** Those of the payloads that no job holds any more: none waits, runs, or was given up without being handed over. */
  findLost<Name extends JobName>(
    db: Db,
    name: Name,
    payloads: readonly JobPayloads[Name][],
  ): Promise<JobPayloads[Name][]>;
  /** Deletes all jobs with an email, including those that were given up. A running job is completed. */
  forget(tx: Tx, email: string): Promise<void>;
}
