import type { Tx } from './database.ts';

/** Mails that wait to be written and sent. They name what to write, never a secret: codes are made when a mail is written. */
export type MailJob =
  | { kind: 'code'; purpose: 'login' | 'password-reset'; email: string }
  | { kind: 'verification'; memberId: string }
  /** Somebody tried to sign up with the address of a member. */
  | { kind: 'already-a-member'; email: string }
  | { kind: 'password-changed'; memberId: string }
  | { kind: 'lead'; leadId: string };

/** What is done after a request has been answered. */
export interface JobPayloads {
  mail: MailJob;
}

/** Work that is done at least once, whatever breaks meanwhile, and so must be safe to repeat. */
export interface Jobs {
  /** Adds a job that is done once the caller's transaction has committed, and never when it has not. */
  add<Name extends keyof JobPayloads>(tx: Tx, name: Name, payload: JobPayloads[Name]): Promise<void>;
}
